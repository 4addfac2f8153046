import type { Naira } from '../money/money.ts'
import type { PaymentState } from '../order/payment.ts'
import * as Payment from '../order/payment.ts'
import { orderCode, orderIdAlphabet } from '../order/quote.ts'
import type { OrderStatus } from '../order/statuses.ts'
import { isOpen } from '../order/statuses.ts'
import { isNamedIn, words } from '../text/words.ts'

/** Money that came in, as a bank's statement has it. */
export type Transfer = {
  /** In the file, as a spreadsheet counts. */
  readonly line: number
  readonly narration: string
  readonly amount: Naira
  readonly sender: string
  readonly sessionId: string
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

type Match = { readonly line: number; readonly orderId: string; readonly certainty: Certainty }

/** Which transfer is for which order. It proposes; a person confirms each. Of two that pay one order in full the second is extra. */
export function match(transfers: readonly Transfer[], orders: readonly Payable[]): Match[] {
  const known = new Map(orders.map((order) => [orderCode(order.orderId), order]))
  const byCode = transfers.map((transfer) => ({
    transfer,
    order: [...codesIn(transfer.narration)].flatMap((code) => known.get(code) ?? [])[0],
  }))
  const taken = new Set(byCode.flatMap(({ order }) => order?.orderId ?? []))
  const unnamed = byCode.flatMap(({ transfer, order }) => (order ? [] : [transfer]))
  const open = Map.groupBy(
    orders.filter((order) => isDue(order) && !taken.has(order.orderId)),
    due,
  )
  const sent = Map.groupBy(unnamed, ({ amount }): number => amount)
  const paid = new Set<string>()
  return byCode.flatMap(({ transfer, order }): Match[] => {
    const { line } = transfer
    if (order) {
      const isExtra = !isDue(order) || paid.has(order.orderId)
      const certainty = isExtra ? 'extra' : transfer.amount === due(order) ? 'certain' : 'likely'
      if (certainty === 'certain') paid.add(order.orderId)
      return [{ line, orderId: order.orderId, certainty }]
    }
    const [one, ...others] = (open.get(transfer.amount) ?? []).filter((each) => isNamed(transfer, each))
    const isOnlyOne =
      one && others.length === 0 && (sent.get(due(one)) ?? []).filter((each) => isNamed(each, one)).length === 1
    return isOnlyOne ? [{ line, orderId: one.orderId, certainty: 'likely' }] : []
  })
}

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
  const written = new Set(words(`${sender} ${narration}`))
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
