import { and, inArray, notInArray, or, sql } from 'drizzle-orm'
import type { StatementMatches, StatementMatchRequest } from '#contract/statement-matches.ts'
import * as Movement from '#domain/books/movement.ts'
import * as Statement from '#domain/books/statements/statement.ts'
import * as Payment from '#domain/order/payment.ts'
import { coveredStates } from '#domain/order/payment.ts'
import { openStatuses } from '#domain/order/statuses.ts'
import { isPaymentOf } from '../books/movements.ts'
import { isAnyOf } from '../db/any-of.ts'
import type { Database, Reader } from '../db/database.ts'
import { movements, orders } from '../db/schema.ts'
import { oneSnapshot } from '../db/transaction.ts'
import type { Call } from '../http/route.ts'
import { orderDocument } from '../orders/document.ts'

/** Returns a statement's transfers that are already recorded, and the likely orders of the others. Changes nothing. */
export function matchStatement(
  database: Database,
  { body }: Call<'POST /api/desk/statement-matches'>,
): Promise<StatementMatches> {
  return database.transaction((tx) => matchesOf(tx, body), oneSnapshot)
}

async function matchesOf(orm: Reader, { transfers }: StatementMatchRequest): Promise<StatementMatches> {
  const keys = transfers.map(({ sessionId }) => Payment.sessionKey(sessionId))
  const known = await orm.select({ sessionId: movements.reference }).from(movements).where(isPaymentOf(keys))
  const isRecorded = new Set(known.map(({ sessionId }) => Movement.numberOf(sessionId ?? '')))
  const fresh = transfers.filter(({ sessionId }) => !isRecorded.has(Payment.sessionKey(sessionId)))

  const codes = [...new Set(fresh.flatMap(({ narration }) => [...Statement.codesIn(narration)]))]
  const rows = await orm
    .select()
    .from(orders)
    .where(
      or(
        and(inArray(orders.status, openStatuses), notInArray(orders.payment, [...coveredStates])),
        // Includes finished orders, because money that arrives for them has to be refunded.
        codes.length === 0 ? undefined : isAnyOf(sql`right(${orders.orderId}, 6)`, codes),
      ),
    )
  const found = new Map(rows.map((row) => [row.orderId, orderDocument('till', row)]))
  return {
    matches: Statement.match(fresh, [...found.values()]).flatMap(({ orderId, ...match }) => {
      const order = found.get(orderId)
      return order ? [{ ...match, order }] : []
    }),
    recorded: transfers.filter((transfer) => !fresh.includes(transfer)).map(({ line }) => line),
  }
}
