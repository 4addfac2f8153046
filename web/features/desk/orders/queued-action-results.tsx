import { orderCode } from '#domain/quote.ts'
import { dismiss } from '#web/sync/outbox/outbox.ts'
import { useActionAnswers, useQueuedActions } from '#web/sync/outbox/queued-actions.ts'
import { Refused } from '#web/sync/outbox/refused.tsx'
import { toastDone, useOrderActions } from './order-actions.ts'
import { actionLabels } from './queued-actions.ts'

/** Applies the answers to queued actions to the board, and lists the actions that were refused after they had waited. */
export function QueuedActionResults({ account }: { account: string }) {
  const { apply, reload } = useOrderActions()
  const refusals = useQueuedActions(account, 'orders').flatMap((entry) =>
    // A refusal at the first try is shown as a toast.
    entry.waits && entry.refused ? [{ ...entry, why: entry.refused.detail }] : [],
  )

  useActionAnswers('orders', {
    onAnswer({ write, waits }, answer) {
      apply(answer)
      if (waits) toastDone(`${orderCode(write.id)}: ${actionLabels([{ write }])} sent.`)
    },
    onRefused: ({ write }) => void reload(write.id),
  })

  if (refusals.length === 0) return null
  return (
    <div className="grid gap-2 px-4 py-2">
      {refusals.map(({ id, write, why }) => (
        <Refused key={id} code={`${orderCode(write.id)} ${actionLabels([{ write }])}:`} onRead={() => void dismiss(id)}>
          {why}
        </Refused>
      ))}
    </div>
  )
}
