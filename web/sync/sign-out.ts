import { call } from '#web/api/client.ts'
import { confirmSignOut } from './outbox/outbox.ts'
import { clearDraftUnlessOf } from './storage/counter-draft.ts'
import { detailsStore } from './storage/details-store.ts'

/**
 * Ends the session, and deletes the order details (AUTH-9) and the counter draft that this browser stores. False where
 * queued writes still wait to be sent and the person chose to stay signed in.
 */
export async function signOut(): Promise<boolean> {
  if (!(await confirmSignOut())) return false
  await call('DELETE /api/session')
  detailsStore.set(() => detailsStore.initial)
  clearDraftUnlessOf('')
  return true
}
