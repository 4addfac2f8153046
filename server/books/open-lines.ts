import { and, eq, gt, inArray, isNull, like, lte, notInArray, or, sql } from 'drizzle-orm'
import type { OpenPlace } from '#contract/books/days.ts'
import { sum } from '#domain/books/kobo.ts'
import { type MovementKind, numberOf, placeKind } from '#domain/books/movement.ts'
import {
  type Books,
  type Earlier,
  type Group,
  type Movement,
  type Order,
  type PlacedLine,
  textKey,
} from '#domain/books/reconcile.ts'
import * as StatementFile from '#domain/books/statements/statement-file.ts'
import { isOfDay } from '#domain/books/statements/statement-kinds.ts'
import { prove } from '#domain/books/statements/statement-proof.ts'
import { coveredStates } from '#domain/order/payment.ts'
import { openStatuses } from '#domain/order/statuses.ts'
import { isAnyOf } from '../db/any-of.ts'
import type { Reader } from '../db/database.ts'
import { dayDifferences, movements, orders, statementLines } from '../db/schema.ts'
import { unavailable } from '../http/problems.ts'
import { openTasks } from '../process/thread.ts'
import { isPaymentOf } from './movements.ts'
import type { ReconcileTasks } from './reconcile-thread.ts'

type Span = { readonly from: Date; readonly until: Date }

/** A statement of the open day. A statement with a fault is not compared with movements. */
type Statement = { readonly lines: number; readonly fault?: string; readonly proof?: OpenPlace['proof'] }

type Reconciled = {
  /** Statements by place. */
  readonly statements: ReadonlyMap<string, Statement>
  readonly groups: readonly Group[]
}

const thread = openTasks<ReconcileTasks>(new URL('./reconcile-thread.ts', import.meta.url), {
  event: 'statements.failed',
  refusal: () => unavailable('The statements cannot be compared right now. Please try again in a moment.'),
})

/**
 * The most words of one statement that look like order codes, because comparing more would take too long. A real
 * narration has a few.
 */
const mostCodes = 200_000

/**
 * Returns a sentence for the owner if a new statement has too many possible order codes to be compared with the orders;
 * otherwise undefined.
 */
export async function comparisonFault(lines: readonly Omit<PlacedLine, 'place'>[]): Promise<string | undefined> {
  const placed = lines.map((line) => ({ ...line, place: '' }))
  const codes = await thread('codes', { lines: placed, movements: [] })
  const isTooMany = codes.length > mostCodes * 7
  return isTooMany
    ? 'The narrations of this statement are too long to be compared. Check its columns, or choose a shorter time.'
    : undefined
}

/** Compares the open day's statements with the movements recorded at these places. */
export async function reconcileOpenLines(db: Reader, span: Span, places: readonly string[]): Promise<Reconciled> {
  const all = await db
    .select()
    .from(statementLines)
    .where(isNull(statementLines.dayId))
    .orderBy(statementLines.place, statementLines.line)
  const byPlace = Map.groupBy(all, ({ place }) => place)
  const statements = new Map(
    [...byPlace].map(([place, lines]): [string, Statement] => {
      const ofDay = lines.filter(isOfDay)
      const fault = StatementFile.faultOf(ofDay)
      const proof = proofOf(lines)
      return [place, { lines: ofDay.length, ...(fault !== undefined && { fault }), ...(proof && { proof }) }]
    }),
  )
  const rows = all.filter((row) => isOfDay(row) && statements.get(row.place)?.fault === undefined)
  if (rows.length === 0) return { statements, groups: [] }
  const lines = rows.map(
    ({ id: _, dayId: _of, key: _key, recorded: _was, balance: _after, ...line }): PlacedLine => line,
  )
  const recorded = await movementsOf(db, span, places)
  const books: Books = {
    places: [...new Set(lines.map(({ place }) => place))],
    lines,
    movements: recorded,
    orders: await ordersOf(db, lines, recorded),
    earlier: await earlierOf(db, span, [...new Set(rows.flatMap((row) => [row.key, textKey(row)]))], recorded),
  }
  return { statements, groups: await thread('groups', books) }
}

type Row = typeof statementLines.$inferSelect

const kobo = (naira: number) => Math.round(naira * 100)

function proofOf(rows: readonly Row[]): OpenPlace['proof'] {
  const lines = rows.map(({ line, day, amount, balance }) => ({
    line,
    day,
    time: null,
    amount: kobo(amount),
    before: null,
    balance: balance === null ? null : kobo(balance),
  }))
  const { opening, closing, holds, breaks, unproven, ...moved } = prove(lines)
  if (opening === null || closing === null) return undefined
  return {
    opening: opening / 100,
    in: moved.in / 100,
    out: moved.out / 100,
    closing: closing / 100,
    holds,
    rows: new Set(lines.map(({ line }) => line)).size,
    firstBreak: breaks[0]?.line ?? null,
    unprovenRows: unproven.size,
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
      kobo: movements.kobo,
      reference: movements.reference,
    })
    .from(movements)
    .where(and(isAnyOf(movements.place, accounts), gt(movements.at, from), lte(movements.at, until)))
    .orderBy(movements.id)
  return withoutUndone(
    rows.map(({ kobo, ...row }) => ({
      ...row,
      amount: sum([row.amount, kobo / 100]),
      reference: row.reference === null ? null : numberOf(row.reference),
    })),
  )
}

/** Removes undone payments and their reversals, because no statement contains them. */
function withoutUndone(rows: readonly (Movement & { readonly kind: MovementKind })[]): Movement[] {
  const nameOf = ({ place, reference }: Movement, amount: number) => `${place} ${amount} ${reference}`
  const received = Map.groupBy(rows.filter(({ kind }) => kind === 'received').toReversed(), (row) =>
    nameOf(row, row.amount),
  )
  const gone = new Set<Movement>()
  for (const undone of rows.filter(({ kind }) => kind === 'undone')) {
    const payment = received.get(nameOf(undone, -undone.amount))?.pop()
    if (payment) gone.add(payment).add(undone)
  }
  return rows.filter((row) => !gone.has(row)).map(({ kind: _, ...movement }) => movement)
}

/**
 * Returns three kinds of orders: those of the movements, those that wait for money, and those whose code is on a line
 * that no movement settles.
 */
async function ordersOf(db: Reader, lines: readonly PlacedLine[], recorded: readonly Movement[]): Promise<Order[]> {
  const codes = await thread('codes', { lines, movements: recorded })
  const ids = [...new Set(recorded.flatMap(({ orderId }) => orderId ?? []))]
  const rows = await db
    .select({
      id: orders.orderId,
      status: orders.status,
      payment: orders.payment,
      total: orders.totalAmount,
      received: orders.received,
      refunded: orders.refunded,
      payerName: orders.payerName,
    })
    .from(orders)
    .where(
      or(
        isAnyOf(orders.orderId, ids),
        and(inArray(orders.status, openStatuses), notInArray(orders.payment, [...coveredStates])),
        // The codes are one text, joined by the thread, because encoding 200,000 parameters would block this thread for
        // long.
        sql`right(${orders.orderId}, 6) = any(string_to_array(${codes}, ','))`,
      ),
    )
  return rows.map(({ status, ...order }) => ({ ...order, isCancelled: status === 'cancelled' }))
}

async function earlierOf(
  db: Reader,
  { from }: Span,
  keys: readonly string[],
  recorded: readonly Movement[],
): Promise<Earlier[]> {
  const references = recorded.flatMap(({ reference }) => reference ?? [])
  const settled = await db
    .select({ reference: movements.reference, amount: movements.amount })
    .from(movements)
    .where(
      and(
        or(isPaymentOf(keys), and(eq(movements.kind, 'refund'), isAnyOf(movements.reference, keys))),
        lte(movements.at, from),
        like(movements.place, 'account:%'),
      ),
    )
  const missing = await db
    .select({ reference: dayDifferences.reference })
    .from(dayDifferences)
    .where(and(eq(dayDifferences.kind, 'missing'), isAnyOf(dayDifferences.reference, keys)))
  const signed = await signedLines(db, [...keys, ...references])
  const isSigned = new Set(signed.map(({ reference }) => reference))
  const isMissing = new Set(missing.map(({ reference }) => reference))
  // A movement whose number is on a line of a closed day's statement is left out, because that line already counts it.
  return [
    ...signed,
    ...settled.flatMap(({ reference, amount }): Earlier[] => {
      const number = numberOf(reference ?? '')
      return isSigned.has(number) || isMissing.has(number) ? [] : [{ reference: number, was: 'settled', amount }]
    }),
    ...[...isMissing].flatMap((reference): Earlier[] =>
      reference === null || isSigned.has(reference) ? [] : [{ reference, was: 'missing' }],
    ),
  ]
}

/**
 * Returns the lines of closed days with these keys, with the number of equal lines. A file that is imported again for a
 * later day has the same line in both days, so this number is the largest number within one day.
 */
async function signedLines(db: Reader, keys: readonly string[]): Promise<Earlier[]> {
  const { rows } = await db.execute<Omit<Earlier, 'was'> & { readonly recorded: boolean }>(sql`
    select key as reference, place, amount::float8 as amount, max(lines)::integer as count, bool_and(recorded) as recorded
      from (select key, place, amount, count(*) as lines, bool_and(recorded) as recorded from statement_lines
             where day_id is not null and ${isAnyOf(sql`key`, keys)} group by key, place, amount, day_id) of_days
     group by key, place, amount`)
  return rows.map(({ recorded, ...line }) => ({ ...line, was: recorded ? 'settled' : 'unknown' }))
}
