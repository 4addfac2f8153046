import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import * as Menu from '#domain/menu/menu.ts'
import type { PricedLine } from '#domain/menu/pricing.ts'
import type { Transaction } from '../db/database.ts'
import { type Placeholders, prepared } from '../db/prepared.ts'
import { items, type orders } from '../db/schema.ts'
import { publishItem } from './change-item.ts'

export type Needs = ReadonlyMap<string, number>

/** The portions deducted from the stock counts for an order, by dish. */
export type PortionsSold = (typeof orders.$inferSelect)['portionsSold']

/**
 * Returns the portions that these lines need, by dish, free sides included. Skips dishes missing in the current menu,
 * because a quote may be older than the menu.
 */
export async function needsOf(tx: Transaction, lines: readonly PricedLine[]): Promise<Needs> {
  const dishes = await tx
    .select({ id: items.id, document: items.document })
    .from(items)
    .where(inArray(items.id, [...new Set(lines.map(({ itemId }) => itemId))]))
  const needs = needsBy(lines, (itemId) => dishes.find(({ id }) => id === itemId)?.document.groups ?? [])
  const known = await tx
    .select({ id: items.id })
    .from(items)
    .where(inArray(items.id, [...needs.keys()]))
  return new Map([...needs].filter(([id]) => known.some((dish) => dish.id === id)))
}

/** Like `needsOf`, with the option groups of each dish as an argument. */
export function needsBy(lines: readonly PricedLine[], groupsOf: (itemId: string) => Menu.Item['groups']): Needs {
  const needs = new Map<string, number>()
  for (const line of lines) {
    for (const [id, count] of Menu.portions({ groups: groupsOf(line.itemId) }, line)) {
      needs.set(id, (needs.get(id) ?? 0) + count)
    }
  }
  return needs
}

/**
 * Locks the dishes that have a stock count and returns their ids. The sequence is always the same, so orders cannot
 * deadlock.
 */
export async function lockCounted(tx: Transaction, needs: Needs): Promise<string[]> {
  return (await countedLock(tx, needs)).map(({ id }) => id)
}

export function countedLock(tx: Transaction, needs: Needs) {
  return countedRows(tx, { ids: [...needs.keys()] })
}

const countedRows = prepared((tx: Transaction, given: Placeholders<{ ids: string[] }>) =>
  tx
    .select({ id: items.id })
    .from(items)
    .where(and(sql`${items.id} = any (${given.ids}::text[])`, isNotNull(items.portionsLeft)))
    .orderBy(items.id)
    .for('no key update'),
)

/**
 * Deducts portions, and returns the deducted portions: fewer if the kitchen counted fewer than were held. A dish whose
 * last portion is taken becomes sold out. If the dish was switched off, its count ends too, so the dish stays off when
 * a portion returns.
 */
export async function take(tx: Transaction, counted: readonly string[], needs: Needs): Promise<PortionsSold> {
  const taken: Record<string, number> = {}
  for (const id of counted) {
    const need = needs.get(id) ?? 0
    const [before] = await tx.select({ left: items.portionsLeft }).from(items).where(eq(items.id, id))
    const portions = Math.min(need, before?.left ?? 0)
    if (portions === 0) continue
    taken[id] = portions
    const [row] = await tx
      .update(items)
      .set({
        portionsLeft: sql`case when ${items.available} or ${items.portionsLeft} > ${portions} then ${items.portionsLeft} - ${portions} end`,
        available: sql`${items.available} and ${items.portionsLeft} > ${portions}`,
        version: sql`${items.version} + case when ${items.available} and ${items.portionsLeft} <= ${portions} then 1 else 0 end`,
      })
      .where(eq(items.id, id))
      .returning()
    if (row?.portionsLeft === 0) await publishItem(tx, row)
  }
  return taken
}

/**
 * Adds portions to the stock counts. A dish sold out by its count becomes available again, unless it is in `soldOut`.
 */
export async function giveBack(tx: Transaction, portions: Needs, soldOut: readonly string[] = []): Promise<void> {
  const isBack = sql`${items.portionsLeft} = 0 and not ${items.available}`
  for (const id of await lockCounted(tx, portions)) {
    const returns = soldOut.includes(id) ? sql`false` : isBack
    const [before] = await tx.select({ version: items.version }).from(items).where(eq(items.id, id))
    const [row] = await tx
      .update(items)
      .set({
        portionsLeft: sql`${items.portionsLeft} + ${portions.get(id) ?? 0}`,
        available: sql`${items.available} or (${returns})`,
        version: sql`${items.version} + case when ${returns} then 1 else 0 end`,
      })
      .where(eq(items.id, id))
      .returning()
    if (row && row.version !== before?.version) await publishItem(tx, row)
  }
}
