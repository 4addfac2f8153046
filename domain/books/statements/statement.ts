import type { Naira } from '../../money/money.ts'
import type { PaymentState } from '../../order/payment.ts'
import * as Payment from '../../order/payment.ts'
import { orderCode, orderIdAlphabet } from '../../order/quote.ts'
import type { OrderStatus } from '../../order/statuses.ts'
import { isOpen } from '../../order/statuses.ts'
import { isNamedIn, words, writtenWords } from '../../text/words.ts'

/** Money that came in, according to a bank's statement. */
export type Transfer = {
  /** The row number of a spreadsheet. */
  readonly line: number
  readonly narration: string
  /** Naira, with kobo. */
  readonly amount: number
  readonly sender: string
  readonly sessionId: string
  /** Set if the row's balance does not follow from the previous row, so a person must check the transfer. */
  readonly isDoubtful?: true | undefined
  /** The part of the transfer, in naira, that is already recorded for other orders. */
  readonly recorded?: number | undefined
  /** The order code in the narration, if its order is already paid or finished. */
  readonly paidCode?: string | undefined
}

/** The most transfers in one request; a longer statement is sent in parts. */
export const mostAsked = 100

/** The fields of an order that matching uses. */
export type Payable = {
  readonly orderId: string
  readonly status: OrderStatus
  readonly payment: PaymentState
  readonly totalAmount: Naira
  readonly received: Naira
  readonly payerName: string
}

/**
 * The certainty of a match. Certain: the code, and exactly the amount due. Likely: the code and another amount, or the
 * only match by amount and payer's name. Extra: the code of an order that is already paid.
 */
export const certainties = ['certain', 'likely', 'extra'] as const
export type Certainty = (typeof certainties)[number]

type Match = {
  readonly line: number
  readonly orderId: string
  readonly certainty: Certainty
  /** This order's part, in naira, of a transfer that pays several orders. */
  readonly part?: number
  /** The order code in the narration, if its order is already paid or finished. */
  readonly paidCode?: string
}

/** Ignores a difference below one naira. */
const isExactly = (amount: number, due: number) => Math.abs(amount - due) < 1

/**
 * Proposes an order for each transfer; a person confirms each proposal. If two transfers each pay one order in full,
 * the second is extra. A transfer with the codes of several orders pays them all if its amount is the sum of the
 * amounts due. A partly recorded transfer is proposed only for orders whose amounts due add up to the rest.
 */
export function match(transfers: readonly Transfer[], orders: readonly Payable[]): Match[] {
  const known = new Map(orders.map((order) => [orderCode(order.orderId), order]))
  const byCode = transfers.map((transfer) => ({
    transfer,
    named: [...codesIn(transfer.narration)].flatMap((code) => known.get(code) ?? []),
  }))
  const taken = new Set(byCode.flatMap(({ named }) => named.map(({ orderId }) => orderId)))
  const unnamed = byCode.flatMap(({ transfer, named }) => (named.length > 0 ? [] : [transfer]))
  const open = Map.groupBy(
    orders.filter((order) => isDue(order) && !taken.has(order.orderId)),
    due,
  )
  const sent = Map.groupBy(unnamed, ({ amount }) => Math.round(amount))
  const paid = new Set<string>()
  const near = <Value>(map: ReadonlyMap<number, Value[]>, amount: number) =>
    [...new Set([Math.floor(amount), Math.ceil(amount)])].flatMap((whole) => map.get(whole) ?? [])
  const candidates = (transfer: Transfer) => near(open, transfer.amount).filter(({ orderId }) => !paid.has(orderId))

  function certaintyOf({ isDoubtful }: Transfer, wish: 'certain' | 'likely'): Certainty {
    return isDoubtful ? 'likely' : wish
  }

  function byName(transfer: Transfer): Match[] {
    const [one, ...others] = candidates(transfer).filter((each) => isNamed(transfer, each))
    if (!one || others.length > 0) return []
    const same = [-1, 0, 1].flatMap((by) => sent.get(due(one) + by) ?? [])
    const isOnlyOne = same.filter((each) => isExactly(each.amount, due(one)) && isNamed(each, one)).length <= 1
    return isOnlyOne ? [{ line: transfer.line, orderId: one.orderId, certainty: 'likely' }] : []
  }

  return byCode.flatMap(({ transfer, named }): Match[] => {
    const { line, amount, recorded = 0 } = transfer
    const [first] = named
    if (!first) return recorded > 0 ? [] : byName(transfer)
    const waiting = named.filter((order) => isDue(order) && !paid.has(order.orderId))
    const together = waiting.reduce((sum, order) => sum + due(order), 0)
    const isInParts = waiting.length > 1 || recorded > 0
    if (isInParts && isExactly(amount - recorded, together)) {
      for (const { orderId } of waiting) paid.add(orderId)
      return waiting.map((order) => ({
        line,
        orderId: order.orderId,
        certainty: certaintyOf(transfer, 'certain'),
        part: due(order),
      }))
    }
    if (recorded > 0) return []
    const exact = waiting.find((order) => isExactly(amount, due(order)))
    const order = exact ?? waiting[0]
    if (order) {
      if (exact) paid.add(order.orderId)
      return [{ line, orderId: order.orderId, certainty: certaintyOf(transfer, exact ? 'certain' : 'likely') }]
    }
    // Payers reuse old narrations, so a waiting order of the same payer with the transfer's amount takes precedence
    // over the order of the code.
    const [later, ...others] = candidates(transfer).filter(
      (each) => isNamed(transfer, each) || isSamePayer(each, first),
    )
    if (later && others.length === 0)
      return [{ line, orderId: later.orderId, certainty: 'likely', paidCode: orderCode(first.orderId) }]
    return [{ line, orderId: first.orderId, certainty: 'extra' }]
  })
}

const isSamePayer = (one: Payable, other: Payable) => isNamedIn(one.payerName, other.payerName)

/**
 * Returns the transfers that could be for an order, most likely first: by characters of its code, words of the payer's
 * name, and the amount.
 */
export function nearest(transfers: readonly Transfer[], order: Payable): Transfer[] {
  const score = new Map(transfers.map((transfer) => [transfer, likeness(transfer, order)]))
  return transfers.toSorted((a, b) => (score.get(b) ?? 0) - (score.get(a) ?? 0) || a.line - b.line)
}

/**
 * Returns how likely the transfer is for the order, from 0 to 3. A part of a code counts if it has three characters or
 * more.
 */
function likeness({ sender, narration, amount }: Transfer, order: Payable): number {
  const letters = narration.toUpperCase().replace(/[^A-Z0-9]/g, '')
  const code = orderCode(order.orderId)
  let longest = 0
  for (let from = 0; from < code.length; from++) {
    for (let to = from + 3; to <= code.length; to++) {
      if (letters.includes(code.slice(from, to))) longest = Math.max(longest, to - from)
    }
  }
  const written = writtenWords(`${sender} ${narration}`)
  const name = words(order.payerName)
  const named = name.length === 0 ? 0 : name.filter((word) => written.has(word)).length / name.length
  const wanted = Math.max(1, due(order))
  return longest / code.length + named + Math.max(0, 1 - Math.abs(amount - wanted) / wanted)
}

function isDue({ status, payment }: Payable): boolean {
  return isOpen(status) && !Payment.covers(payment) && payment !== 'late'
}

function due({ totalAmount: total, received }: Payable): number {
  return total - received
}

/**
 * The most possible codes read from one narration. Banks' texts contain fewer, because codes use only two thirds of the
 * letters and digits, and every other sign ends a possible code.
 */
const mostCodes = 100

const signsOfCodes = new RegExp(`[${orderIdAlphabet}]{6,}`, 'g')

/** Returns possible order codes in a narration. Banks drop spaces, so a code may be anywhere. */
export function codesIn(narration: string): Set<string> {
  const letters = narration.toUpperCase().replace(/[^A-Z0-9]/g, '')
  const codes = new Set<string>()
  for (const [run] of letters.matchAll(signsOfCodes)) {
    for (let at = 0; at + 6 <= run.length && codes.size < mostCodes; at++) codes.add(run.slice(at, at + 6))
  }
  return codes
}

function isNamed({ sender, narration }: Transfer, { payerName }: Payable): boolean {
  return isNamedIn(payerName, `${sender} ${narration}`)
}
