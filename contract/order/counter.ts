import { z } from 'zod'
import { counterChannels } from '#domain/order/counter.ts'
import { accountId, document, line, orderId, requestKey } from '../parts/fields.ts'
import { tillOrder, tillPayment } from './orders.ts'
import { quoteRequest } from './quotes.ts'

/** `POST /api/desk/quotes`: what a customer asks for who is on the phone or at the counter. No price in it. */
export const counterQuoteRequest = quoteRequest.omit({ contactPhone: true, payerName: true }).extend({
  channel: z.enum(counterChannels, 'Choose phone or walk-in.'),
  /** Whom to call. A number proves nothing, so it makes the order nobody's. */
  customerPhone: line(60).default(''),
  account: accountId.optional(),
  /**
   * Of the tablet, or of an order that waited for the network: the same dishes under two keys are two quotes, and what is sent
   * again is one.
   */
  key: requestKey,
})
export type CounterQuoteRequest = z.infer<typeof counterQuoteRequest>
export type CounterQuoteBody = z.input<typeof counterQuoteRequest>

/** `POST /api/desk/orders`. A transfer is claimed by it and looked for as any other. */
export const counterOrder = z.strictObject({
  quoteId: orderId,
  account: accountId.optional(),
  payment: z.discriminatedUnion('method', [
    z.strictObject({ method: z.literal('transfer') }),
    /** In cash to the rider: the kitchen starts at once. */
    z.strictObject({ method: z.literal('at-door') }),
    tillPayment,
  ]),
})
export type CounterOrder = z.infer<typeof counterOrder>

/**
 * The answer: the order, and what whoever entered it tells the customer: the code for the door, and the code with which
 * the customer adds the order to an account. No other answer tells the restaurant either.
 */
export const counterPlaced = document({
  ...tillOrder.unwrap().shape,
  deliveryCode: z.string().nullable(),
  linkCode: z.string().nullable(),
})
export type CounterPlaced = z.infer<typeof counterPlaced>
