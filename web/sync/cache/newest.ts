type Versioned = { readonly id: string; readonly version: number }

/** An answer, and when it was given (milliseconds). */
export type Dated = { readonly data: unknown; readonly at: number }

/**
 * Of two answers to one question, what is known by both: the later one says what there is, and of each document in it
 * the higher version stays. Answers are lists of documents, or hold such lists, or are documents without a version.
 */
export function newest(one: Dated, other: Dated): Dated {
  const [earlier, later] = one.at < other.at ? [one, other] : [other, one]
  const known = new Map<string, Versioned>()
  collect(earlier.data, known)
  return { data: known.size === 0 ? later.data : lifted(later.data, known), at: later.at }
}

/** Documents in lists are told apart by the list they are in: a dish has more to it than the choice it is elsewhere. */
function collect(value: unknown, known: Map<string, Versioned>, path = ''): void {
  if (Array.isArray(value)) {
    for (const each of value) if (isVersioned(each)) known.set(`${path} ${each.id}`, each)
  } else if (isRecord(value)) {
    for (const [name, part] of Object.entries(value)) collect(part, known, `${path}.${name}`)
  }
}

function lifted(value: unknown, known: ReadonlyMap<string, Versioned>, path = ''): unknown {
  if (Array.isArray(value)) {
    return value.map((each) => {
      const other = isVersioned(each) && known.get(`${path} ${each.id}`)
      return other && other.version > each.version ? other : each
    })
  }
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, lifted(part, known, `${path}.${name}`)]))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isVersioned(value: unknown): value is Versioned {
  return isRecord(value) && typeof value.id === 'string' && typeof value.version === 'number'
}
