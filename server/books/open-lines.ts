import { and, eq, gt, inArray, isNotNull, isNull, like, lte, notInArray, or, sql } from 'drizzle-orm'
import { type MovementKind, numberOf, placeKind } from '#domain/books/movement.ts'
import type { Earlier, Group, Movement, Order, PlacedLine } from '#domain/books/reconcile.ts'
import { lineKey, reconcile } from '#domain/books/reconcile.ts'
import { codesIn } from '#domain/books/statement.ts'
import { coveredStates, openStatuses } from '#domain/desk.ts'
import * as Payment from '#domain/payment.ts'
import { orderCode } from '#domain/quote.ts'
import type { Reader } from '../db/database.ts'
import { dayDifferences, movements, orders, statementLines } from '../db/schema.ts'
import { isPaymentOf } from './movements.ts'

type Span = { readonly from: Date; readonly until: Date }
type Reconciled = { readonly lines: readonly PlacedLine[]; readonly groups: readonly Group[] }

/** The statements that were brought for the open day, against what was recorded in it at these places. */
export async function reconcileOpenLines(db: Reader, span: Span, places: readonly string[]): Promise<Reconciled> {
  const rows = await db
    .select()
    .from(statementLines)
    .where(isNull(statementLines.dayId))
    .orderBy(statementLines.place, statementLines.line)
  if (rows.length === 0) return { lines: [], groups: [] }
  const lines = rows.map(({ id: _, dayId: _of, key: _key, recorded: _was, ...line }): PlacedLine => line)
  const recorded = await movementsOf(db, span, places)
  return {
    lines,
    groups: reconcile({
      places: [...new Set(lines.map(({ place }) => place))],
      lines,
      movements: recorded,
      orders: await ordersOf(db, lines, recorded),
      earlier: await earlierOf(db, span, lines, recorded),
    }),
  }
}

async function movementsOf(db: Reader, { from, until }: Span, places: readonly string[]): Promise<Movement[]> {
  const accounts = places.filter((place) => placeKind(place) === 'account')
  if (accounts.length === 0) return []
  const rows = await db
    .select({
      id: movements.id,
      kind: movements.kind,
      place: movements.place,
      orderId: movements.orderId,
      amount: movements.amount,
      reference: movements.reference,
    })
    .from(movements)
    .where(and(inArray(sql`${movements.place}`, accounts), gt(movements.at, from), lte(movements.at, until)))
    .orderBy(movements.id)
  return withoutUndone(
    rows.map((row) => ({ ...row, reference: row.reference === null ? null : numberOf(row.reference) })),
  )
}

/** No bank knows of a payment that was undone: it and what took it back are none of its lines. */
function withoutUndone(rows: readonly (Movement & { readonly kind: MovementKind })[]): Movement[] {
  const left: (typeof rows)[number][] = [...rows]
  for (const undone of rows.filter(({ kind }) => kind === 'undone')) {
    const payment = left.find(
      ({ kind, place, amount, reference }) =>
        kind === 'received' && place === undone.place && amount === -undone.amount && reference === undone.reference,
    )
    if (!payment) continue
    left.splice(left.indexOf(payment), 1)
    left.splice(left.indexOf(undone), 1)
  }
  return left.map(({ kind: _, ...movement }) => movement)
}

/** The orders of what was recorded, those that wait for money, and those whose code is on a line that is not settled by then. */
async function ordersOf(db: Reader, lines: readonly PlacedLine[], recorded: readonly Movement[]): Promise<Order[]> {
  const amounts = new Map(recorded.map(({ reference, amount }) => [reference ?? '', amount]))
  const ofCodes = new Map(recorded.map(({ orderId, amount }) => [orderCode(orderId ?? ''), amount]))
  const isSettled = (line: PlacedLine, codes: readonly string[]) =>
    amounts.get(Payment.sessionKey(line.sessionId)) === line.amount ||
    codes.some((code) => ofCodes.get(code) === line.amount)
  const codes = lines.flatMap((line) => {
    const own = [...codesIn(line.narration)]
    return isSettled(line, own) ? [] : own
  })
  const ids = [...new Set(recorded.flatMap(({ orderId }) => orderId ?? []))]
  const rows = await db
    .select({
      id: orders.id,
      status: orders.status,
      payment: orders.payment,
      total: orders.total,
      received: orders.received,
      refunded: orders.refunded,
      payerName: orders.payerName,
    })
    .from(orders)
    .where(
      or(
        ids.length === 0 ? undefined : inArray(orders.id, ids),
        and(inArray(orders.status, openStatuses), notInArray(orders.payment, [...coveredStates])),
        codes.length === 0 ? undefined : inArray(sql`right(${orders.id}, 6)`, [...new Set(codes)]),
      ),
    )
  return rows.map(({ status, ...order }) => ({ ...order, isCancelled: status === 'cancelled' }))
}

/** What signed days know of these lines and of what was recorded. */
async function earlierOf(
  db: Reader,
  { from }: Span,
  lines: readonly PlacedLine[],
  recorded: readonly Movement[],
): Promise<Earlier[]> {
  const keys = [...new Set(lines.map(lineKey))]
  const references = recorded.flatMap(({ reference }) => reference ?? [])
  const settled = await db
    .select({ reference: movements.reference })
    .from(movements)
    .where(
      and(
        or(isPaymentOf(keys), and(eq(movements.kind, 'refund'), inArray(movements.reference, keys))),
        lte(movements.at, from),
        like(movements.place, 'account:%'),
      ),
    )
  const missing = await db
    .select({ reference: dayDifferences.reference })
    .from(dayDifferences)
    .where(and(eq(dayDifferences.kind, 'missing'), inArray(dayDifferences.reference, keys)))
  const seen = await db
    .select({ key: statementLines.key, recorded: statementLines.recorded })
    .from(statementLines)
    .where(and(isNotNull(statementLines.dayId), inArray(statementLines.key, [...keys, ...references])))
  const was = new Map<string, Earlier['was']>()
  for (const { reference } of settled) if (reference !== null) was.set(numberOf(reference), 'settled')
  for (const { reference } of missing) if (reference !== null) was.set(reference, 'missing')
  // What a signed day has had in its statement is not counted again.
  for (const { key, recorded } of seen) was.set(key, recorded ? 'settled' : 'unknown')
  return [...was].map(([reference, was]) => ({ reference, was }))
}
