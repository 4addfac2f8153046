import type { QueuedWrite } from './queue.ts'
import { useOutbox } from './use-outbox.ts'
import { Waiting } from './waiting.tsx'

type Props = {
  readonly account: string
  /** Of one kind only. */
  readonly kind?: QueuedWrite['kind']
}

/** What of this customer waits for the network, or was refused when it came through (LIVE-6). */
export default function WaitingList({ account, kind }: Props) {
  const entries = useOutbox(account)?.filter(
    // What is refused at the first try is said where it was pressed.
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
