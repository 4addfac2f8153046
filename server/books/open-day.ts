import { and, desc, eq, gt, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Difference, OpenDay, OpenPlace } from '#contract/books/days.ts'
import * as BusinessDay from '#domain/books/business-day.ts'
import { sum } from '#domain/books/kobo.ts'
import * as Movement from '#domain/books/movement.ts'
import type { Group } from '#domain/books/reconcile.ts'
import * as BankAccounts from '#domain/restaurant/bank-accounts.ts'
import { isAnyOf } from '../db/any-of.ts'
import type { Database, Reader } from '../db/database.ts'
import { books, businessDays, dayCounts, movements, openCounts, users } from '../db/schema.ts'
import { readSettings } from '../db/stored-settings.ts'
import { oneSnapshot } from '../db/transaction.ts'
import { reconcileOpenLines } from './open-lines.ts'

export async function openDay(database: Database): Promise<OpenDay> {
  return (await database.transaction((tx) => readOpenDay(tx), oneSnapshot)).day
}

/** Returns the open day at `until`, by default now. `groups` are the differences of its statements. */
export async function readOpenDay(
  db: Reader,
  until?: Date,
): Promise<{ readonly day: OpenDay; readonly groups: readonly Group[] }> {
  const { span, openings, moved } = await expectedAt(db, '', until)
  const [names, counts] = [await placeNames(db), await countsOf(db)]
  const accounts = [...names.keys()].filter((place) => Movement.placeKind(place) === 'account')
  const { statements, groups } = await reconcileOpenLines(db, span, [...new Set([...accounts, ...moved.keys()])])
  const effects = groups.flatMap((group) => group.effects)
  const fresh = groups.flatMap(({ kind, lines }) => (kind === 'earlier' ? [] : lines))

  const pockets = [...moved.keys()].filter((place) => Movement.placeKind(place) === 'rider')
  const collected = await collectedIn(db, pockets, span)

  function placeOf(place: string): OpenPlace {
    const opening = openings.get(place) ?? 0
    const expected = sum([opening, moved.get(place) ?? 0])
    const statement = statements.get(place)
    const count = counts.get(place)
    const counted = count
      ? count.counted
      : statement && statement.fault === undefined
        ? sum(fresh.flatMap((line) => (line.place === place ? line.amount : [])))
        : null
    return {
      place,
      name: nameOf(place, names),
      opening,
      expected,
      counted,
      countedBy: count?.by ?? null,
      countedAt: count ? count.at.toISOString() : null,
      lines: statement?.lines ?? null,
      ...(statement?.fault !== undefined && { fault: statement.fault }),
      ...(statement?.proof && { proof: statement.proof }),
      unexplained: counted === null ? null : BusinessDay.unexplained({ place, expected, counted }, effects),
      collected: collected.get(place) ?? [],
    }
  }

  const wanted = new Set([
    'till',
    'terminal',
    ...accounts,
    ...openings.keys(),
    ...moved.keys(),
    ...counts.keys(),
    ...statements.keys(),
  ])
  // Riders without cash and former accounts without movements are idle, so the day does not list them.
  const isIdle = ({ place, expected, counted, lines }: OpenPlace) =>
    expected === 0 &&
    counted === null &&
    lines === null &&
    !['till', 'terminal'].includes(place) &&
    !names.get(place)?.isShown
  return {
    day: {
      from: span.from.toISOString(),
      until: span.until.toISOString(),
      places: [...wanted]
        .map(placeOf)
        .filter((place) => !isIdle(place))
        .sort(Movement.byKind),
      differences: groups.flatMap((group) => differenceOf(group) ?? []),
    },
    groups,
  }
}

/** Returns a key that identifies a difference while its day is open. */
export function keyOf({ kind, lines: [line], movements: [movement] }: Group): string {
  return line ? `${kind} ${line.place} ${line.line}` : `${kind} ${movement?.id}`
}

function differenceOf(group: Group): Difference | undefined {
  const { kind, effects, orderIds, lines, movements } = group
  if (kind === 'matched' || kind === 'earlier') return undefined
  return {
    key: keyOf(group),
    kind,
    effects,
    orderIds,
    recorded: movements.map(({ place, amount, reference }) => ({ place, amount, reference })),
    lines: lines.map(({ place, line, day, narration, sender, amount, kind }) => ({
      place,
      line,
      day,
      narration,
      sender,
      amount,
      ...(kind && { kind }),
    })),
  }
}

/**
 * Returns the last closed day, and the database's clock. Before the first close, `id` is 0 and `toAt` is the time when
 * the restaurant's records began.
 */
export async function lastDay(db: Reader): Promise<{ id: number; toAt: Date; now: Date }> {
  const [last] = await db
    .select({ id: businessDays.id, toAt: businessDays.toAt })
    .from(businessDays)
    .orderBy(desc(businessDays.id))
    .limit(1)
  const clock = sql`date_trunc('milliseconds', clock_timestamp())`.mapWith(books.begunAt)
  const [begun] = await db.select({ toAt: books.begunAt, now: clock }).from(books)
  if (!begun) throw new Error('The restaurant has no day to begin with.')
  const { toAt = begun.toAt, id = 0 } = last ?? {}
  // If the clock was set back after the close, `now` is still later than the close, like the times of new movements.
  return { id, toAt, now: new Date(Math.max(begun.now.getTime(), toAt.getTime() + 1)) }
}

type Name = { readonly name: string; readonly isShown: boolean }

/** Returns the names of all places except till and terminal: current and former accounts, and riders. */
export async function placeNames(db: Reader): Promise<ReadonlyMap<string, Name>> {
  const settings = await readSettings(db)
  const today = new Set(settings.accounts.map(({ id }) => id))
  // A former rider may still have cash. The index of places by time answers `max`, whereas `exists` would hash all
  // movements.
  const hadCash = sql`(select max(${movements.at}) from ${movements} where ${movements.place} = 'rider:' || ${users.id}) is not null`
  const riders = await db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(and(ne(users.role, 'customer'), or(eq(users.role, 'rider'), hadCash)))
  return new Map<string, Name>([
    ...BankAccounts.known(settings).map(
      ({ id, bank, number }) =>
        [Movement.placeOf('transfer', id), { name: `${bank} ${number}`, isShown: today.has(id) }] as const,
    ),
    ...riders.map(({ id, name }) => [Movement.pocketOf(id), { name: name ?? 'A rider', isShown: false }] as const),
  ])
}

export function nameOf(place: string, names: ReadonlyMap<string, Name>): string {
  if (place === 'till') return 'Till'
  if (place === 'terminal') return 'Card terminal'
  const known = names.get(place)?.name
  if (known !== undefined) return known
  if (Movement.riderOf(place) !== undefined) return 'A former rider'
  // 'account:paystack' is named after its provider. The account of old payments has no name.
  return Movement.accountOf(place)?.replace(/^./, (letter) => letter.toUpperCase()) || 'Account not known'
}

/** Returns the sums in the till and with the riders when the open day began. */
async function openingsOf(db: Reader, lastId: number): Promise<ReadonlyMap<string, number>> {
  const rows = await db.select().from(dayCounts).where(eq(dayCounts.dayId, lastId))
  return new Map(
    rows.flatMap(({ place, expected, counted }) =>
      BusinessDay.staysOver(place) ? [[place, counted ?? expected] as const] : [],
    ),
  )
}

/**
 * SQL for the name of a member of staff. A subquery looks up each name, because a join would read all customers as
 * well.
 */
export const staffName = (id: AnyPgColumn) =>
  sql<string | null>`(select person.name from ${users} person where person.id = ${id})`

async function countsOf(db: Reader) {
  const rows = await db
    .select({
      place: openCounts.place,
      counted: openCounts.counted,
      by: staffName(openCounts.countedBy),
      at: openCounts.countedAt,
    })
    .from(openCounts)
  return new Map(rows.map((row) => [row.place, row]))
}

type Span = { readonly from: Date; readonly until: Date }

/** Returns the expected sums at the places with this prefix in the open day, at `until` or now. */
export async function expectedAt(db: Reader, prefix: string, until?: Date) {
  const last = await lastDay(db)
  const span: Span = { from: last.toAt, until: until ?? last.now }
  const openings = await openingsOf(db, last.id)
  const moved = await movedIn(db, prefix, span)
  const places = new Set([...openings.keys(), ...moved.keys()].filter((place) => place.startsWith(prefix)))
  const expected = new Map(
    [...places].map((place) => [place, sum([openings.get(place) ?? 0, moved.get(place) ?? 0])] as const),
  )
  return { span, openings, moved, expected }
}

/**
 * Returns the sum of movements at each place with this prefix. The query skips through the index from place to place,
 * so its cost does not grow with the past.
 */
async function movedIn(db: Reader, prefix: string, { from, until }: Span): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.execute<{ place: string; moved: number }>(sql`
    with recursive places (place) as (
      (select place from movements order by place limit 1)
      union all
      select (select next.place from movements next where next.place > places.place order by next.place limit 1)
        from places where places.place is not null
    )
    select place, (select coalesce(sum(amount) + sum(kobo) / 100.0, 0)::float8 from movements
                    where movements.place = places.place and at > ${from.toISOString()} and at <= ${until.toISOString()}) as moved
      from places where place is not null and starts_with(place, ${prefix})`)
  return new Map(rows.map(({ place, moved }) => [place, moved]))
}

type Collected = { readonly orderId: string; readonly amount: number }

/**
 * The most orders listed with the riders' cash. A limit is needed because the open day contains every order before the
 * first close.
 */
const mostCollected = 500

/** Returns the latest orders for which riders collected cash, among the movements that match `which`. */
export async function collectedIn(
  db: Reader,
  pockets: readonly string[],
  { from, until }: Span,
  which?: SQL,
): Promise<ReadonlyMap<string, readonly Collected[]>> {
  if (pockets.length === 0) return new Map()
  const rows = await db
    .select({ place: movements.place, orderId: movements.orderId, amount: movements.amount })
    .from(movements)
    .where(
      and(
        isAnyOf(movements.place, pockets),
        eq(movements.kind, 'received'),
        gt(movements.at, from),
        lte(movements.at, until),
        which,
      ),
    )
    .orderBy(desc(movements.id))
    .limit(mostCollected)
  rows.reverse()
  return new Map(
    pockets.map((pocket) => [
      pocket,
      rows.flatMap(({ place, orderId, amount }) => (place === pocket && orderId !== null ? [{ orderId, amount }] : [])),
    ]),
  )
}
