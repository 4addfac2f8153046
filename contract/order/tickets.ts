import { z } from 'zod'
import { ticketKinds } from '#domain/order/ticket.ts'
import { document, instant, list } from '../parts/fields.ts'
import { deskOrder } from './orders.ts'

/** `POST /api/orders/{id}/print-ticket`. `press` is the idempotency key: a repeated request returns the same ticket. */
export const ticketRequest = z.strictObject({
  kind: z.enum(ticketKinds, 'Choose the kitchen or the packing ticket.'),
  press: z.string().regex(/^[\w-]{8,40}$/, 'This is no request key.'),
  /** Prints on the restaurant's printers for this kind. Without this field, only the browser prints. */
  onPrinters: z.literal(true).optional(),
})

/** A ticket to print: the current order, and the number of this print among the order's tickets of this kind. */
export const ticket = document({
  order: deskOrder,
  /** Set on packing tickets printed at the till; otherwise null. */
  deliveryAddress: z.string().nullable(),
  kind: z.enum(ticketKinds),
  number: z.int().min(1),
  printedAt: instant,
  printedBy: z.string(),
  /** The names of the printers that received the ticket. */
  printers: list(z.string()),
})
export type Ticket = z.infer<typeof ticket>
