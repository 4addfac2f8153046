import { z } from 'zod'
import { document, instant } from '../parts/fields.ts'
import { deskOrder } from './orders.ts'

/** What the kitchen cooks by, and what is packed and handed over by. */
export const ticketKinds = ['kitchen', 'packing'] as const
export type TicketKind = (typeof ticketKinds)[number]

/** `POST /api/orders/{id}/print-ticket`. `press` is its request key: sent again, it is the same ticket. */
export const ticketRequest = z.strictObject({
  kind: z.enum(ticketKinds, 'Choose the kitchen or the packing ticket.'),
  press: z.string().regex(/^[\w-]{8,40}$/, 'This is no request key.'),
})

/** A ticket to be printed: the order as it stands, and which print of its kind it is. */
export const ticket = document({
  order: deskOrder,
  /** On a packing ticket that the till prints; null on any other. */
  deliveryAddress: z.string().nullable(),
  kind: z.enum(ticketKinds),
  /** From 1 on. */
  number: z.int().min(1),
  printedAt: instant,
  printedBy: z.string(),
})
export type Ticket = z.infer<typeof ticket>
