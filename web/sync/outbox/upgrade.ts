import type { Entries, Entry, QueuedWrite } from './queue.ts'

type OldAction = {
  readonly of: 'orders' | 'deliveries'
  readonly what: string
  readonly id: string
  readonly body: object
}

/** What a write can neither be shown nor sent without. */
const parts: { readonly [Kind in QueuedWrite['kind']]: readonly string[] } = {
  order: ['quoteId', 'lines', 'total'],
  profile: ['change', 'was'],
  action: ['id', 'collection', 'action', 'body'],
  counter: ['request', 'cart', 'details', 'payment', 'total'],
}

/** Whether what was stored is an entry of today's shape, with all its parts. */
function isEntry(stored: unknown): stored is Entry {
  const { id, account, at, write } = (stored ?? {}) as Partial<Entry>
  if (!write || !Object.hasOwn(parts, write.kind)) return false
  const needed = parts[write.kind].map((part) => write[part as keyof QueuedWrite])
  return [id, account, at, ...needed].every((part) => part !== undefined && part !== null)
}

/**
 * Entries that a version before December 2026 stored, in today's shape: they had their write under another name, and an
 * action's collection and name were `of` and `what`. An entry keeps its id, under which the server remembers an action: one
 * that has arrived already is not done again. What is damaged is dropped: it can be neither sent nor shown.
 */
export function upgraded(stored: unknown): Entries {
  const entries: unknown[] = Array.isArray(stored) ? stored : []
  return entries.map((entry) => (isEntry(entry) ? entry : entryOf(entry))).filter(isEntry)
}

function entryOf(stored: unknown): unknown {
  const [name = '', write] =
    Object.entries(stored ?? {}).find(([, value]) => value instanceof Object && 'kind' in value) ?? []
  const { [name]: _, ...rest } = (stored ?? {}) as Record<string, unknown>
  return { ...rest, write: write && 'what' in write ? action(write) : write }
}

function action({ of: collection, id, what, body }: OldAction): QueuedWrite {
  return { kind: 'action', collection, id, action: what, body } as QueuedWrite
}
