import { call } from '#web/data/api/client.ts'
import { forgetHint } from '#web/data/api/session-hint.ts'
import { confirmAction } from './confirm-action.ts'
import { discardQueued } from './outbox/outbox.ts'
import { clearDraftUnlessOf } from './storage/counter-draft.ts'
import { clearDetails, detailsStore } from './storage/details-store.ts'
import { endingSession } from './storage/ending-session.ts'

/**
 * Signs out on this device, now or when the network returns. Deletes the stored order details (AUTH-9) and the
 * counter's draft. Asks first if a guest would lose access to the orders, or if queued writes would be discarded;
 * returns false if the person then stays. `everywhere` ends all sessions of the account; this needs the network, and
 * throws without a network.
 */
export async function signOut({ everywhere = false, isGuest = false } = {}): Promise<boolean> {
  if (isGuest && !(await mayLeave())) return false
  if (!(await discardQueued(mayDiscard))) return false
  if (everywhere) await call('DELETE /api/account/sessions')
  // Before the details are cleared, so that the payment page does not take the cleared details for a changed cart.
  forgetHint()
  detailsStore.set(clearDetails)
  clearDraftUnlessOf('')
  endingSession.set(() => true)
  await endSession().catch(() => {})
  return true
}

function mayLeave(): Promise<boolean> {
  return confirmAction({
    title: 'Sign out without an account?',
    text: 'This phone then no longer shows your orders, and you cannot sign in again. First get your private link in My Orders, or set a password there.',
    action: 'Sign out',
    otherwise: 'Stay signed in',
    danger: true,
  })
}

function mayDiscard(count: number): Promise<boolean> {
  return confirmAction({
    title: 'Sign out without sending?',
    text: `${count === 1 ? 'One change still waits' : `${count} changes still wait`} for the network.`,
    action: 'Sign out',
    otherwise: 'Stay signed in',
    danger: true,
  })
}

let ending: Promise<void> | undefined

/**
 * Asks the server to end the session after a sign-out. Only one request runs at a time, because a second request could
 * end the next session.
 */
export function endSession(): Promise<void> {
  ending ??= end().finally(() => {
    ending = undefined
  })
  return ending
}

async function end(): Promise<void> {
  if (!endingSession.get()) return
  await call('DELETE /api/session')
  forgetEnding()
}

/**
 * Forgets a pending sign-out. Call this once the server has ended the session, or a sign-in has replaced the session.
 */
export function forgetEnding(): void {
  if (endingSession.get()) endingSession.set(() => false)
}
