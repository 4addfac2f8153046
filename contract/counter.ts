import { z } from 'zod'
import { counterChannels } from '#domain/order.ts'
import { line, orderId } from './fields.ts'
import { tillPayment } from './orders.ts'
import { quoteRequest } from './quotes.ts'

/** `POST /api/desk/quotes`: what a customer asks for who is on the phone or at the counter. No price in it. */
export const counterQuoteRequest = quoteRequest.omit({ contactPhone: true, payerName: true }).extend({
  channel: z.enum(counterChannels, 'Choose phone or walk-in.'),
  /** A registered customer's, in any way of writing it, makes the order theirs. */
  customerPhone: line(60).default(''),
})
export type CounterQuoteRequest = z.infer<typeof counterQuoteRequest>
export type CounterQuoteBody = z.input<typeof counterQuoteRequest>

/** `POST /api/desk/orders`. A transfer is claimed by it and looked for as any other. */
export const counterOrder = z.strictObject({
  quoteId: orderId,
  payment: z.discriminatedUnion('method', [z.strictObject({ method: z.literal('transfer') }), tillPayment]),
})
export type CounterOrder = z.infer<typeof counterOrder>
