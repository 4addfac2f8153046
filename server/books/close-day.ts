import { eq, isNull, sql } from 'drizzle-orm'
import type { ClosedDay, DayClose, DayStatement, OpenDay, OpenPlace } from '#contract/books/days.ts'
import * as BusinessDay from '#domain/books/business-day.ts'
import type { Place } from '#domain/books/movement.ts'
import { type Group, lineKey } from '#domain/books/reconcile.ts'
import * as StatementFile from '#domain/books/statements/statement-file.ts'
import * as StatementKinds from '#domain/books/statements/statement-kinds.ts'
import { recordAudit } from '../db/audit.ts'
import type { Database, Transaction } from '../db/database.ts'
import { businessDays, dayCounts, openCounts, statementLines } from '../db/schema.ts'
import { refuse } from '../http/problems.ts'
import { claimIdempotencyKey } from '../http/request-keys.ts'
import { type Call, Reply } from '../http/route.ts'
import { readClosedDay } from './closed-days.ts'
import { recordMovements } from './movements.ts'
import { keyOf, lastDay, nameOf, openDay, placeNames, readOpenDay } from './open-day.ts'
import { comparisonFault } from './open-lines.ts'

/** Stores the sum that a user has counted in a place, such as the till. A count of null removes the stored sum. */
export async function countPlace(
  database: Database,
  { user, body: { key, ...count } }: Call<'PUT /api/office/open-day/count'>,
): Promise<OpenDay> {
  const { place, counted } = count
  await database.transaction(async (tx) => {
    await holdDay(tx)
    if (!(await claimIdempotencyKey(tx, 'day', key, count))) return
    const name = await requirePlace(tx, place)
    if (counted === null) await tx.delete(openCounts).where(eq(openCounts.place, place))
    else {
      const row = { place, counted, countedBy: user.id, countedAt: sql`now()` }
      await tx.insert(openCounts).values(row).onConflictDoUpdate({ target: openCounts.place, set: row })
    }
    await recordAudit(tx, user, 'day.count', 'day', {
      place: name,
      amount: counted === null ? null : BusinessDay.format(counted),
    })
  })
  return openDay(database)
}

/** Replaces the statement of an account in the open day. Refuses a statement that cannot be compared or shown. */
export async function importStatement(
  database: Database,
  { user: owner, body: { key, ...statement } }: Call<'PUT /api/office/open-day/statement'>,
): Promise<OpenDay> {
  const { place } = statement
  const { lines } = statement
  const fault = StatementFile.faultOf(lines) ?? (await comparisonFault(lines))
  if (fault !== undefined) throw refuse('invalid', fault, 'lines')
  return database.transaction(async (tx) => {
    await holdDay(tx)
    if (await claimIdempotencyKey(tx, 'day', key, statement)) {
      const name = await requirePlace(tx, place)
      await tx.delete(statementLines).where(sql`${statementLines.dayId} is null and ${statementLines.place} = ${place}`)
      await insertLines(tx, place, lines)
      await recordAudit(tx, owner, 'day.import-statement', 'day', {
        place: name,
        lines: lines.filter(StatementKinds.isOfDay).length,
      })
    }
    return (await readOpenDay(tx)).day
  })
}

/**
 * Inserts all lines as one JSON parameter: with one parameter for each cell, a long statement would exceed PostgreSQL's
 * limit of 65,535.
 */
async function insertLines(tx: Transaction, place: string, lines: DayStatement['lines']): Promise<void> {
  const rows = lines.map((line) => ({ ...line, session_id: line.sessionId, key: lineKey(line) }))
  await tx.execute(sql`
    insert into statement_lines (place, line, day, narration, amount, sender, session_id, key, kind, balance)
    select ${place}, * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (
      line integer, day date, narration text, amount numeric, sender text, session_id text, key text, kind text, balance numeric)`)
}

/**
 * Corrects what a closed day states, by a movement of the open day with a reason. Repeating the request records no
 * second movement.
 */
export async function correct(
  database: Database,
  { user: owner, body: { key, ...correction } }: Call<'POST /api/office/open-day/corrections'>,
): Promise<OpenDay> {
  const { place, amount, reason } = correction
  await database.transaction(async (tx) => {
    if (!(await claimIdempotencyKey(tx, 'day', key, correction))) return
    const name = await requirePlace(tx, place)
    await recordMovements(tx, { kind: 'correction', place: place as Place, amount, note: reason, recordedBy: owner.id })
    await recordAudit(tx, owner, 'day.correct', 'day', { place: name, amount: BusinessDay.format(amount), reason })
  })
  return openDay(database)
}

/**
 * Closes the open day as the owner's page shows it. Throws a Refusal for the later of two concurrent requests, or if
 * the figures have changed since the page read them.
 */
export async function closeDay(
  database: Database,
  { user: owner, body: close }: Call<'POST /api/office/days'>,
): Promise<Reply<ClosedDay, 201>> {
  const until = new Date(close.until)
  const id = await database.transaction(async (tx) => {
    await holdDay(tx)
    // This lock waits for uncommitted movements, and blocks new movements until the day is summed up.
    await tx.execute(sql`lock table movements in share row exclusive mode`)
    const last = await lastDay(tx)
    if (last.toAt.toISOString() !== close.from) {
      throw refuse('day-moved-on', 'This day has already been signed. It is in the list of days.')
    }
    if (until <= last.toAt || until > last.now) throw refuse('invalid', 'Look at the day again, then sign it.')
    const { day, groups } = await readOpenDay(tx, until)
    for (const { name, fault } of day.places) if (fault !== undefined) throw refuse('invalid', `${name}: ${fault}`)
    requireSeen(day, close)
    const reasons = reasonsOf(day, close)
    const [made] = await tx
      .insert(businessDays)
      .values({ fromAt: last.toAt, toAt: until, signedBy: owner.id })
      .returning({ id: businessDays.id })
    if (!made) throw new Error('The day was not signed.')
    await insertCounts(tx, made.id, day.places, reasons)
    await insertDifferences(tx, made.id, groups, close.reasons)
    await settleLines(tx, made.id, groups)
    await tx.delete(openCounts)
    const differences = day.differences.length + [...reasons.values()].filter((reason) => reason !== '').length
    await recordAudit(tx, owner, 'day.close', `day:${made.id}`, { until: close.until, differences })
    return made.id
  })
  return new Reply(201, await readClosedDay(database.orm, id))
}

const holdDay = (tx: Transaction) => tx.execute(sql`lock table open_counts in share row exclusive mode`)

async function requirePlace(tx: Transaction, place: string): Promise<string> {
  const names = await placeNames(tx)
  const isKnown = ['till', 'terminal'].includes(place) || names.has(place)
  if (!isKnown && !(await readOpenDay(tx)).day.places.some((each) => each.place === place)) {
    throw refuse('not-found', 'This is not one of our places.')
  }
  return nameOf(place, names)
}

function requireSeen(day: OpenDay, { seen }: DayClose): void {
  const facts = (places: readonly { place: string; expected: number; counted: number | null }[]) =>
    JSON.stringify(places.map(({ place, expected, counted }) => [place, expected, counted]).sort())
  if (facts(day.places) !== facts(seen)) {
    throw refuse('day-moved-on', 'The figures have just changed. Look at them again, then sign.')
  }
}

function reasonsOf({ places }: OpenDay, close: DayClose): ReadonlyMap<string, string> {
  if (!BusinessDay.isTillCounted(places)) {
    throw refuse('invalid', 'Count the till first.', 'till')
  }
  return new Map(
    places.map((each) => {
      const { place, name, expected, counted } = each
      if (counted === null || counted === expected) return [place, ''] as const
      const needed = BusinessDay.needsReason(each)
      const reason = close.reasons[place]?.trim() || (needed ? '' : 'As named by the statement.')
      if (reason === '')
        throw refuse('invalid', `Say why ${name} differs: it is kept in the record.`, `reasons.${place}`)
      return [place, reason] as const
    }),
  )
}

async function insertCounts(
  tx: Transaction,
  dayId: number,
  places: readonly OpenPlace[],
  reasons: ReadonlyMap<string, string>,
) {
  const counts = new Map((await tx.select().from(openCounts)).map((each) => [each.place, each.countedBy]))
  await tx.insert(dayCounts).values(
    places.map(({ place, expected, counted }) => ({
      dayId,
      place,
      expected,
      counted,
      reason: reasons.get(place) ?? '',
      countedBy: counts.get(place),
    })),
  )
}

async function insertDifferences(
  tx: Transaction,
  dayId: number,
  groups: readonly Group[],
  reasons: DayClose['reasons'],
) {
  const rows = groups.flatMap((group) => {
    const { kind, effects, orderIds, lines, movements } = group
    if (kind === 'matched' || kind === 'earlier') return []
    const reference = kind === 'missing' ? (movements[0]?.reference ?? null) : null
    const reason = reasons[keyOf(group)]?.trim().toWellFormed() ?? ''
    const lineRows = lines.map(({ place, line }) => ({ place, line }))
    return [{ kind, effects, order_ids: orderIds, lines: lines.length, line_rows: lineRows, reference, reason }]
  })
  await tx.execute(sql`
    insert into day_differences (day_id, kind, effects, order_ids, lines, line_rows, reference, reason)
    select ${dayId}, kind, effects, order_ids, lines, line_rows, reference, reason
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (
        kind text, effects jsonb, order_ids text[], lines integer, line_rows jsonb, reference text, reason text)`)
}

/**
 * Assigns the open statement lines to the closed day. Sets `recorded` on the lines whose payment or refund is in the
 * books, of this day or of another.
 */
async function settleLines(tx: Transaction, dayId: number, groups: readonly Group[]) {
  const recorded = groups.flatMap(({ kind, lines, movements }) =>
    movements.length > 0 || kind === 'earlier' || kind === 'late' ? lines : [],
  )
  const named = JSON.stringify(recorded.map(({ place, line }) => ({ place, line })))
  await tx
    .update(statementLines)
    .set({
      dayId,
      recorded: sql`exists (select from jsonb_to_recordset(${named}::jsonb) as known (place text, line integer)
        where known.place = ${statementLines.place} and known.line = ${statementLines.line})`,
    })
    .where(isNull(statementLines.dayId))
}
