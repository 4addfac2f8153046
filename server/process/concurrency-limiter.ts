/** Runs a limited number of calls with the same `key` at a time. Further calls wait, without a database connection. */
type Limiter = <Value>(key: string, work: () => Promise<Value>) => Promise<Value>

/**
 * Runs at most `atOnce` calls with one key at a time. Throws the error of `full` if `mostWaiting` calls with the key
 * wait already.
 */
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
      // A finished call passes its place to the next call.
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
 * Runs one call at a time. A round takes the oldest waiting call of each key, so many calls with one key do not delay
 * the first call with another key.
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
