import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { Preparation, Preparations } from '#contract/quarters.ts'
import * as Menu from '#domain/menu/menu.ts'
import { prepList } from '#domain/restaurant/prep-list.ts'
import { recordAudit } from '../db/audit.ts'
import type { Database, Reader } from '../db/database.ts'
import { items, orders, preparations, users } from '../db/schema.ts'
import { type Sweep, swept } from '../db/sweep-runner.ts'
import { refuse } from '../http/problems.ts'
import { claimIdempotencyKey } from '../http/request-keys.ts'
import type { Call } from '../http/route.ts'
import { deskChanged } from '../kitchen-load/kitchen-load.ts'

/** The most orders for later whose preparations are listed, earliest start first. */
const most = 500

export async function preparationsAtDesk({ orm }: Pick<Database, 'orm'>): Promise<Preparations> {
  return readPreparations(orm)
}

async function readPreparations(db: Reader): Promise<Preparations> {
  const waiting = await db
    .select({ startAt: orders.startAt, due: orders.due, lines: orders.items })
    .from(orders)
    .where(sql`${orders.waits} and ${orders.status} = 'pending' and ${orders.slotQuestion} is null`)
    .orderBy(asc(orders.startAt))
    .limit(most)
  const ids = new Set(
    waiting.flatMap(({ lines }) => lines.flatMap((line) => [line.itemId, ...line.extras.map(({ id }) => id)])),
  )
  const dishes = new Map((await dishesOf(db, [...ids])).map((dish) => [dish.id, dish]))
  const entries = prepList(
    waiting.flatMap(({ startAt, due, lines }) =>
      startAt && due
        ? {
            startAt: startAt.getTime(),
            due: due.getTime(),
            portions: lines.flatMap((line) =>
              Menu.portions({ groups: dishes.get(line.itemId)?.document.groups ?? [] }, line),
            ),
          }
        : [],
    ),
    (id) => dishes.get(id)?.document.prep,
  )
  const done = await ticksFor(db)
  return {
    preparations: entries.map(({ itemId, task, count, by, due }) => ({
      itemId,
      name: dishes.get(itemId)?.name ?? '',
      task,
      count,
      by: new Date(by).toISOString(),
      due: new Date(due).toISOString(),
      done: done.get(`${itemId} ${due}`) ?? null,
    })),
  }
}

function dishesOf(db: Reader, ids: readonly string[]) {
  return db
    .select({ id: items.id, name: items.name, document: items.document })
    .from(items)
    .where(inArray(items.id, [...ids]))
}

type Tick = NonNullable<Preparation['done']>

async function ticksFor(db: Reader): Promise<ReadonlyMap<string, Tick>> {
  const rows = await db
    .select({ tick: preparations, by: users.username })
    .from(preparations)
    .innerJoin(users, eq(users.id, preparations.doneBy))
    .where(sql`${preparations.due} > now()`)
  return new Map(
    rows.map(({ tick: { itemId, due, portions, doneAt }, by }) => [
      `${itemId} ${due.getTime()}`,
      { count: portions, at: doneAt.toISOString(), by },
    ]),
  )
}

/**
 * Ticks a preparation for a number of portions, where 0 removes the tick, and makes the desk reread the list. A
 * repeated request changes nothing.
 */
export async function tickPreparation(
  database: Database,
  { user, body: { key, ...tick } }: Call<'PUT /api/desk/preparations'>,
): Promise<Preparations> {
  return database.transaction(async (tx) => {
    const { preparations: listed } = await readPreparations(tx)
    const due = new Date(tick.due)
    if (!listed.some((each) => each.itemId === tick.itemId && Date.parse(each.due) === due.getTime())) {
      throw refuse('not-found', 'There is nothing to prepare of this dish for that time any more.')
    }
    if (!(await claimIdempotencyKey(tx, 'preparations', key, tick))) return readPreparations(tx)
    const { itemId, count: portions } = tick
    const done = { portions, doneBy: user.id, doneAt: sql`now()` }
    if (portions === 0) {
      await tx.delete(preparations).where(sql`${preparations.itemId} = ${itemId} and ${preparations.due} = ${due}`)
    } else {
      await tx
        .insert(preparations)
        .values({ itemId, due, ...done })
        .onConflictDoUpdate({ target: [preparations.itemId, preparations.due], set: done })
    }
    await recordAudit(tx, user, 'preparation.tick', `item:${itemId}`, { portions, due })
    await deskChanged(tx)
    return readPreparations(tx)
  })
}

/** Deletes the ticks of preparations that were due more than a day ago. */
export const sweepPreparations: Sweep = (tx, most) =>
  swept(
    tx,
    sql`delete from preparations where (item_id, due) in (
      select item_id, due from preparations where due < now() - interval '1 day' order by due limit ${most})`,
  )
