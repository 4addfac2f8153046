import { and, eq, sql } from 'drizzle-orm'
import type { Order, SoldOutLine, SubstitutionChoice } from '#contract/orders.ts'
import type { Actor } from '#domain/order.ts'
import { type Action, can } from '#domain/order-actions.ts'
import * as Pricing from '#domain/pricing.ts'
import type { Result } from '#domain/problem.ts'
import * as Substitution from '#domain/substitution.ts'
import { recordAudit } from '../db/audit.ts'
import type { Database, Transaction } from '../db/database.ts'
import { orders } from '../db/schema.ts'
import { Refusal, refuse } from '../http/problems.ts'
import { menuItems } from '../menu/queries.ts'
import { takePortions } from '../stock/stock.ts'
import { orderDocument, publishOrder } from './document.ts'
import { noSuchOrder } from './queries.ts'
import { changeOrder } from './transition.ts'

/** What changes an order's lines, and what is told of it. */
const events = {
  'mark-sold-out': 'order.dish-sold-out',
  'unmark-sold-out': 'order.dish-available',
  'choose-substitution': 'order.substitution-chosen',
  'remove-sold-out': 'order.substitution-chosen',
} as const satisfies Partial<Record<Action, string>>

type Row = typeof orders.$inferSelect

/** A dish of this order is sold out: its customer is asked what instead. */
export function markSoldOut(database: Database, id: string, actor: Actor, seen: SoldOutLine): Promise<Order> {
  return changeLines(database, 'mark-sold-out', id, actor, seen, async ({ lines }, tx) => {
    const { rows } = await tx.execute<{ now: string }>(sql`select now()`)
    return { lines: taken(Substitution.mark(lines, seen.line, new Date(rows[0]?.now ?? '').toISOString())) }
  })
}

export function unmarkSoldOut(database: Database, id: string, actor: Actor, seen: SoldOutLine): Promise<Order> {
  return changeLines(database, 'unmark-sold-out', id, actor, seen, ({ lines }) => ({
    lines: taken(Substitution.unmark(lines, seen.line)),
  }))
}

/** The desk decides for a customer who says nothing. */
export function removeSoldOut(database: Database, id: string, actor: Actor, seen: SoldOutLine): Promise<Order> {
  return changeLines(database, 'remove-sold-out', id, actor, seen, ({ lines }) =>
    taken(Substitution.remove(lines, seen.line)),
  )
}

/** What the customer wants: another dish at today's price, all else without it, or nothing at all. */
export function chooseSubstitution(
  database: Database,
  id: string,
  actor: Actor,
  answer: SubstitutionChoice,
): Promise<Order> {
  if (answer.answer === 'cancel') {
    const { version } = answer
    return changeOrder(database, 'cancel-sold-out', id, actor, { reason: 'A dish sold out.', version })
  }
  return changeLines(database, 'choose-substitution', id, actor, answer, async ({ lines }, tx) => {
    if (answer.answer === 'remove') return taken(Substitution.remove(lines, answer.line))
    const { items, sources } = await menuItems(tx, [answer.itemId])
    const [item] = items
    if (!item) throw refuse('item-gone', 'This dish has left the menu. Please choose another.', 'itemId')
    const instead = taken(Pricing.priceLine(item, sources, answer.selection, answer.quantity, answer.note))
    const change = taken(Substitution.replace(lines, answer.line, instead))
    await takePortions(tx, [instead])
    return change
  })
}

/**
 * Changes what an order is made of, and what is due for it: locked, allowed, changed, told and on record in one
 * transaction. Of those who decide at once one does it; the others saw an older version, and read what it has become.
 */
async function changeLines(
  database: Database,
  action: keyof typeof events,
  id: string,
  actor: Actor,
  { line, version: seen }: SoldOutLine,
  change: (before: Row, tx: Transaction) => Made | Promise<Made>,
): Promise<Order> {
  return database.transaction(async (tx) => {
    const [before] = await tx.select().from(orders).where(eq(orders.id, id)).for('update')
    // Another's is not found: nobody is told that the order exists.
    if (!before || (action === 'choose-substitution' && before.customerId !== actor.id)) throw noSuchOrder()
    taken(can(action, before, actor))
    if (before.version !== seen) throw refuse('order-moved-on', 'This order has just changed. Please look at it again.')
    const { lines, answer } = await change(before, tx)
    const said = answer && {
      ...answer,
      by: action === 'choose-substitution' ? ('customer' as const) : ('restaurant' as const),
    }
    const [after] = await tx
      .update(orders)
      .set({
        lines,
        ...Substitution.bill(before, lines),
        ...(said && { substitutions: [...before.substitutions, said] }),
        version: sql`${orders.version} + 1`,
        updatedAt: sql`now()`,
      })
      .where(and(eq(orders.id, id), eq(orders.version, seen)))
      .returning()
    if (!after) throw new Error('A locked order has changed.')
    const order = orderDocument(after)
    await publishOrder(tx, events[action], order)
    const { total, owed, version } = order
    await recordAudit(tx, actor, `order.${action}`, `order:${id}`, { line, ...said, total, owed, version })
    return order
  })
}

type Made = { readonly lines: readonly Substitution.OrderLine[]; readonly answer?: Substitution.Change['answer'] }

function taken<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Refusal(result.problem)
  return result.value
}
