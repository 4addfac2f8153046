import * as Payment from '../../order/payment.ts'
import type { Row } from '../../text/csv.ts'
import type { Columns, Field } from './statement-heading.ts'
import { longest } from './statement-line.ts'

/** Returns true for a cell in which a bank writes that no money moved: '', '-', 'nil'. */
export const isNothing = (written: string) => /^[-–—\s]*$/.test(written) || /^(?:nil|n\/a|null)$/i.test(written)

/** Returns the text of a row's field, on one line; '' if the file has no column for the field. */
export function cellOf({ cells }: Row, columns: Columns, field: Field): string {
  const column = columns[field]
  return column === undefined
    ? ''
    : (cells[column] ?? '')
        .slice(0, 1000)
        .replace(/[\p{Cc}\s]+/gu, ' ')
        .trim()
}

/** Returns the text of a row's field; '' if the bank wrote a sign for an empty cell, such as a dash. */
export function textOf(row: Row, columns: Columns, field: Field): string {
  const text = cellOf(row, columns, field)
  return isNothing(text) ? '' : text
}

export function narrationOf(row: Row, columns: Columns): string {
  const [narration, memo] = [textOf(row, columns, 'narration'), textOf(row, columns, 'memo')]
  const isMore = memo !== '' && !narration.includes(memo)
  return (isMore ? `${narration} ${memo}`.trim() : narration).slice(0, longest.narration)
}

/**
 * Returns the session id. NIBSS's 30 digits, anywhere in the row, take precedence over the column of session ids:
 * staff type these digits when they confirm a payment, and a transfer must have one id.
 */
export function sessionOf(row: Row, columns: Columns, narration: string): string {
  const session = cellOf(row, columns, 'session')
  const reference = cellOf(row, columns, 'reference').replace(/^'/, '')
  const known = [session, reference, narration].flatMap((text) => /(?<!\d)\d{30}(?!\d)/.exec(text) ?? [])[0]
  const id = known ?? (session.replace(/^'/, '') || reference)
  // A spreadsheet truncates ids to '1.42511E+28', which thousands of transfers would share.
  const isCut = /^\d(?:[.,]\d+)?E\+?\d+$/i.test(id)
  return !isCut && Payment.sessionKey(id).length >= Payment.shortestSession ? id.slice(0, longest.sessionId) : ''
}
