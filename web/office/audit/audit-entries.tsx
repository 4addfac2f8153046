import type { AuditEntry } from '#contract/staff.ts'
import { clock, day } from '#web/ui/lagos-time.ts'
import { type Reader, tell } from './audit-sentences.ts'

type Props = {
  readonly entries: readonly AuditEntry[]
  readonly reader: Reader
  readonly label: string
  readonly className?: string
}

/** Audit entries as sentences, under the day of each. */
export function AuditEntries({ entries, reader, label, className = '' }: Props) {
  return (
    <ol aria-label={label} className={`grid divide-y divide-line ${className}`}>
      {entries.map((entry, index) => (
        <Entry key={entry.id} entry={entry} reader={reader} isFirstOfDay={!isSameDay(entry, entries[index - 1])} />
      ))}
    </ol>
  )
}

function isSameDay(entry: AuditEntry, before: AuditEntry | undefined): boolean {
  return before !== undefined && day(before.at) === day(entry.at)
}

/** The time and the sentence; above the first of a day, the day. */
function Entry({
  entry,
  reader,
  isFirstOfDay,
}: {
  readonly entry: AuditEntry
  readonly reader: Reader
  readonly isFirstOfDay: boolean
}) {
  const { says, more } = tell(entry, reader)
  return (
    <li className="grid grid-cols-[3.5rem_minmax(0,1fr)] gap-x-2 py-3 leading-snug">
      {isFirstOfDay && <h3 className="col-span-2 pb-2 text-lg">{day(entry.at)}</h3>}
      <time dateTime={entry.at} className="figures text-soft">
        {clock(entry.at)}
      </time>
      <p className="wrap-anywhere">
        {says.map((piece) =>
          typeof piece === 'string' ? (
            piece
          ) : (
            <strong key={piece.strong} className="font-semibold">
              {piece.strong}
            </strong>
          ),
        )}
        {more && <span className="block text-sm text-soft">{more}</span>}
      </p>
    </li>
  )
}
