import { and, count, desc, eq, inArray, isNotNull, lt, ne, or, sql } from 'drizzle-orm'
import type { ClosedDay, DayList, StatementLine } from '#contract/books/days.ts'
import * as BusinessDay from '#domain/books/business-day.ts'
import { sum } from '#domain/books/kobo.ts'
import { byKind, placeKind } from '#domain/books/movement.ts'
import { orderCode } from '#domain/order/quote.ts'
import * as Lagos from '#domain/restaurant/lagos.ts'
import * as Csv from '#domain/text/csv.ts'
import { isAnyOf } from '../db/any-of.ts'
import type { Database } from '../db/database.ts'
import { businessDays, dayCounts, dayDifferences, statementLines } from '../db/schema.ts'
import type { Sweep } from '../db/sweep-runner.ts'
import { refuse } from '../http/problems.ts'
import type { Call } from '../http/route.ts'
import { collectedIn, nameOf, placeNames, staffName } from './open-day.ts'

const pageSize = 30

const ended = {
  id: businessDays.id,
  from: businessDays.fromAt,
  until: businessDays.toAt,
  signedBy: staffName(businessDays.signedBy),
  signedAt: businessDays.signedAt,
}

type Ended = { id: number; from: Date; until: Date; signedBy: string | null; signedAt: Date }

const endedOf = ({ id, from, until, signedBy, signedAt }: Ended) => ({
  id,
  from: from.toISOString(),
  until: until.toISOString(),
  signedBy: signedBy ?? '',
  signedAt: signedAt.toISOString(),
})

/** Erases the personal data of statement lines this many months after their day. Amounts and days stay. */
export function sweepStatements(months: number): Sweep {
  return async (tx, most) => {
    // Finds the latest day that began at least `months` ago, and erases the lines of all days before it. Those days
    // have ended before that day began. The latest day itself may have ended later, so its lines stay.
    const { rowCount } = await tx.execute(sql`
      update ${statementLines} set narration = '', sender = '', key = ''
       where id in (
         select id from ${statementLines}
          where key <> '' and day_id < (
                  select id from ${businessDays} where from_at <= now() - make_interval(months => ${months})
                   order by from_at desc limit 1)
          limit ${most})`)
    return rowCount ?? 0
  }
}

export async function closedDays(
  { orm }: Database,
  { query: { before } }: Pick<Call<'GET /api/office/days'>, 'query'>,
): Promise<DayList> {
  const rows = await orm
    .select(ended)
    .from(businessDays)
    .where(before === undefined ? undefined : lt(businessDays.id, before))
    .orderBy(desc(businessDays.id))
    .limit(pageSize + 1)
  const page = rows.slice(0, pageSize)
  const ids = page.map(({ id }) => id)
  if (ids.length === 0) return { days: [], more: false }
  const counts = await orm
    .select()
    .from(dayCounts)
    .where(and(inArray(dayCounts.dayId, ids), isNotNull(dayCounts.counted)))
  const named = await orm
    .select({ dayId: dayDifferences.dayId, count: count() })
    .from(dayDifferences)
    .where(inArray(dayDifferences.dayId, ids))
    .groupBy(dayDifferences.dayId)
  return {
    days: page.map((row) => {
      const own = counts.filter(({ dayId }) => dayId === row.id)
      // A difference in an account's sum is left out, because `named` already counts the differences of its statement.
      const wrong = own.filter(({ place, expected, counted }) => counted !== expected && placeKind(place) !== 'account')
      return {
        ...endedOf(row),
        expected: sum(own.map(({ expected }) => expected)),
        counted: sum(own.map(({ counted }) => counted ?? 0)),
        differences: (named.find(({ dayId }) => dayId === row.id)?.count ?? 0) + wrong.length,
      }
    }),
    more: rows.length > pageSize,
  }
}

export async function readClosedDay(orm: Database['orm'], id: number): Promise<ClosedDay> {
  const [row] = await orm.select(ended).from(businessDays).where(eq(businessDays.id, id))
  if (!row) throw refuse('not-found', 'There is no such day.')
  const names = await placeNames(orm)
  const counts = await orm
    .select({ count: dayCounts, by: staffName(dayCounts.countedBy) })
    .from(dayCounts)
    .where(eq(dayCounts.dayId, id))
  const lines = await orm
    .select({ place: statementLines.place, count: count() })
    .from(statementLines)
    .where(and(eq(statementLines.dayId, id), sql`coalesce(${statementLines.kind}, '') not in ('sweep', 'failed')`))
    .groupBy(statementLines.place)
  const differences = await orm
    .select()
    .from(dayDifferences)
    .where(eq(dayDifferences.dayId, id))
    .orderBy(dayDifferences.id)
  const named = Map.groupBy(
    await namedLines(
      orm,
      id,
      differences.flatMap(({ lineRows }) => lineRows ?? []),
    ),
    rowOf,
  )
  const pockets = counts.map(({ count }) => count.place).filter((place) => placeKind(place) === 'rider')
  const collected = await collectedIn(orm, pockets, { from: row.from, until: row.until })
  return {
    ...endedOf(row),
    places: counts
      .map(({ count: { place, expected, counted, reason }, by }) => ({
        place,
        name: nameOf(place, names),
        expected,
        counted,
        countedBy: by,
        reason,
        lines: lines.find((each) => each.place === place)?.count ?? null,
        collected: collected.get(place) ?? [],
      }))
      .sort(byKind),
    differences: differences.map(({ kind, effects, orderIds, lines, lineRows, reason }) => ({
      kind,
      effects,
      orderIds,
      lines,
      named: (lineRows ?? []).flatMap((row) => named.get(rowOf(row))?.[0] ?? []),
      reason,
    })),
  }
}

const rowOf = ({ place, line }: Pick<StatementLine, 'place' | 'line'>) => `${place} ${line}`

/** Returns the lines of a closed day with these line numbers. Erased lines are missing. */
async function namedLines(
  orm: Database['orm'],
  dayId: number,
  rows: readonly { readonly line: number }[],
): Promise<readonly StatementLine[]> {
  if (rows.length === 0) return []
  const { place, line, day, narration, sender, amount, kind } = statementLines
  const lines = await orm
    .select({ place, line, day, narration, sender, amount, kind })
    .from(statementLines)
    .where(
      and(
        eq(statementLines.dayId, dayId),
        isAnyOf(line, [...new Set(rows.map((row) => row.line))], 'integer'),
        or(ne(narration, ''), ne(sender, '')),
      ),
    )
  return lines.map(({ kind, ...words }) => ({ ...words, ...(kind && { kind }) }))
}

/** Returns a time in Lagos as spreadsheets read it: '2026-11-28 14:05'. */
const lagosTime = (at: string) => `${Lagos.dateOf(Date.parse(at))} ${Lagos.clock(Date.parse(at))}`

/** Returns a closed day as CSV: its places, then its differences. */
export function dayCsv({ places, differences, from, until, signedBy }: ClosedDay): string {
  const nameOfPlace = (place: string) => places.find((each) => each.place === place)?.name ?? place
  return Csv.write([
    ['From', 'Until', 'Signed by'],
    [lagosTime(from), lagosTime(until), signedBy],
    [],
    ['Place', 'Expected', 'Counted', 'Difference', 'Reason', 'Counted by', 'Collected for'],
    ...places.map(({ place, name, expected, counted, reason, countedBy, collected }) => [
      name,
      expected,
      counted ?? 'not counted',
      counted === null ? '' : BusinessDay.difference({ place, expected, counted }),
      reason,
      countedBy ?? '',
      collected.map(({ orderId }) => orderCode(orderId)).join(' '),
    ]),
    [],
    ['What differs', 'Orders', 'Place', 'Naira', 'Reason', 'Statement'],
    ...differences.flatMap(({ kind, orderIds, effects, reason, named }) =>
      (effects.length > 0 ? effects : [undefined]).map((effect) => [
        BusinessDay.differenceTitle({ kind, lines: named }),
        orderIds.map(orderCode).join(' '),
        effect ? nameOfPlace(effect.place) : '',
        effect?.amount ?? 0,
        reason,
        named.map(BusinessDay.wordsOf).join('; '),
      ]),
    ),
  ])
}
