import { useEffect } from 'react'
import { afterFirstPaint } from '#web/app/start-up/after-first-paint.ts'
import { part } from '#web/app/start-up/retry-import.ts'
import type { QueuedWrite } from '#web/data/outbox/queue.ts'
import { useOutbox } from '#web/data/outbox/use-outbox.ts'

/** Loaded in advance, because this component appears when there is no network. */
export const Waiting = part(() => import('./waiting.tsx'))

type Props = {
  readonly account: string
  readonly kind?: QueuedWrite['kind']
}

/** The customer's waiting writes, and the writes that were refused after waiting (LIVE-6). */
export function WaitingList({ account, kind }: Props) {
  useEffect(() => void afterFirstPaint(Waiting.load), [])
  const entries = useOutbox(account)?.filter(
    // The refusal of a first try is shown beside its button.
    ({ write, waits }) => waits && (kind === undefined || write.kind === kind),
  )
  if (!entries?.length) return null
  return (
    <div className="grid gap-4">
      {entries.map((entry) => (
        <Waiting key={entry.id} entry={entry} />
      ))}
    </div>
  )
}
