import { z } from 'zod'
import type { Order } from './orders.ts'

/** What the kitchen cooks by, and what is packed and handed over by. */
export const ticketKinds = ['kitchen', 'packing'] as const
export type TicketKind = (typeof ticketKinds)[number]

/** `POST /api/orders/{id}/tickets`. `press` is made up by the browser: sent again, it is the same ticket. */
export const ticketRequest = z.strictObject({
  kind: z.enum(ticketKinds, 'Choose the kitchen or the packing ticket.'),
  press: z.string().regex(/^[\w-]{8,40}$/, 'This is no press of ours.'),
})
export type TicketRequest = z.infer<typeof ticketRequest>

/** A ticket to be printed: the order as it stands, and which print of its kind it is. */
export type Ticket = {
  readonly order: Order
  readonly kind: TicketKind
  /** From 1 on. */
  readonly number: number
  /** ISO 8601. */
  readonly printedAt: string
  readonly printedBy: string
}
