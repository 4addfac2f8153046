import type { DeskOrder, Order, SoldOutLine, SubstitutionChoice } from '#contract/order/orders.ts'
import * as Pricing from '#domain/menu/pricing.ts'
import * as Money from '#domain/money/money.ts'
import * as Substitution from '#domain/order/substitution.ts'
import type { Actor } from '#domain/restaurant/policy.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { orRefuse, refuse } from '#server/http/problems.ts'
import { menuItems } from '#server/menu/queries.ts'
import { holdMenu } from '#server/menu-versions/versions.ts'
import { cancelled } from './actions.ts'
import { deskDocument, orderDocument } from './document.ts'
import { type Moment, type OrderRow, transition } from './transition.ts'

/** A dish of an order is sold out: its customer is asked what to have instead. */
export async function markSoldOut(database: Database, id: string, actor: Actor, seen: SoldOutLine): Promise<DeskOrder> {
  const row = await changeLines(database, 'mark-sold-out', id, actor, seen, ({ order: { lines }, now }) => ({
    lines: orRefuse(Substitution.mark(lines, seen.line, now.toISOString())),
  }))
  return deskDocument(row, actor)
}

/** The dish was found after all. */
export async function unmarkSoldOut(
  database: Database,
  id: string,
  actor: Actor,
  seen: SoldOutLine,
): Promise<DeskOrder> {
  const row = await changeLines(database, 'unmark-sold-out', id, actor, seen, ({ order: { lines } }) => ({
    lines: orRefuse(Substitution.unmark(lines, seen.line)),
  }))
  return deskDocument(row, actor)
}

/** The desk takes the line off for a customer who does not answer. */
export async function removeSoldOut(
  database: Database,
  id: string,
  actor: Actor,
  seen: SoldOutLine,
): Promise<DeskOrder> {
  const row = await changeLines(database, 'remove-sold-out', id, actor, seen, ({ order: { lines } }) =>
    orRefuse(Substitution.remove(lines, seen.line)),
  )
  return deskDocument(row, actor)
}

/** The customer's choice: another dish at today's price, the order without the line, or no order at all. */
export async function chooseSubstitution(
  database: Database,
  id: string,
  actor: Actor,
  choice: SubstitutionChoice,
): Promise<Order> {
  if (choice.answer === 'cancel') {
    const row = await database.transaction((tx) =>
      transition(tx, 'cancel-sold-out', id, actor, {
        version: choice.version,
        change: () => cancelled('customer', 'A dish sold out.'),
      }),
    )
    return orderDocument('customer', row)
  }
  const row = await changeLines(
    database,
    'choose-substitution',
    id,
    actor,
    choice,
    async ({ order: { lines } }, tx) => {
      if (choice.answer === 'remove') return orRefuse(Substitution.remove(lines, choice.line))
      await holdMenu(tx)
      const { items, sources } = await menuItems(tx, [choice.itemId])
      const [item] = items
      if (!item) throw refuse('item-gone', 'This dish has left the menu. Please choose another.', 'itemId')
      const instead = orRefuse(Pricing.priceLine(item, sources, choice.selection, choice.quantity, choice.note))
      return orRefuse(Substitution.replace(lines, choice.line, instead))
    },
  )
  return orderDocument('customer', row)
}

type LineChange = Pick<Substitution.Change, 'lines'> & Partial<Substitution.Change>

/** Changes an order's lines, and with them its total and what is owed. `line` and `version` are what the person saw. */
async function changeLines(
  database: Database,
  action: 'mark-sold-out' | 'unmark-sold-out' | 'remove-sold-out' | 'choose-substitution',
  id: string,
  actor: Actor,
  { line, version }: SoldOutLine,
  change: (moment: Moment, tx: Transaction) => LineChange | Promise<LineChange>,
): Promise<OrderRow> {
  return database.transaction((tx) =>
    transition(tx, action, id, actor, {
      version,
      change: async (moment, tx) => {
        const { order } = moment
        const { lines, made } = await change(moment, tx)
        const by = action === 'choose-substitution' ? ('customer' as const) : ('restaurant' as const)
        const bill = Substitution.bill(order, lines)
        const substitution = made && { ...made, less: Money.naira(order.total - bill.total), by }
        return {
          set: {
            lines,
            ...bill,
            ...(substitution && { substitutions: [...order.substitutions, substitution] }),
          },
          detail: { line, total: bill.total, ...substitution },
        }
      },
    }),
  )
}
