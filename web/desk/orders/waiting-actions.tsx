import type { DeskOrder } from '#contract/order/orders.ts'
import type { Actor } from '#domain/restaurant/policy.ts'
import { useQueuedActions } from '#web/data/outbox/queued-actions.ts'
import { withdrawWrite } from '#web/orders/withdraw-write.ts'
import { clock } from '#web/ui/lagos-time.ts'
import { TextButton } from '#web/ui/text-button.tsx'
import { useSend } from '#web/ui/use-send.ts'
import { afterQueuedActions } from './after-queued-actions.ts'
import { labelsOf } from './desk-actions.ts'

/** Returns the order as it will be after the actions queued on this device. */
export function useAfterQueuedActions(order: DeskOrder, actor: Actor): DeskOrder {
  return afterQueuedActions(order, useQueuedActions(actor.id, order.orderId), actor)
}

/** Returns the order's actions that wait for the network. */
export function useWaitingActions(order: DeskOrder, actor: Actor) {
  return useQueuedActions(actor.id, order.orderId).filter(({ waits, refused }) => waits && !refused)
}

export function WaitingActions({ order, actor }: { order: DeskOrder; actor: Actor }) {
  const queued = useWaitingActions(order, actor)
  const { busy, send } = useSend()
  const last = queued.at(-1)
  if (!last) return null

  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 rounded-control bg-raise2 px-3 text-sm">
      <p role="status" className="wrap-anywhere py-2 leading-snug">
        <strong>{labelsOf(queued)}</strong> · waiting for the network since {clock(new Date(last.at).toISOString())}.
      </p>
      <TextButton disabled={busy} onClick={() => void send(() => withdrawWrite(last, 'the board shows it'))}>
        Withdraw
      </TextButton>
    </div>
  )
}
