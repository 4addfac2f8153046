import type { Entries, Entry, QueuedWrite } from './queue.ts'

type OldAction = {
  readonly of: 'orders' | 'deliveries'
  readonly what: string
  readonly id: string
  readonly body: object
}

/**
 * Entries that a version before December 2026 stored, in today's shape: they had their write under another name, and an
 * action's collection and name were `of` and `what`. An entry keeps its id, under which the server remembers an action: one
 * that has arrived already is not done again.
 */
export function upgraded(entries: readonly object[]): Entries {
  return entries.map((entry) => {
    if ('write' in entry) return entry as Entry
    const [name = '', stored] =
      Object.entries(entry).find(([, value]) => value instanceof Object && 'kind' in value) ?? []
    const { [name]: _, ...rest } = entry as Record<string, unknown>
    return { ...rest, write: 'what' in stored ? action(stored) : stored } as unknown as Entry
  })
}

function action({ of: collection, id, what, body }: OldAction): QueuedWrite {
  return { kind: 'action', collection, id, action: what, body } as QueuedWrite
}
