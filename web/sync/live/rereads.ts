/** LIVE-7. */
const most = 100

/** Runs rereads, at most `atATime` in parallel: after a long cut every query on the page is due at once. */
export function rereads(atATime = most) {
  const waiting: (() => Promise<unknown>)[] = []
  let underWay = 0

  async function next(): Promise<void> {
    const read = underWay < atATime ? waiting.shift() : undefined
    if (!read) return
    underWay += 1
    // The query itself shows its failure.
    await read().catch(() => {})
    underWay -= 1
    void next()
  }

  return {
    add(read: () => Promise<unknown>): void {
      waiting.push(read)
      void next()
    },
  }
}
