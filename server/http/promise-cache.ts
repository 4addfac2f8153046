import { LRUCache } from 'lru-cache'

/** Caches values that are the same for everybody. Concurrent calls share one computation. */
export type PromiseCache<Value> = {
  has(key: string): boolean
  /** Returns the cached value of a key, or makes the value. Failures are not cached. */
  get(key: string, make: () => Promise<Value>): Promise<Value>
  /** Drops all values, including values that are still being computed, which may contain old reads. */
  clear(): void
}

/**
 * Opens a cache of at most `most` keys, which evicts the least recently used. `longestAge`: milliseconds. `keeps`
 * decides whether a new value is cached.
 */
export function openPromiseCache<Value>({
  most,
  longestAge,
  keeps = () => true,
}: {
  most: number
  longestAge: number
  keeps?: (value: Value) => boolean
}): PromiseCache<Value> {
  const cached = new LRUCache<string, { readonly value: Value }>({ max: most, ttl: longestAge })
  /** The values that are still being computed. They evict no cached value, because `keeps` may refuse them. */
  let pending = new Map<string, Promise<Value>>()

  function add(key: string, make: () => Promise<Value>): Promise<Value> {
    const own = pending
    const made = make()
      .then((value) => {
        if (own === pending && keeps(value)) cached.set(key, { value })
        return value
      })
      .finally(() => own.delete(key))
    own.set(key, made)
    return made
  }

  return {
    has: (key) => cached.has(key) || pending.has(key),
    async get(key, make) {
      const known = cached.get(key)
      return known ? known.value : (pending.get(key) ?? add(key, make))
    },
    clear() {
      cached.clear()
      pending = new Map()
    },
  }
}
