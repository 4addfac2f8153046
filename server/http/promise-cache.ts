/** Caches values that are the same for everybody. Concurrent calls share one computation. */
export type PromiseCache<Value> = {
  has(key: string): boolean
  /** The cached value of a key, or a new one. Failures are not cached. */
  get(key: string, make: () => Promise<Value>): Promise<Value>
  /** Drops all values, also those that are being made: they may be made of what was read before. */
  clear(): void
}

/**
 * Opens a cache of at most `most` keys, which evicts the least recently used. `longestAge`: milliseconds. `keeps` decides whether
 * a new value is cached.
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
  let entries = new Map<string, { readonly since: number; readonly value: Promise<Value> }>()
  return {
    has: (key) => entries.has(key),
    get(key, make) {
      const all = entries
      const known = used(all, key)
      if (known && performance.now() - known.since < longestAge) return known.value
      const made = { since: performance.now(), value: make() }
      all.set(key, made)
      const drop = () => {
        if (all.get(key) === made) all.delete(key)
      }
      made.value.then((value) => {
        if (!keeps(value)) drop()
        // Only now: a value that is not cached evicts no other.
        else trim(all, most)
      }, drop)
      return made.value
    },
    clear() {
      entries = new Map()
    },
  }
}

/** Returns the entry of a key and marks it as the most recently used. */
export function used<Value>(map: Map<string, Value>, key: string): Value | undefined {
  const value = map.get(key)
  // To move an entry costs as much as the rest of a look: the only one is the last already.
  if (value === undefined || map.size === 1) return value
  map.delete(key)
  map.set(key, value)
  return value
}

export function put<Value>(map: Map<string, Value>, key: string, value: Value, most: number): void {
  map.set(key, value)
  trim(map, most)
}

function trim(map: Map<string, unknown>, most: number): void {
  for (const oldest of map.keys()) {
    if (map.size <= most) break
    map.delete(oldest)
  }
}
