/** LIVE-7. */
const most = 100

/** Reads anew, so many at a time: after a long cut everything that is shown wants to be read at once. */
export function rereads(atATime = most) {
  const waiting: (() => Promise<unknown>)[] = []
  let underWay = 0

  async function next(): Promise<void> {
    const read = underWay < atATime ? waiting.shift() : undefined
    if (!read) return
    underWay += 1
    // What fails is the query's own to show.
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
