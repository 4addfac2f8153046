import { type Movement, type PlacedLine, reconcile } from '#domain/books/reconcile.ts'
import { codesIn } from '#domain/books/statements/statement.ts'
import * as Payment from '#domain/order/payment.ts'
import { orderCode } from '#domain/order/quote.ts'
import { serveTasks } from '../process/thread.ts'

// The thread that compares statements with what was recorded: two thousand lines take longer than a page may wait.

type Recorded = { readonly lines: readonly PlacedLine[]; readonly movements: readonly Movement[] }

const tasks = { codes: unsettledCodes, groups: reconcile }
export type ReconcileTasks = typeof tasks

serveTasks(tasks)

/** The codes that may stand on lines that are not settled by what was recorded, with commas between. */
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
