import { type Movement, type PlacedLine, reconcile } from '#domain/books/reconcile.ts'
import { codesIn } from '#domain/books/statements/statement.ts'
import * as Payment from '#domain/order/payment.ts'
import { orderCode } from '#domain/order/quote.ts'
import { serveTasks } from '../process/thread.ts'

// Statements are compared on this thread, because comparing two thousand lines would block the thread that serves
// pages.

type Recorded = { readonly lines: readonly PlacedLine[]; readonly movements: readonly Movement[] }

const tasks = { codes: unsettledCodes, groups: reconcile }
export type ReconcileTasks = typeof tasks

serveTasks(tasks)

/** Returns the order codes on lines that no movement settles, joined by commas. */
function unsettledCodes({ lines, movements }: Recorded): string {
  const amounts = new Map(movements.map(({ reference, amount }) => [reference ?? '', amount]))
  const ofCodes = new Map(movements.map(({ orderId, amount }) => [orderCode(orderId ?? ''), amount]))
  const all = new Set<string>()
  for (const { narration, sessionId, amount } of lines) {
    const codes = codesIn(narration)
    const isSettled =
      amounts.get(Payment.sessionKey(sessionId)) === amount || [...codes].some((code) => ofCodes.get(code) === amount)
    if (!isSettled) for (const code of codes) all.add(code)
  }
  return [...all].join()
}
