import type { CounterOrder, CounterPlaced } from '#contract/order/counter.ts'
import type { Quote as QuoteDocument } from '#contract/order/quotes.ts'
import * as Counter from '#domain/order/counter.ts'
import { isIn } from '#domain/order/statuses.ts'
import type { Actor } from '#domain/restaurant/policy.ts'
import type { Database, Transaction } from '../db/database.ts'
import { Refusal } from '../http/problems.ts'
import { type Call, created, type Reply } from '../http/route.ts'
import { collectAtDoor } from '../orders/actions.ts'
import { orderDocument } from '../orders/document.ts'
import { placeHeld } from '../orders/place.ts'
import type { OrderRow } from '../orders/transition.ts'
import { requireOnePerson } from '../payments/second-person.ts'
import { takePayment } from '../payments/till-payment.ts'
import { counter } from '../quotes/quote-owner.ts'
import { holdFor } from '../quotes/quotes.ts'

/**
 * Prices the cart of a customer on the phone or at the counter. The order belongs to no account until a customer adds
 * it by its link code (`server/orders/link.ts`). A pause does not apply, because staff at the counter can judge whether
 * the kitchen can take the order.
 */
export async function quoteAtCounter(
  database: Database,
  {
    user,
    body: { channel, customerPhone, account: _, key, ...request },
  }: Pick<Call<'POST /api/desk/quotes'>, 'user' | 'body'>,
): Promise<Reply<QuoteDocument, 200 | 201>> {
  const guest = Counter.guest({ channel, customerPhone, ...request })
  if (!guest.ok) throw new Refusal(guest.problem)
  const context = { owner: counter(user), addressKey: null, channel, customerId: null, key }
  const { quote, isNew } = await holdFor(database, context, guest.value, {
    ...request,
    contactPhone: '',
    payerName: '',
  })
  return created(quote, isNew)
}

/**
 * Places a counter quote and records its payment, once however often the request is sent. A repeat returns the order.
 */
export async function orderAtCounter(
  database: Database,
  { user, body: { quoteId, payment } }: Call<'POST /api/desk/orders'>,
): Promise<Reply<CounterPlaced, 200 | 201>> {
  return database.transaction(async (tx) => {
    const { row, isNew } = await placeHeld(tx, counter(user), quoteId)
    const order = isNew ? await withPayment(tx, row, user, payment) : row
    // A response may be lost, so a repeated request returns the codes as well. It returns them until the kitchen starts
    // the order. For an order that starts immediately, it returns them while the kitchen prepares the order.
    const { deliveryCode, linkCode } = showsCodes(order) ? order : { deliveryCode: null, linkCode: null }
    return created({ ...orderDocument('till', order), deliveryCode, linkCode }, isNew)
  })
}

const showsCodes = ({ status, cashAtDoor }: OrderRow) =>
  isIn(status, 'waiting') || (cashAtDoor && isIn(status, 'cooking'))

async function withPayment(
  tx: Transaction,
  row: OrderRow,
  actor: Actor,
  payment: CounterOrder['payment'],
): Promise<OrderRow> {
  if (payment.method === 'transfer') return row
  if (payment.method === 'at-door') return collectAtDoor(tx, row.orderId, actor)
  await requireOnePerson(tx, payment.amount)
  return takePayment(tx, row.orderId, actor, payment, 0)
}
