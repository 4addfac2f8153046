import { eq } from 'drizzle-orm'
import type { ItemChange, ItemChanged } from '#contract/menu.ts'
import * as Menu from '#domain/menu.ts'
import { naira } from '#domain/money.ts'
import type { Actor } from '#domain/order.ts'
import { recordDeed } from '../db/audit.ts'
import type { Database } from '../db/database.ts'
import { items } from '../db/schema.ts'
import { refuse } from '../http/problems.ts'
import { record } from '../live/record.ts'

/**
 * Takes a dish off for now or puts it back, and gives it another price; open pages and carts hear of it. Where all is so
 * already, nothing happens. Refuses what is not on the menu, a price by anybody but the owner, and one that would say
 * nothing because the sizes have theirs.
 */
export async function changeItem(
  database: Database,
  actor: Actor,
  id: string,
  { available, price }: ItemChange,
): Promise<ItemChanged> {
  if (price !== undefined && actor.role !== 'owner') {
    throw refuse('not-allowed', 'Only the owner sets prices. Ask the owner to change this one.')
  }
  return database.transaction(async (tx) => {
    const [before] = await tx.select().from(items).where(eq(items.id, id)).for('update')
    if (!before) throw refuse('not-found', 'There is no such dish.')
    if (price !== undefined && Menu.hasSizes(before.document)) {
      throw refuse('invalid', 'Its price is set by its sizes.', 'price')
    }
    const after = {
      available: available ?? before.available,
      price: price === undefined ? before.price : naira(price),
    }
    const isSwitched = after.available !== before.available
    const isPriced = after.price !== before.price
    const version = before.version + (isSwitched || isPriced ? 1 : 0)
    const document: ItemChanged = { id, category: before.categoryId, name: before.name, ...after, version }
    if (isSwitched) await recordDeed(tx, actor, after.available ? 'item.back' : 'item.off', `item:${id}`)
    if (isPriced) {
      await recordDeed(tx, actor, 'item.priced', `item:${id}`, { before: before.price, after: after.price })
    }
    if (isSwitched || isPriced) {
      await tx
        .update(items)
        .set({ ...after, version })
        .where(eq(items.id, id))
      await record(tx, { audience: ['menu'], type: 'item.changed', subject: id, version, data: document })
    }
    return document
  })
}
