import { and, inArray, notInArray, or, sql } from 'drizzle-orm'
import type { StatementMatches, StatementMatchRequest } from '#contract/statement-matches.ts'
import * as Statement from '#domain/books/statements/statement.ts'
import * as Payment from '#domain/order/payment.ts'
import { coveredStates } from '#domain/order/payment.ts'
import { openStatuses } from '#domain/order/statuses.ts'
import { recordedAmounts } from '../books/movements.ts'
import { isAnyOf } from '../db/any-of.ts'
import type { Database, Reader } from '../db/database.ts'
import { orders } from '../db/schema.ts'
import { oneSnapshot } from '../db/transaction.ts'
import type { Call } from '../http/route.ts'
import { orderDocument } from '../orders/document.ts'

/**
 * Returns a statement's transfers that are already recorded, and the likely orders of all other transfers. Changes
 * nothing.
 */
export function matchStatement(
  database: Database,
  { body }: Call<'POST /api/desk/statement-matches'>,
): Promise<StatementMatches> {
  return database.transaction((tx) => matchesOf(tx, body), oneSnapshot)
}

async function matchesOf(orm: Reader, { transfers }: StatementMatchRequest): Promise<StatementMatches> {
  const amounts = await recordedAmounts(
    orm,
    transfers.map(({ sessionId }) => Payment.sessionKey(sessionId)),
  )
  const amountOf = ({ sessionId }: Statement.Transfer) => amounts.get(Payment.sessionKey(sessionId)) ?? 0
  const fresh = transfers.flatMap((transfer): Statement.Transfer[] => {
    const recorded = amountOf(transfer)
    if (recorded === 0) return [transfer]
    return transfer.amount - recorded < 1 ? [] : [{ ...transfer, recorded }]
  })

  const codes = [...new Set(fresh.flatMap(({ narration }) => [...Statement.codesIn(narration)]))]
  const rows = await orm
    .select()
    .from(orders)
    .where(
      or(
        and(inArray(orders.status, openStatuses), notInArray(orders.payment, [...coveredStates])),
        // Finished orders are included, because money that arrives for them has to be refunded.
        codes.length === 0 ? undefined : isAnyOf(sql`right(${orders.orderId}, 6)`, codes),
      ),
    )
  const found = new Map(rows.map((row) => [row.orderId, orderDocument('till', row)]))
  const matches = Statement.match(fresh, [...found.values()]).flatMap(({ orderId, ...match }) => {
    const order = found.get(orderId)
    return order ? [{ ...match, order }] : []
  })
  const matched = new Set(matches.map(({ line }) => line))
  const inPart = fresh.filter(({ line, recorded = 0 }) => recorded > 0 && matched.has(line))
  const partly = new Set(inPart.map(({ line }) => line))
  return {
    matches,
    recorded: transfers.flatMap((each) => (amountOf(each) > 0 && !partly.has(each.line) ? each.line : [])),
    ...(inPart.length > 0 && {
      recordedInPart: inPart.map(({ line, recorded = 0 }) => ({ line, amount: recorded })),
    }),
  }
}
