import type { Entries, Entry, QueuedWrite } from './queue.ts'

/** Paths of actions that have another name now. */
const renamed: Readonly<Record<string, string>> = {
  'ran-out': 'sold-out',
  'found-after-all': 'sold-out-withdrawal',
  'ran-out-removal': 'sold-out-removal',
}

type OldAction = { readonly of: 'orders' | 'deliveries'; readonly what: string } & {
  readonly kind: 'tap'
  readonly id: string
  readonly body: { readonly [field: string]: string }
}

type OldEntry = Omit<Entry, 'write'> & { readonly deed: Exclude<QueuedWrite, { kind: 'action' }> | OldAction }

/**
 * Entries that a version before December 2026 stored, in today's shape. An entry keeps its id, under which the server
 * remembers an action: one that has arrived already is not done again.
 */
export function upgraded(entries: readonly (Entry | OldEntry)[]): Entries {
  return entries.map((entry) => {
    if (!('deed' in entry)) return entry
    const { deed, ...rest } = entry
    if (deed.kind !== 'tap') return { ...rest, write: deed }
    const { of: collection, id, what, body } = deed
    return { ...rest, write: { kind: 'action', collection, id, action: renamed[what] ?? what, body } }
  })
}
