import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { KitchenLoad, KitchenLoadChange } from '#contract/kitchen-load.ts'
import type { safeguardsChange } from '#contract/parts/safeguards.ts'
import type { OpeningHours } from '#domain/restaurant/hours.ts'
import { dayLength } from '#domain/restaurant/lagos.ts'
import * as Pause from '#domain/restaurant/pause.ts'
import type { Actor } from '#domain/restaurant/policy.ts'
import { recordAudit } from '../db/audit.ts'
import type { Database, Transaction } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { kitchenCounts, kitchenLoad, settings } from '../db/schema.ts'
import { dayColumns, now } from '../db/stored-settings.ts'
import { refuse } from '../http/problems.ts'
import { claimIdempotencyKey } from '../http/request-keys.ts'
import { publish } from '../live/publish.ts'

const pauseColumns = {
  paused: kitchenLoad.paused,
  pausedSince: kitchenLoad.pausedSince,
  pausedUntil: kitchenLoad.pausedUntil,
}

/** SQL that is true if the desk has closed the current quarter-hour or a later one. */
export const hasClosedQuarters = sql<boolean>`exists (
  select from closed_quarters where quarter > now() - interval '15 minutes')`

const timeColumns = {
  ...pauseColumns,
  rushMinutes: kitchenLoad.rushMinutes,
  rushSince: kitchenLoad.rushSince,
  rushUntil: kitchenLoad.rushUntil,
  ...dayColumns,
  now,
}

/** The columns that `presentLoad` needs. */
export const loadColumns = {
  times: timeColumns,
  stored: {
    capacity: sql<number>`coalesce(${kitchenLoad.capacity}, (${settings.document} ->> 'kitchenCapacity')::int)`,
    open: sql<number>`(select sum(${kitchenCounts.open})::int from ${kitchenCounts})`,
    ended: kitchenLoad.ended,
    escalateAfter: kitchenLoad.escalateAfter,
    ownerPhone: sql<string>`coalesce(${kitchenLoad.ownerPhone}, ${settings.document} ->> 'whatsapp')`,
    secondPersonAbove: kitchenLoad.secondPersonAbove,
    cashAtDoorUpTo: kitchenLoad.cashAtDoorUpTo,
    version: kitchenLoad.version,
    learned: kitchenLoad.learnedMinutes,
    readyToday: sql<number>`case when ${kitchenLoad.dayEnds} > now() then ${kitchenLoad.readyToday} else 0 end`,
    keptToday: sql<number>`case when ${kitchenLoad.dayEnds} > now() then ${kitchenLoad.keptToday} else 0 end`,
  },
}

type LoadRow = typeof kitchenLoad.$inferSelect
type Times = Pick<LoadRow, 'paused' | 'pausedSince' | 'pausedUntil' | 'rushMinutes' | 'rushSince' | 'rushUntil'> & {
  readonly hours: OpeningHours | null
  readonly dayBegins: string
  readonly now: number
}
export type LoadNow = {
  readonly times: Times
  readonly stored: Omit<KitchenLoad, 'paused' | 'pausedUntil' | 'rushMinutes' | 'rushUntil'>
}

/** Returns the pause that staff set. The pause may have ended. */
export function pauseOf({
  paused,
  pausedSince,
  pausedUntil,
}: Pick<Times, keyof typeof pauseColumns>): Pause.Pause | null {
  if (paused === null || pausedSince === null) return null
  return { said: paused, since: pausedSince.getTime(), until: pausedUntil?.getTime() ?? null }
}

/** Returns the rush that staff set. The rush may have ended. */
export function rushOf({ rushMinutes, rushSince, rushUntil }: Times): Pause.Rush | null {
  if (rushMinutes === 0 || rushSince === null) return null
  return { minutes: rushMinutes, since: rushSince.getTime(), until: rushUntil?.getTime() ?? null }
}

/** Returns the ends of pause and rush in epoch milliseconds; undefined if not set or already ended. */
function endsOf(times: Times): { pause: number | undefined; rush: number | undefined } {
  const { hours, dayBegins, now } = times
  const days = { hours: hours ?? { always: true as const }, dayBegins }
  return {
    pause: Pause.activeUntil(pauseOf(times), days, now),
    rush: Pause.activeUntil(rushOf(times), days, now),
  }
}

/** Returns the kitchen load at the time of reading. A pause or rush that has ended is left out. */
export function presentLoad({ times, stored }: LoadNow): KitchenLoad {
  const { pause, rush } = endsOf(times)
  return {
    ...stored,
    rushMinutes: rush === undefined ? 0 : times.rushMinutes,
    rushUntil: rush === undefined ? null : new Date(rush).toISOString(),
    paused: pause === undefined ? null : times.paused,
    pausedUntil: pause === undefined ? null : new Date(pause).toISOString(),
  }
}

/** Returns the current kitchen load: the values that staff set, otherwise the restaurant's settings. */
export async function readKitchenLoad(orm: Pick<NodePgDatabase, 'select'>): Promise<KitchenLoad> {
  return presentLoad(await readLoad(orm))
}

async function readLoad(orm: Pick<NodePgDatabase, 'select'>): Promise<LoadNow> {
  const [row] = await orm.select(loadColumns).from(kitchenLoad).crossJoin(settings)
  if (!row) throw new Error('The restaurant is not loaded: the table kitchen_load or settings is empty.')
  return row
}

/** Returns whether the stored pause is over, and whether the stored rush is over. */
export async function readEnded(orm: Pick<NodePgDatabase, 'select'>): Promise<{ pause: boolean; rush: boolean }> {
  const [times] = await orm.select(timeColumns).from(kitchenLoad).crossJoin(settings)
  const ends = times && endsOf(times)
  return {
    pause: times?.paused != null && ends?.pause === undefined,
    rush: times !== undefined && times.rushMinutes > 0 && ends?.rush === undefined,
  }
}

export async function lockLoad(tx: Transaction): Promise<LoadRow> {
  const [row] = await tx.select().from(kitchenLoad).for('update')
  if (!row) throw new Error('The table kitchen_load is empty.')
  return row
}

/**
 * Stores a change with its audit entry, and publishes the change to open pages and carts. `actor` is undefined for a
 * change by the timer.
 */
export async function storeLoad(
  tx: Transaction,
  before: LoadRow,
  set: Partial<LoadRow>,
  { actor, detail }: { readonly actor: Actor | undefined; readonly detail: Record<string, unknown> },
): Promise<void> {
  const after = { ...before, ...set, version: before.version + 1 }
  await tx.update(kitchenLoad).set({ ...set, version: after.version })
  await recordAudit(tx, actor, 'kitchen-load.change', 'kitchen-load', detail)
  await publishLoad(tx, 'menu', after)
}

function publishLoad(
  tx: Transaction,
  audience: 'menu' | 'desk',
  { rushMinutes, paused, version }: Pick<KitchenLoad, 'rushMinutes' | 'paused' | 'version'>,
): Promise<void> {
  const data = { rushMinutes, paused }
  return publish(tx, { audience: [audience], type: 'kitchen-load.changed', subject: 'kitchen-load', version, data })
}

/** Makes the desk reread the kitchen's work after a change outside the stored load, such as a ticked preparation. */
export async function deskChanged(tx: Transaction): Promise<void> {
  await publishLoad(tx, 'desk', await readKitchenLoad(tx))
}

/**
 * Makes open pages and the desk reread the promise after a change that the stored load does not contain, such as a
 * closed quarter-hour.
 */
export async function loadChanged(tx: Transaction): Promise<void> {
  const before = await lockLoad(tx)
  const version = before.version + 1
  await tx.update(kitchenLoad).set({ version })
  await publishLoad(tx, 'menu', { ...before, version })
}

type LoadChange = Omit<KitchenLoadChange, 'proof' | keyof typeof safeguardsChange>

/**
 * Sets the given values and publishes them to open pages and carts. A repeated request, or a request without effect,
 * changes nothing.
 */
export async function changeKitchenLoad(
  database: Database,
  actor: Actor,
  { key, ...change }: LoadChange,
): Promise<KitchenLoad> {
  return database.transaction(async (tx) => {
    const before = await lockLoad(tx)
    if (!(await claimIdempotencyKey(tx, 'kitchen-load', key, change))) return readKitchenLoad(tx)
    const load = await readLoad(tx)
    const after = {
      ...before,
      ...newPause(load, change),
      ...newRush(load, change),
      capacity: change.capacity ?? before.capacity,
      ...((change.ended === null || change.paused !== undefined || change.rushMinutes !== undefined) && {
        ended: null,
      }),
    }
    if (!isDeepStrictEqual(after, before)) {
      await storeLoad(tx, before, after, { actor, detail: change })
    }
    return readKitchenLoad(tx)
  })
}

/** Returns the columns of the requested pause. An extended pause keeps its beginning. */
function newPause(load: LoadNow, { paused, pausedUntil = null }: KitchenLoadChange): Partial<LoadRow> {
  const { now, pausedSince } = load.times
  if (paused === undefined) return {}
  if (paused === null) return { paused, pausedSince: null, pausedUntil: null }
  return {
    paused,
    pausedSince: presentLoad(load).paused === paused ? pausedSince : new Date(now),
    pausedUntil: endIn(pausedUntil, now, 'pausedUntil'),
  }
}

/** Returns the columns of the requested rush. An extended rush keeps its beginning. */
function newRush(load: LoadNow, { rushMinutes, rushUntil = null }: KitchenLoadChange): Partial<LoadRow> {
  const { now, rushSince } = load.times
  if (rushMinutes === undefined) return {}
  if (rushMinutes === 0) return { rushMinutes, rushSince: null, rushUntil: null }
  return {
    rushMinutes,
    rushSince: presentLoad(load).rushMinutes === rushMinutes ? rushSince : new Date(now),
    rushUntil: endIn(rushUntil, now, 'rushUntil'),
  }
}

/** The longest pause or rush, in milliseconds. An owner who closes for longer enters closed days. */
const longest = 7 * dayLength

function endIn(until: string | null, now: number, field: string): Date | null {
  if (until === null) return null
  const end = new Date(until)
  const rest = end.getTime() - now
  if (rest <= 0) throw refuse('invalid', 'Choose a time that is still to come.', field)
  if (rest > longest)
    throw refuse('invalid', 'Choose a time within a week. For longer, close the days in the settings.', field)
  return end
}

/** Reads the columns for `pauseOf`, and whether the desk has closed the current or a later quarter of an hour. */
export const pauseNow = prepared((orm: Pick<NodePgDatabase, 'select'>) =>
  orm.select({ ...pauseColumns, hasClosedQuarters }).from(kitchenLoad),
)
