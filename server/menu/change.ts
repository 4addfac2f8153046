import { and, eq, ne, sql } from 'drizzle-orm'
import type { ItemChange, ItemChanged } from '#contract/menu.ts'
import type { Actor } from '#domain/order.ts'
import { recordDeed } from '../db/audit.ts'
import type { Database } from '../db/database.ts'
import { items } from '../db/schema.ts'
import { refuse } from '../http/problems.ts'
import { record } from '../live/record.ts'

/**
 * Takes a dish off for now, or puts it back; open pages and carts hear of it. Where it is so already, nothing happens.
 * Refuses what is not on the menu.
 */
export async function setAvailable(
  database: Database,
  actor: Actor,
  id: string,
  { available }: ItemChange,
): Promise<ItemChanged> {
  return database.transaction(async (tx) => {
    const [changed] = await tx
      .update(items)
      .set({ available, version: sql`${items.version} + 1` })
      .where(and(eq(items.id, id), ne(items.available, available)))
      .returning()
    const [item] = changed ? [changed] : await tx.select().from(items).where(eq(items.id, id))
    if (!item) throw refuse('not-found', 'There is no such dish.')
    const document: ItemChanged = {
      id,
      category: item.categoryId,
      name: item.name,
      price: item.price,
      available: item.available,
      version: item.version,
    }
    if (changed) {
      await recordDeed(tx, actor, available ? 'item.back' : 'item.off', `item:${id}`)
      await record(tx, { audience: ['menu'], type: 'item.changed', subject: id, version: item.version, data: document })
    }
    return document
  })
}
