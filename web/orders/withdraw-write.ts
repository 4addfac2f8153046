import { withdraw } from '#web/data/outbox/outbox.ts'
import type { Entry } from '#web/data/outbox/queue.ts'
import { toastNotice } from '#web/data/toast.ts'

/** Withdraws a queued write, and says so. `ifArrived` is for a write that may have arrived without an answer. */
export async function withdrawWrite({ id, tried }: Pick<Entry, 'id' | 'tried'>, ifArrived: string): Promise<void> {
  if (await withdraw(id)) toastNotice(tried ? `Withdrawn. If it has reached us already, ${ifArrived}.` : 'Withdrawn.')
}
