import { call } from '#web/api/client.ts'
import { mayLeave } from './outbox/outbox.ts'
import { keepDraftOf } from './storage/counter-draft.ts'
import { detailsStore } from './storage/details-store.ts'

/**
 * Ends the session, and forgets what this browser keeps of it: how an order was to reach a customer (AUTH-9), and the one
 * that somebody was taking down. False where something of theirs still waits to be sent, and they stay for it.
 */
export async function leave(): Promise<boolean> {
  if (!(await mayLeave())) return false
  await call('DELETE /api/session')
  detailsStore.set(() => detailsStore.initial)
  keepDraftOf('')
  return true
}
