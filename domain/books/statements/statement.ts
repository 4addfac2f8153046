import type { Naira } from '../../money/money.ts'
import type { PaymentState } from '../../order/payment.ts'
import * as Payment from '../../order/payment.ts'
import { orderCode, orderIdAlphabet } from '../../order/quote.ts'
import type { OrderStatus } from '../../order/statuses.ts'
import { isOpen } from '../../order/statuses.ts'
import { isNamedIn, words, writtenWords } from '../../text/words.ts'

/** Money that came in, as a bank's statement has it. */
export type Transfer = {
  /** In the file, as a spreadsheet counts. */
  readonly line: number
  readonly narration: string
  /** Naira, with kobo. */
  readonly amount: number
  readonly sender: string
  readonly sessionId: string
  /** The balance of its row does not follow from the one before: a person looks at it alone. */
  readonly isDoubtful?: true | undefined
  /** Naira of it that are recorded already, for other orders. */
  readonly recorded?: number | undefined
}

/** Transfers that are asked about at once; a longer statement is asked about in parts. */
export const mostAsked = 100

/** An order as far as a transfer can be for it. */
export type Payable = {
  readonly orderId: string
  readonly status: OrderStatus
  readonly payment: PaymentState
  readonly totalAmount: Naira
  readonly received: Naira
  readonly payerName: string
}

/**
 * How sure it is that a transfer is for an order. Certain: its code, and exactly what is due. Likely: its code and another
 * amount, or the amount and the payer's name, where no other fits. Extra: its code, and nothing is due any more.
 */
export const certainties = ['certain', 'likely', 'extra'] as const
export type Certainty = (typeof certainties)[number]

type Match = {
  readonly line: number
  readonly orderId: string
  readonly certainty: Certainty
  /** Naira of the transfer that are for this order, where it pays several. */
  readonly part?: number
}

/** A difference below one naira is none. */
const isExactly = (amount: number, due: number) => Math.abs(amount - due) < 1

/**
 * Which transfer is for which order. It proposes; a person confirms each. Of two that pay one order in full the second is extra. A
 * transfer with the codes of several orders pays them all where it is what they cost together. A transfer that is recorded in part is
 * only for orders that cost just the rest.
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
    // Payers use an old narration again: an order of the same payer that waits for just this money comes first.
    const [later, ...others] = candidates(transfer).filter(
      (each) => isNamed(transfer, each) || isSamePayer(each, first),
    )
    if (later && others.length === 0) return [{ line, orderId: later.orderId, certainty: 'likely' }]
    return [{ line, orderId: first.orderId, certainty: 'extra' }]
  })
}

const isSamePayer = (one: Payable, other: Payable) => isNamedIn(one.payerName, other.payerName)

/** Transfers that could be for an order, the likeliest first: by letters of its code, words of the payer's name, and the amount. */
export function nearest(transfers: readonly Transfer[], order: Payable): Transfer[] {
  const score = new Map(transfers.map((transfer) => [transfer, likeness(transfer, order)]))
  return transfers.toSorted((a, b) => (score.get(b) ?? 0) - (score.get(a) ?? 0) || a.line - b.line)
}

/** From 0 to 3. A part of a code counts from three letters on. */
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

/** Codes of one narration that are looked for. What a bank writes has fewer: codes leave out half of the letters and figures. */
const mostCodes = 100

const signsOfCodes = new RegExp(`[${orderIdAlphabet}]{6,}`, 'g')

/** What could be an order's code in a narration. Banks drop spaces, so it may stand anywhere. */
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
