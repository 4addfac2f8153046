/** Runs a limited number of calls of a key at a time. The others wait, without a connection to the database. */
type Limiter = <Value>(key: string, work: () => Promise<Value>) => Promise<Value>

/** Runs `atOnce` calls of a key at a time. Throws the error of `full` if `mostWaiting` of one key wait already. */
export function limitConcurrency({
  atOnce,
  full,
}: {
  readonly atOnce: number
  readonly full?: { readonly mostWaiting: number; readonly error: () => Error }
}): Limiter {
  const queues = new Map<string, { working: number; readonly waiting: (() => void)[] }>()
  return async (key, work) => {
    const queue = queues.get(key) ?? { working: 0, waiting: [] }
    queues.set(key, queue)
    if (queue.working < atOnce) queue.working++
    else {
      if (full && queue.waiting.length >= full.mostWaiting) throw full.error()
      // A finished call hands its place to the next.
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

/**
 * Runs one call at a time. Waiting calls are taken in rounds, the oldest of each key: many calls of one key do not
 * delay the first of another.
 */
export function limitInRounds(): Limiter {
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
        // Moves the key to the end of the round.
        waiting.delete(key)
        own.shift()?.()
        if (own.length > 0) waiting.set(key, own)
      } else working = false
    }
  }
}
