import type { ActionEndpoint } from '#contract/order/actions.ts'
import type { DeskOrder, Order } from '#contract/order/orders.ts'
import * as Pricing from '#domain/menu/pricing.ts'
import * as Money from '#domain/money/money.ts'
import { mustBeCalled } from '#domain/order/counter.ts'
import * as Substitution from '#domain/order/substitution.ts'
import type { Database, Transaction } from '../db/database.ts'
import { orRefuse, refuse } from '../http/problems.ts'
import type { Call } from '../http/route.ts'
import { menuItems } from '../menu/menu-queries.ts'
import { holdMenu } from '../menu-versions/versions.ts'
import { cancelled } from './actions.ts'
import { deskDocument, orderDocument } from './document.ts'
import { type Moment, type OrderRow, transition } from './transition.ts'

export async function markSoldOut(
  database: Database,
  call: Call<'POST /api/orders/:id/mark-sold-out'>,
): Promise<DeskOrder> {
  const row = await changeLines(database, 'mark-sold-out', call, ({ order: { items }, now }) => ({
    items: orRefuse(Substitution.mark(items, call.body.line, now.toISOString())),
  }))
  return deskDocument(row, call.user)
}

export async function unmarkSoldOut(
  database: Database,
  call: Call<'POST /api/orders/:id/unmark-sold-out'>,
): Promise<DeskOrder> {
  const row = await changeLines(database, 'unmark-sold-out', call, ({ order: { items } }) => ({
    items: orRefuse(Substitution.unmark(items, call.body.line)),
  }))
  return deskDocument(row, call.user)
}

/** Removes the sold-out line for a customer who has not chosen a substitution. */
export async function removeSoldOut(
  database: Database,
  call: Call<'POST /api/orders/:id/remove-sold-out'>,
): Promise<DeskOrder> {
  const row = await changeLines(database, 'remove-sold-out', call, ({ order: { items } }) =>
    orRefuse(Substitution.remove(items, call.body.line)),
  )
  return deskDocument(row, call.user)
}

/** Applies the customer's choice: another dish at today's price, the order without the line, or a cancellation. */
export async function chooseSubstitution(
  database: Database,
  call: Call<'POST /api/orders/:id/choose-substitution'>,
): Promise<Order> {
  const { user, params, body: choice } = call
  if (choice.answer === 'cancel') {
    const row = await database.transaction((tx) =>
      transition(tx, 'cancel-sold-out', params.id, user, {
        version: choice.version,
        change: () => cancelled('customer', 'A dish sold out.'),
      }),
    )
    return orderDocument('customer', row)
  }
  const row = await changeLines(database, 'choose-substitution', call, async ({ order }, tx) => {
    if (choice.answer === 'remove') return orRefuse(Substitution.remove(order.items, choice.line))
    await holdMenu(tx)
    const { items, sources } = await menuItems(tx, [choice.itemId])
    const [item] = items
    if (!item) throw refuse('item-gone', 'This dish has left the menu. Please choose another.', 'itemId')
    const instead = orRefuse(Pricing.priceLine(item, sources, choice.selection, choice.quantity, choice.chefComment))
    return orRefuse(Substitution.replace(order.items, choice.line, instead))
  })
  return orderDocument('customer', row)
}

type LineChange = Pick<Substitution.Change, 'items'> & Partial<Substitution.Change>

type LineAction = 'mark-sold-out' | 'unmark-sold-out' | 'remove-sold-out' | 'choose-substitution'

/** Changes an order's lines, its total and its refund owed. `line` and `version` are those on the user's screen. */
async function changeLines(
  database: Database,
  action: LineAction,
  { user, params, body: { line, version } }: Pick<Call<ActionEndpoint<LineAction>>, 'user' | 'params' | 'body'>,
  change: (moment: Moment, tx: Transaction) => LineChange | Promise<LineChange>,
): Promise<OrderRow> {
  return database.transaction((tx) =>
    transition(tx, action, params.id, user, {
      version,
      change: async (moment, tx) => {
        const { order } = moment
        const { items, made } = await change(moment, tx)
        const by = action === 'choose-substitution' ? ('customer' as const) : ('restaurant' as const)
        const bill = Substitution.bill(order, items)
        const substitution = made && { ...made, less: Money.naira(order.totalAmount - bill.totalAmount), by }
        return {
          set: {
            items,
            ...bill,
            ...(substitution && { substitutions: [...order.substitutions, substitution] }),
          },
          detail: {
            line,
            total: bill.totalAmount,
            ...(action === 'mark-sold-out' && { toCall: mustBeCalled(order) }),
            ...substitution,
          },
        }
      },
    }),
  )
}
