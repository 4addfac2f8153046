import { useState } from 'react'
import * as BusinessDay from '#domain/books/business-day.ts'
import { sum } from '#domain/books/kobo.ts'
import type { Transfer } from '#domain/books/statements/statement.ts'
import { Badge } from '#web/ui/badge.tsx'
import { RadioRow } from '#web/ui/forms/option-row.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { type LikelyTransfer, writtenOn } from './statement-proposals.ts'

/** The number of lines that fit beside the form without scrolling. */
const atFirst = 4

type Props = {
  readonly transfers: readonly LikelyTransfer[]
  readonly due: number
  readonly sessionId: string
  readonly onChoose: (transfer: Transfer) => void
}

/**
 * The lines of the imported statement that are not recorded. Choosing a line fills the form. Lines that match another
 * order come last.
 */
export function LikelyTransfers({ transfers, due, sessionId, onChoose }: Props) {
  const [all, setAll] = useState(false)
  if (transfers.length === 0) return null
  const shown = all ? transfers : transfers.slice(0, atFirst)
  return (
    <fieldset className="grid min-w-0 gap-1.5">
      <legend className="mb-1.5 font-semibold text-sm">Lines of the statement, nearest first</legend>
      {shown.map(({ transfer, matches }) => (
        <div
          key={transfer.line}
          className="wrap-anywhere flex rounded-control border border-line px-3 has-checked:border-ember has-checked:bg-raise2"
        >
          <RadioRow
            name="transfer"
            value={String(transfer.line)}
            checked={transfer.sessionId === sessionId}
            onChange={() => onChoose(transfer)}
            label={<strong className="figures">{BusinessDay.format(left(transfer))}</strong>}
            hint={writtenOn(transfer)}
            aside={
              matches === undefined ? (
                <Badge variant={Math.abs(left(transfer) - due) < 1 ? 'done' : 'plain'}>
                  {difference(sum([left(transfer), -due]))}
                </Badge>
              ) : (
                <Badge variant="promise">For {matches}</Badge>
              )
            }
          />
        </div>
      ))}
      {transfers.length > shown.length && (
        <TextButton onClick={() => setAll(true)}>Show all {transfers.length} lines</TextButton>
      )}
    </fieldset>
  )
}

/** Returns the naira of a transfer that are not recorded yet. */
const left = ({ amount, recorded = 0 }: Transfer) => sum([amount, -recorded])

function difference(by: number): string {
  if (Math.abs(by) < 1) return 'Exactly'
  return `${BusinessDay.format(Math.abs(by))} ${by < 0 ? 'short' : 'over'}`
}
