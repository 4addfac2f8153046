import { z } from 'zod'
import { counterChannels } from '#domain/order/counter.ts'
import { ticketKinds } from '#domain/order/ticket.ts'
import { soughtStates } from './books/sought-states.ts'
import { deliveryStatus, orderStatus, paymentState, tillOrder } from './order/orders.ts'
import { deliveryMethod } from './order/quotes.ts'
import { day, dictionary, document, instant, line, list, naira, orderId, slug } from './parts/fields.ts'
import { auditEntry } from './staff.ts'

/** `GET /api/office/orders`. Every parameter narrows the list; without parameters it contains all orders. */
export const ordersQuery = z.strictObject({
  /** Words of a code, a name, a phone, a dish or a place, as typed. */
  q: line(100).optional(),
  dish: slug.optional(),
  /** The name that the delivery place had when the order was placed. */
  place: line(100).optional(),
  state: z.enum(soughtStates).optional(),
  /** The first and the last day, in Lagos. */
  from: day('Enter a day.').optional(),
  to: day('Enter a day.').optional(),
  /** The id of the last order on the previous page. */
  after: orderId.optional(),
})
export type OrdersQuery = z.infer<typeof ordersQuery>

/** An order in the list, without phone and address. */
const foundOrder = document({
  id: z.string(),
  createdAt: instant,
  channel: z.enum(['web', ...counterChannels]),
  customerName: z.string(),
  deliveryMethod,
  deliveryLocation: z.string().nullable(),
  /** Dishes with quantities: '2 × Half Chicken'. */
  dishes: list(z.string()),
  total: naira,
  status: orderStatus,
  payment: paymentState,
  deliveryStatus: deliveryStatus.nullable(),
  owed: naira,
})
export type FoundOrder = z.infer<typeof foundOrder>

/** Orders, newest first. `next` is the `after` of the request for the next page; null on the last page. */
export const foundOrders = document({ orders: list(foundOrder), next: z.string().nullable() })
export type FoundOrders = z.infer<typeof foundOrders>

/** A payment or refund of an order. `amount` is negative for a refund. */
const orderMoney = document({
  at: instant,
  amount: z.int(),
  /** Set for a reversed entry: a payment recorded by mistake. */
  undone: z.literal(true).optional(),
  method: z.enum(['transfer', 'cash', 'card']).nullable(),
  /** The bank's reference or the number of the terminal's slip; null for cash. */
  reference: z.string().nullable(),
  /** The sender's name as the bank shows it; '' for cash. */
  sender: z.string(),
})

/**
 * A ticket of an order. `prints` has the result on each of the restaurant's printers until the print jobs are deleted;
 * empty for a ticket that a browser printed. Missing in responses of an earlier release.
 */
const orderTicket = document({
  kind: z.enum(ticketKinds),
  number: z.int(),
  at: instant,
  by: z.string(),
  prints: z.exactOptional(
    list(document({ printer: z.string(), state: z.enum(['printed', 'waiting', 'not-printed']) })),
  ),
})

/** `GET /api/office/orders/{id}`: an order with its full history. */
export const orderStory = document({
  order: tillOrder,
  /** Audit entries, oldest first. */
  entries: list(auditEntry),
  /** Names of staff by id, for ids that entries mention. */
  names: dictionary(z.string()),
  money: list(orderMoney),
  tickets: list(orderTicket),
  rating: document({ stars: z.int(), comment: z.string(), at: instant }).nullable(),
})
export type OrderStory = z.infer<typeof orderStory>
