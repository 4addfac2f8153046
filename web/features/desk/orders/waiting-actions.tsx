import { useState } from 'react'
import type { Order } from '#contract/orders.ts'
import type { Actor } from '#domain/order.ts'
import { isKept, withdraw } from '#web/sync/outbox/outbox.ts'
import { useTaps } from '#web/sync/outbox/queued-actions.ts'
import { clock } from '#web/ui/lagos-time.ts'
import { TextButton } from '#web/ui/text-button.tsx'
import { toast, toastTime } from '#web/ui/toast.tsx'
import { afterTaps, tapWords } from './queued-actions.ts'

/** An order as it will be once what was tapped here has gone out. */
export function useAfterTaps(order: Order, actor: Actor): Order {
  return afterTaps(order, useTaps(actor.id, 'orders', order.id))
}

/** On an order's card: what was tapped and waits for the network. */
export function WaitingTaps({ order, actor }: { order: Order; actor: Actor }) {
  const taps = useTaps(actor.id, 'orders', order.id).filter(({ waits, refused }) => waits && !refused)
  const [busy, setBusy] = useState(false)
  const last = taps.at(-1)
  if (!last) return null

  async function takeBack(id: string, tried: boolean) {
    setBusy(true)
    const isBack = await withdraw(id).catch(() => false)
    setBusy(false)
    // A try without an answer may have arrived all the same.
    if (isBack && tried)
      toast('Taken back. If it has arrived already, the board shows it.', { duration: toastTime.added })
  }

  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 rounded-control bg-raise2 px-3 text-sm">
      <p role="status" className="wrap-anywhere py-2 leading-snug">
        <strong>{tapWords(taps)}</strong> · waiting for the network since {clock(new Date(last.at).toISOString())}.
        {!isKept() && ' Keep this page open.'}
      </p>
      <TextButton disabled={busy} onClick={() => void takeBack(last.id, last.tried)}>
        Take back
      </TextButton>
    </div>
  )
}
