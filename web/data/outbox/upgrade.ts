import { withTodaysNames } from '#contract/last-release.ts'
import type { QueueableAction } from '#domain/order/actions.ts'
import type { Entries, Entry, QueuedWrite } from './queue.ts'

/** Former names of queued actions in the outbox, with today's names. Other names are unchanged. */
const formerActions: Readonly<Record<string, QueueableAction>> = {
  acknowledgement: 'acknowledge',
  preparation: 'start',
  'preparation-acknowledgement': 'acknowledge-start',
  'preparation-withdrawal': 'undo-start',
  readiness: 'mark-ready',
  completion: 'complete',
  'completion-withdrawal': 'undo-completion',
  'payment-confirmation-withdrawal': 'undo-confirmation',
  rider: 'assign-rider',
  'rider-change': 'change-rider',
  'rider-withdrawal': 'unassign-rider',
  handover: 'deliver',
  failure: 'fail-delivery',
}

/** The fields without which a write cannot be shown or sent. */
const parts: { readonly [Kind in QueuedWrite['kind']]: readonly string[] } = {
  order: ['quoteId', 'lines', 'total'],
  profile: ['change', 'was'],
  action: ['id', 'action', 'body'],
  counter: ['request', 'cart', 'details', 'payment', 'total'],
}

function isEntry(stored: unknown): stored is Entry {
  const { id, account, at, write } = (stored ?? {}) as Partial<Entry>
  if (!write || !Object.hasOwn(parts, write.kind) || 'collection' in write) return false
  const needed = parts[write.kind].map((part) => write[part as keyof QueuedWrite])
  return [id, account, at, ...needed].every((part) => part !== undefined && part !== null)
}

/**
 * Converts entries of earlier versions to today's shape, and drops damaged entries. An entry keeps its id, by which the
 * server refuses a repetition.
 */
export function upgraded(stored: unknown): Entries {
  const entries: unknown[] = Array.isArray(stored) ? withTodaysNames(stored) : []
  return entries.map((entry) => (isEntry(entry) ? entry : entryOf(entry))).filter(isEntry)
}

function entryOf(stored: unknown): unknown {
  const [name = '', write] =
    Object.entries(stored ?? {}).find(([, value]) => value instanceof Object && 'kind' in value) ?? []
  const { [name]: _, ...rest } = (stored ?? {}) as Record<string, unknown>
  return { ...rest, write: write && ('what' in write || write.kind === 'action') ? renamed(write) : write }
}

function renamed({ collection: _, of: __, what, action = what, ...write }: Record<string, unknown>): unknown {
  return { ...write, kind: 'action', action: formerActions[String(action)] ?? action }
}
