import { type Versioned, VersionedStore } from '#web/data/api/versioned-store.ts'

type Dated = { readonly data: unknown; readonly at: number }

/**
 * Merges two answers to one query. Returns the later answer, in which each versioned document has the higher of its two
 * versions.
 */
export function newest(one: Dated, other: Dated): Dated {
  const [earlier, later] = one.at < other.at ? [one, other] : [other, one]
  const known = new Map<string, VersionedStore<Versioned>>()
  collect(earlier.data, known)
  return { data: known.size === 0 ? later.data : lifted(later.data, known), at: later.at }
}

/**
 * Collects the versioned documents of an answer, by the path of their list. Different lists are not mixed, because a
 * choice may have the id of a dish but lacks some of the dish's fields.
 */
function collect(value: unknown, known: Map<string, VersionedStore<Versioned>>, path = ''): void {
  if (Array.isArray(value)) {
    const store = new VersionedStore<Versioned>()
    for (const each of value) if (isVersioned(each)) store.add(each)
    if (store.size > 0) known.set(path, store)
  } else if (isRecord(value)) {
    for (const [name, part] of Object.entries(value)) collect(part, known, `${path}.${name}`)
  }
}

function lifted(value: unknown, known: ReadonlyMap<string, VersionedStore<Versioned>>, path = ''): unknown {
  if (Array.isArray(value)) {
    return value.map((each) => (isVersioned(each) ? (known.get(path)?.newerThan(each) ?? each) : each))
  }
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, lifted(part, known, `${path}.${name}`)]))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isVersioned(value: unknown): value is Versioned {
  return isRecord(value) && typeof (value.orderId ?? value.id) === 'string' && typeof value.version === 'number'
}
