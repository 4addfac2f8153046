import { z } from 'zod'
import { counterChannels } from '#domain/order/counter.ts'
import { accountId, document, line, orderId, requestKey } from '../parts/fields.ts'
import { tillOrder, tillPayment } from './orders.ts'
import { quoteRequest } from './quotes.ts'

/** `POST /api/desk/quotes`: the cart of a customer on the phone or at the counter, without prices. */
export const counterQuoteRequest = quoteRequest.omit({ contactPhone: true, payerName: true }).extend({
  channel: z.enum(counterChannels, 'Choose phone or walk-in.'),
  /** The phone to call. A typed phone proves no identity, so the order belongs to no account. */
  customerPhone: line(60).default(''),
  account: accountId.optional(),
  /**
   * The request key of the tablet or of a queued order. The same dishes under two keys make two quotes; a repeated key
   * makes one quote.
   */
  key: requestKey,
})
export type CounterQuoteRequest = z.infer<typeof counterQuoteRequest>

/** `POST /api/desk/orders`. With `transfer`, the order's transfer is claimed and checked like other transfers. */
export const counterOrder = z.strictObject({
  quoteId: orderId,
  account: accountId.optional(),
  payment: z.discriminatedUnion('method', [
    z.strictObject({ method: z.literal('transfer') }),
    /** Paid in cash to the rider: the kitchen starts immediately. */
    z.strictObject({ method: z.literal('at-door') }),
    tillPayment,
  ]),
})
export type CounterOrder = z.infer<typeof counterOrder>

/**
 * The response: the order, the delivery code, and the code with which the customer adds the order to an account. Staff
 * pass both codes on; no other response to staff contains either code.
 */
export const counterPlaced = document({
  ...tillOrder.unwrap().shape,
  deliveryCode: z.string().nullable(),
  linkCode: z.string().nullable(),
})
export type CounterPlaced = z.infer<typeof counterPlaced>
