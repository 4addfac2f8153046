import type { AuditEntry } from '#contract/staff.ts'
import { clock, day } from '#web/ui/lagos-time.ts'
import { type Reader, tell } from './audit-sentences.ts'

type Props = {
  readonly entries: readonly AuditEntry[]
  readonly reader: Reader
  readonly label: string
}

export function AuditEntries({ entries, reader, label }: Props) {
  return (
    <ol aria-label={label} className="grid divide-y divide-line">
      {entries.map((entry, index) => (
        <AuditRow key={entry.id} entry={entry} before={entries[index - 1]} reader={reader} />
      ))}
    </ol>
  )
}

function isSameDay(entry: AuditEntry, before: AuditEntry | undefined): boolean {
  return before !== undefined && day(before.at) === day(entry.at)
}

type RowProps = {
  readonly entry: AuditEntry
  /** The entry of the row above; undefined for the first row. */
  readonly before: AuditEntry | undefined
  readonly reader: Reader
}

/** An entry's time and sentence. The first entry of a day also shows the date. */
export function AuditRow({ entry, before, reader }: RowProps) {
  const { says, more } = tell(entry, reader)
  return (
    <li className="grid grid-cols-[3.5rem_minmax(0,1fr)] gap-x-2 px-5 py-3 leading-snug">
      {!isSameDay(entry, before) && <h3 className="col-span-2 pb-2 text-lg">{day(entry.at)}</h3>}
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
