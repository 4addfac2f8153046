import { z } from 'zod'
import { counterChannels } from '#domain/order/counter.ts'
import { soughtStates } from './books/sought-states.ts'
import { deliveryStatus, orderStatus, paymentState, tillOrder } from './order/orders.ts'
import { deliveryMethod } from './order/quotes.ts'
import { ticketKinds } from './order/tickets.ts'
import { day, dictionary, document, instant, line, list, naira, orderId, slug } from './parts/fields.ts'
import { auditEntry } from './staff.ts'

/** `GET /api/office/orders`. Every part narrows the list; without any it has all orders. */
export const ordersQuery = z.strictObject({
  /** Words of a code, a name, a phone, a dish or a place, as typed. */
  q: line(100).optional(),
  dish: slug.optional(),
  /** The name of a place, as it was when the order came. */
  place: line(100).optional(),
  state: z.enum(soughtStates).optional(),
  /** The first and the last day, in Lagos. */
  from: day('Enter a day.').optional(),
  to: day('Enter a day.').optional(),
  /** The last order of the page before. */
  after: orderId.optional(),
})
export type OrdersQuery = z.infer<typeof ordersQuery>

/** An order in the list: no phone and no address. */
const foundOrder = document({
  id: z.string(),
  createdAt: instant,
  channel: z.enum(['web', ...counterChannels]),
  customerName: z.string(),
  deliveryMethod,
  deliveryLocation: z.string().nullable(),
  /** '2 × Half Chicken'. */
  dishes: list(z.string()),
  total: naira,
  status: orderStatus,
  payment: paymentState,
  deliveryStatus: deliveryStatus.nullable(),
  owed: naira,
})
export type FoundOrder = z.infer<typeof foundOrder>

/** The newest first. `next` is what the next page is asked for with; null where there is none. */
export const foundOrders = document({ orders: list(foundOrder), next: z.string().nullable() })
export type FoundOrders = z.infer<typeof foundOrders>

/** Money that came for an order or went back. `amount` is signed: what went back is below zero. */
const orderMoney = document({
  at: instant,
  amount: z.int(),
  /** No money went: a payment that was recorded by mistake was taken back. */
  undone: z.literal(true).optional(),
  method: z.enum(['transfer', 'cash', 'card']).nullable(),
  /** The bank's number or that of the terminal's slip; null for cash. */
  reference: z.string().nullable(),
  /** As the bank shows it; '' for cash. */
  sender: z.string(),
})

/** `GET /api/office/orders/{id}`: an order with all that became of it. */
export const orderStory = document({
  order: tillOrder,
  /** The oldest first. */
  entries: list(auditEntry),
  /** The names of staff whom entries mention by id. */
  names: dictionary(z.string()),
  money: list(orderMoney),
  tickets: list(document({ kind: z.enum(ticketKinds), number: z.int(), at: instant, by: z.string() })),
  rating: document({ stars: z.int(), comment: z.string(), at: instant }).nullable(),
})
export type OrderStory = z.infer<typeof orderStory>
