/** Values that are the same for everybody, each made once for however many ask at once and kept until `clear`. */
export type Kept<Value> = {
  has(key: string): boolean
  /** The kept value of a key, or a new one. What fails is not kept. */
  get(key: string, make: () => Promise<Value>): Promise<Value>
  /** Drops all. A value that is being made now is not kept either: it may be made of what was read before. */
  clear(): void
}

/**
 * `most` keys are kept; the one that was asked for longest ago makes room. `longestAge`: milliseconds. `keeps` says of a new
 * value whether to keep it.
 */
export function openKept<Value>({
  most,
  longestAge,
  keeps = () => true,
}: {
  most: number
  longestAge: number
  keeps?: (value: Value) => boolean
}): Kept<Value> {
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
        // Only now: what is not kept takes no other's place.
        else trim(all, most)
      }, drop)
      return made.value
    },
    clear() {
      entries = new Map()
    },
  }
}

/** The entry for a key, which thereby is the last to make room. */
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
