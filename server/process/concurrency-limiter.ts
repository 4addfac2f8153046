/** Lets a few of a key's calls work at a time and the others wait, without a connection to the database. */
type Turns = <Value>(key: string, work: () => Promise<Value>) => Promise<Value>

/** Throws the error of `full` where `mostWaiting` of one key wait already. */
export function takeTurns({
  atOnce,
  full,
}: {
  readonly atOnce: number
  readonly full?: { readonly mostWaiting: number; readonly error: () => Error }
}): Turns {
  const queues = new Map<string, { working: number; readonly waiting: (() => void)[] }>()
  return async (key, work) => {
    const queue = queues.get(key) ?? { working: 0, waiting: [] }
    queues.set(key, queue)
    if (queue.working < atOnce) queue.working++
    else {
      if (full && queue.waiting.length >= full.mostWaiting) throw full.error()
      // Whoever is done hands the place on.
      await new Promise<void>((resolve) => queue.waiting.push(resolve))
    }
    try {
      return await work()
    } finally {
      const next = queue.waiting.shift()
      if (next) next()
      else if (--queue.working === 0) queues.delete(key)
    }
  }
}

/** Lets one call work at a time. Whoever waits is taken in rounds, the oldest call of each key: many of one delay no other's first. */
export function takeRounds(): Turns {
  const waiting = new Map<string, (() => void)[]>()
  let working = false
  return async (key, work) => {
    if (working) {
      await new Promise<void>((resolve) => {
        const own = waiting.get(key)
        if (own) own.push(resolve)
        else waiting.set(key, [resolve])
      })
    }
    working = true
    try {
      return await work()
    } finally {
      const [next] = waiting
      if (next) {
        const [key, own] = next
        // To the end of the round.
        waiting.delete(key)
        own.shift()?.()
        if (own.length > 0) waiting.set(key, own)
      } else working = false
    }
  }
}
