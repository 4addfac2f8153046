import type { Row } from '../../text/csv.ts'
import { cellOf } from './statement-cells.ts'
import type { Columns } from './statement-heading.ts'
import { isSweep, type Layout } from './statement-layouts.ts'

/**
 * The kind of a line: money of customers and others, or money that moved automatically. A failed line moved no money.
 */
export const lineKinds = ['customer', 'sweep', 'charge', 'levy', 'reversal', 'failed'] as const
export type LineKind = (typeof lineKinds)[number]

const levy = /\b(?:stamp dut(?:y|ies)|emtl?|levy|levies|electronic money transfer)\b/i
const charge = /\b(?:charges?|fees?|commission|comm|vat|cot|sms|card maintenance|maintenance|alert|chg)\b/i
const reversal = /\b(?:rvsl|revsl|reversal|reversed)\b|_rvsl\b/i
/** Banks also write 'REV' for a reversal in outgoing lines; in incoming lines, 'REV' means Reverend. */
const outgoingReversal = /\brev\b/i
const failed = /fail|declin|unsuccess|cancel|reject|abort|error|revert|pending|processing/i
const returned = /revers|refund|return/i

/**
 * Returns true if a line counts as money of a business day. A failed transfer, and a transfer between the restaurant's
 * own accounts, do not count.
 */
export const isOfDay = ({ kind, amount }: { readonly kind?: LineKind | null | undefined; readonly amount: number }) =>
  kind !== 'sweep' && kind !== 'failed' && amount !== 0

type Facts = {
  /** Kobo. */
  readonly amount: number
  readonly narration: string
  readonly reference: string
  readonly isFailed: boolean
  readonly category: string
  readonly layout: Layout | undefined
}

/**
 * Returns true if a row moved no money by its status. A statement with a balance lists a reversed transfer and its
 * reversal; without a balance, the status alone tells that the money went back.
 */
export function isFailed(row: Row, columns: Columns): boolean {
  const status = cellOf(row, columns, 'status')
  return failed.test(status) || (columns.balance === undefined && returned.test(status))
}

export function kindOf({ amount, narration, reference, isFailed, category, layout }: Facts): LineKind {
  const said = `${narration} ${category}`
  if (isFailed) return 'failed'
  if (isSweep(said, layout)) return 'sweep'
  if (reversal.test(said) || /_rvsl/i.test(reference) || (amount < 0 && outgoingReversal.test(narration)))
    return 'reversal'
  if (amount < 0 && levy.test(said)) return 'levy'
  return amount < 0 && charge.test(said) ? 'charge' : 'customer'
}

/** Returns the kind of a row that is not a line: a sum of other rows, or a balance. */
export function summaryOf(text: string): 'total' | 'opening' | 'closing' | undefined {
  const words = text
    .slice(0, 80)
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim()
  if (
    /^(?:grand |sub |page |statement )?(?:sub)?totals?(?: (?:debits?|credits?|amount|for|of|this|transactions?|page|in|out|and|withdrawals?|deposits?)\b.*)?$/.test(
      words,
    )
  ) {
    return 'total'
  }
  if (
    /^(?:opening|previous|starting|initial) (?:bal|balance)\b|^(?:bal|balance|amount)? ?(?:b f|bf|brought f(?:or)?wa?r?d)\b/.test(
      words,
    )
  )
    return 'opening'
  return /^(?:closing|ending|final) (?:bal|balance)\b|^(?:bal|balance|amount)? ?(?:c f|cf|carried f(?:or)?wa?r?d|c d)\b/.test(
    words,
  )
    ? 'closing'
    : undefined
}

/**
 * Returns the sender in 'TRF FROM ADA OBI TO INA GRILL' and 'TRF FROM ADA OBI XF7KEN'; '' without a name. Pass a
 * shortened narration, because the pattern scans to the end from each 'from'.
 */
export function senderIn(narration: string): string {
  const found = /\b(?:from|frm)[\s:/-]+([\p{L}.'][\p{L} .'-]{2,}?)(?=\sto\b|[/|:,]|\s\p{L}*\d|\d|$)/iu.exec(narration)
  return found?.[1]?.trim() ?? ''
}
