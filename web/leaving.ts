import { del } from './api.ts'
import { keepDraftOf } from './counter-draft.ts'
import { mayLeave } from './outbox/outbox.ts'

/**
 * Ends the session, and forgets the order that somebody was taking down for a customer. False where something of theirs
 * still waits to be sent, and they stay for it.
 */
export async function leave(): Promise<boolean> {
  if (!(await mayLeave())) return false
  await del('/api/session')
  keepDraftOf('')
  return true
}
