import type { DeskOrder } from '#contract/order/orders.ts'
import { orderCode } from '#domain/order/quote.ts'
import { dismiss } from '#web/data/outbox/outbox.ts'
import { useActionAnswers, useQueuedActions } from '#web/data/outbox/queued-actions.ts'
import { Refused } from '#web/staff/refused.tsx'
import { labelsOf } from './desk-actions.ts'
import { toastFinal, useOrderActions } from './order-actions.ts'

/** Applies the answers to queued actions, and lists actions that were refused after they waited. */
export function QueuedActionResults({ account }: { account: string }) {
  const { apply, reload } = useOrderActions()
  const refusals = useQueuedActions(account).flatMap((entry) =>
    // Leave out actions that did not wait: their refusal was shown as a toast.
    entry.waits && entry.refused ? [{ ...entry, why: entry.refused.detail }] : [],
  )

  useActionAnswers<DeskOrder>({
    onAnswer({ write, waits }, answer) {
      apply(answer)
      if (waits) toastFinal(`${orderCode(write.id)}: ${labelsOf([{ write }])} sent.`)
    },
    onRefused: ({ write }) => void reload(write.id),
  })

  if (refusals.length === 0) return null
  return (
    <div className="grid gap-2 px-4 py-2">
      {refusals.map(({ id, write, why }) => (
        <Refused key={id} code={`${orderCode(write.id)} ${labelsOf([{ write }])}:`} onRead={() => void dismiss(id)}>
          {why}
        </Refused>
      ))}
    </div>
  )
}
