import type { Row } from '../../text/csv.ts'
import { fold } from '../../text/words.ts'
import { cellOf } from './statement-cells.ts'
import type { Columns } from './statement-heading.ts'
import { isSweep, type Layout } from './statement-layouts.ts'

/**
 * The kind of a line: money of customers and others, or money that moved automatically. A failed line moved no money.
 */
export const lineKinds = ['customer', 'sweep', 'charge', 'levy', 'reversal', 'failed'] as const
export type LineKind = (typeof lineKinds)[number]

const levy =
  /\b(?:(?:stamp|excise) dut(?:y|ies)|emtl?|levy|levies|electronic money transfer|withholding tax|wht|timbre)\b/i
const charge = /\b(?:charges?|fees?|commission|comm|vat|cot|sms|card maintenance|maintenance|alert|chg|frais|agios)\b/i
const reversal = /\b(?:rvsl?|revsl|reversal|reversed|annulation|extourne)\b|_rvsl\b|^rev[/:-]/i
/** Banks also write 'REV' for a reversal in outgoing lines; in incoming lines, 'REV' means Reverend. */
const outgoingReversal = /\brev\b/i

/** Returns true for a charge or a levy of the bank, which goes out. */
export const isOwnCost = (narration: string) => levy.test(narration) || charge.test(narration)

const failed =
  /fail|declin|unsuccess|cancel|reject|abort|error|abandon|expire|time.?out|revert|pending|awaiting|in progress|processing/i
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
  /** True for a charge in a separate column. */
  readonly isCharge: boolean
  readonly category: string
  readonly layout: Layout | undefined
}

/**
 * Returns true if a row moved no money, according to its status. A statement with a balance lists a reversed transfer
 * and its reversal; without a balance, only the status shows that the money went back.
 */
export function isFailed(row: Row, columns: Columns): boolean {
  const status = cellOf(row, columns, 'status')
  return failed.test(status) || (columns.balance === undefined && returned.test(status))
}

export function kindOf({ amount, narration, reference, isFailed, isCharge, category, layout }: Facts): LineKind {
  const said = `${narration} ${category}`
  if (isFailed) return 'failed'
  if (isCharge) return 'charge'
  if (isSweep(said, layout)) return 'sweep'
  if (reversal.test(said) || /_rvsl/i.test(reference) || (amount < 0 && outgoingReversal.test(narration)))
    return 'reversal'
  if (amount < 0 && levy.test(said)) return 'levy'
  return amount < 0 && charge.test(said) ? 'charge' : 'customer'
}

const total =
  /^(?:(?:grand|sub|page|statement|daily) )*(?:(?:sub)?totals?|totaux|net (?:movement|change|total))(?: (?:debits?|credits?|dr|cr|amount|value|for|of|this|transactions?|page|in|out|and|money|withdrawals?|deposits?|lodge?ments?|inflows?|outflows?|mouvements?|general|des|ngn)\b)*( .*)?$/
const carried = /^(?:bal|balance|amount|solde)? ?(?:b f|bf|b fwd|brought f(?:or)?wa?r?d|report)( .*)?$/
const opening =
  /^(?:opening|previous|starting|start|beginning|initial|ancien) (?:ledger |account )?(?:bal|balance|solde)\b|^solde (?:initial|precedent|anterieur|d ouverture)\b/
const closing =
  /^(?:closing|ending|end|final|nouveau) (?:ledger |account )?(?:bal|balance|solde)\b|^solde (?:final|de cloture)\b|^(?:bal|balance|amount)? ?(?:c f|cf|c fwd|carried f(?:or)?wa?r?d|c d)( .*)?$/

/**
 * Returns the kind of a row that is not a line: a sum of other rows, or a balance. A row with a day counts as a sum or
 * a balance only if its whole text says so, because customers write narrations such as 'Total for two plates'.
 */
export function summaryOf(text: string, hasDay = false): 'total' | 'opening' | 'closing' | undefined {
  const start = text.slice(0, 80)
  const words = (/[^ -~]/.test(start) ? fold(start) : start.toLowerCase()).replace(/[^a-z]+/g, ' ').trim()
  const isSaid = (pattern: RegExp) => {
    const found = pattern.exec(words)
    return found !== null && !(hasDay && found[1] !== undefined)
  }
  if (isSaid(total)) return 'total'
  return isSaid(opening) || isSaid(carried) ? 'opening' : isSaid(closing) ? 'closing' : undefined
}
