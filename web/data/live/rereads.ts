/** The most rereads in parallel (LIVE-7). */
const most = 100

/**
 * Runs rereads, which request again the data that a page already shows. At most `atATime` rereads run in parallel,
 * because after a long loss of the connection every query on the page must be reread.
 */
export function rereads(atATime = most) {
  const waiting: (() => Promise<unknown>)[] = []
  let underWay = 0

  async function next(): Promise<void> {
    const read = underWay < atATime ? waiting.shift() : undefined
    if (!read) return
    underWay += 1
    // Ignore a failure: the page shows the query's own error.
    await read().catch(() => {})
    underWay -= 1
    void next()
  }

  return {
    /** Adds a reread, which starts at a random time in the next `within` milliseconds. */
    add(read: () => Promise<unknown>, within = 0): void {
      const add = () => {
        waiting.push(read)
        void next()
      }
      if (within > 0) setTimeout(add, Math.random() * within)
      else add()
    },
  }
}
