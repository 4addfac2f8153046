import { eq, sql } from 'drizzle-orm'
import type { ItemChanged } from '#contract/menu/menu.ts'
import * as Menu from '#domain/menu/menu.ts'
import { naira } from '#domain/money/money.ts'
import * as Stock from '#domain/order/stock.ts'
import * as Hours from '#domain/restaurant/hours.ts'
import { isOneOf, policy } from '#domain/restaurant/policy.ts'
import { recordAudit } from '../db/audit.ts'
import type { Database, Reader, Transaction } from '../db/database.ts'
import { items } from '../db/schema.ts'
import { settingsNow, settingsOf } from '../db/stored-settings.ts'
import { refuse } from '../http/problems.ts'
import { claimIdempotencyKey } from '../http/request-keys.ts'
import type { Call } from '../http/route.ts'
import { publish } from '../live/publish.ts'
import { lockMenu, notePrice } from '../menu-versions/versions.ts'

type Row = typeof items.$inferSelect

/**
 * Marks a dish as sold out, indefinitely or until tomorrow, or as available, with or without a stock count, and changes
 * its price. Publishes the change to open pages and carts. A request without effect, or a repeated request, changes
 * nothing. Throws a Refusal for an unknown dish, for a price by staff other than the owner, and for a price of a dish
 * whose sizes have prices.
 */
export async function changeItem(
  database: Database,
  { user, params: { id }, body: { key, ...change } }: Call<'PATCH /api/menu-items/:id'>,
): Promise<ItemChanged> {
  const { isAvailable, until, portions, price } = change
  if (price !== undefined && !isOneOf(user.role, policy.owners)) {
    throw refuse('not-allowed', 'Only the owner sets prices. Ask the owner to change this one.')
  }
  return database.transaction(async (tx) => {
    if (price !== undefined) await lockMenu(tx)
    const [before] = await tx.select().from(items).where(eq(items.id, id)).for('update')
    if (!before || before.removed) throw refuse('not-found', 'There is no such dish.')
    if (!(await claimIdempotencyKey(tx, `item:${id}`, key, change))) return documentOf(before)
    if (price !== undefined && Menu.hasSizes(before.document)) {
      throw refuse('invalid', 'Its price is set by its sizes: change them on the menu of the office.', 'price')
    }
    const keepsAvailability = isAvailable === undefined && portions === undefined
    // A dish that is switched off and on again keeps its count. The count ends if the dish is switched off until
    // tomorrow, which has portions of its own, or if it is switched on while it is available.
    const endsCount = until !== undefined || (isAvailable === true && before.available) || before.portionsLeft === 0
    const after: Row = {
      ...before,
      available: keepsAvailability ? before.available : (isAvailable ?? true),
      backAt: keepsAvailability ? before.backAt : until ? await tomorrow(tx) : null,
      portionsLeft: portions ?? (endsCount && !keepsAvailability ? null : before.portionsLeft),
      price: price === undefined ? before.price : naira(price),
    }
    const isSwitched = after.available !== before.available
    const isLimited = after.portionsLeft !== before.portionsLeft || after.backAt?.getTime() !== before.backAt?.getTime()
    const isPriced = after.price !== before.price
    if (isSwitched || isLimited) {
      const { backAt, portionsLeft } = after
      await recordAudit(tx, user, after.available ? 'item.mark-available' : 'item.mark-sold-out', `item:${id}`, {
        ...(backAt && { backAt }),
        ...(portionsLeft !== null && { portionsLeft }),
      })
    }
    if (isPriced) {
      await recordAudit(tx, user, 'item.change-price', `item:${id}`, { before: before.price, after: after.price })
      await notePrice(tx, user, id, after.price)
    }
    if (!(isSwitched || isLimited || isPriced)) return documentOf(before)
    const { available, backAt, portionsLeft, price: cost } = after
    const [row] = await tx
      .update(items)
      .set({ available, backAt, portionsLeft, price: cost, version: sql`${items.version} + 1` })
      .where(eq(items.id, id))
      .returning()
    if (!row) throw new Error('A locked dish is gone.')
    return publishItem(tx, row)
  })
}

/** Makes dishes available whose return time has come. Concurrent processes return each dish once. */
export async function returnDishes(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    const back = await tx
      .update(items)
      .set({ available: true, backAt: null, version: sql`${items.version} + 1` })
      .where(sql`${items.backAt} <= now()`)
      .returning()
    for (const row of back) await publishItem(tx, row)
  })
}

/** Publishes a dish to all open menus, and returns what was published. */
export async function publishItem(tx: Transaction, row: Row): Promise<ItemChanged> {
  const next = await nextPortions(tx, [row])
  const document = { ...documentOf(row), ...next(row) }
  await publish(tx, { audience: ['menu'], type: 'item.changed', subject: row.id, version: row.version, data: document })
  return document
}

function documentOf({ id, categoryId: category, name, price, available, backAt, version }: Row): ItemChanged {
  return { id, category, name, price, isAvailable: available, ...(backAt && { backAt: backAt.toISOString() }), version }
}

type Counted = Pick<Row, 'portionsLeft'>

/** Returns the time at which a dish sold out by its count has portions again; an empty object for other dishes. */
export type NextPortions = (dish: Counted) => Pick<ItemChanged, 'portionsAt'>

/** Returns `NextPortions` for these dishes. Reads the settings only if a dish is sold out by its count. */
export async function nextPortions(db: Reader, dishes: readonly Counted[]): Promise<NextPortions> {
  if (!dishes.some(({ portionsLeft }) => portionsLeft === 0)) return () => ({})
  const { document, now } = settingsOf(await settingsNow(db))
  return ({ portionsLeft }) => {
    const time = Stock.portionsAt(portionsLeft, now, document.dayBegins)
    return time === undefined ? {} : { portionsAt: new Date(time).toISOString() }
  }
}

/** Returns the time at which a dish switched off until tomorrow becomes available. */
export async function tomorrow(db: Reader): Promise<Date> {
  const read = await settingsNow(db)
  return new Date(Hours.tomorrow(Number(read[0]?.now), settingsOf(read).document.dayBegins))
}
