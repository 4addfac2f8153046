import { and, eq, max } from 'drizzle-orm'
import type { Ticket } from '#contract/order/tickets.ts'
import { decide } from '#domain/order/decide.ts'
import { isOneOf, policy } from '#domain/restaurant/policy.ts'
import { recordAudit } from '../db/audit.ts'
import type { Database } from '../db/database.ts'
import { tickets, users } from '../db/schema.ts'
import { orRefuse } from '../http/problems.ts'
import type { Call } from '../http/route.ts'
import { requestJobs } from '../printers/write-jobs.ts'
import { deskDocument, orderDocument } from './document.ts'
import { lockOrder } from './transition.ts'

/**
 * Counts a print and returns the ticket. The order is locked, so one of two concurrent prints is marked as a reprint.
 */
export async function printTicket(
  database: Database,
  { user, params: { id }, body: { kind, press: requestKey, onPrinters } }: Call<'POST /api/orders/:id/print-ticket'>,
): Promise<Ticket> {
  return database.transaction(async (tx) => {
    const { order: row, now } = await lockOrder(tx, 'print-ticket', id, user)
    orRefuse(decide('print-ticket', row, user, now))
    const ofKind = and(eq(tickets.orderId, id), eq(tickets.kind, kind))
    const [last] = await tx
      .select({ number: max(tickets.number) })
      .from(tickets)
      .where(ofKind)
    const number = (last?.number ?? 0) + 1
    const [made] = await tx
      .insert(tickets)
      .values({ orderId: id, kind, number, requestKey, printedBy: user.id })
      .onConflictDoNothing({ target: [tickets.orderId, tickets.kind, tickets.requestKey] })
      .returning()
    const isForTill = kind === 'packing' && isOneOf(user.role, policy.till)
    const [ticket] = await tx
      .select({ number: tickets.number, printedAt: tickets.printedAt, printedBy: users.name })
      .from(tickets)
      .innerJoin(users, eq(users.id, tickets.printedBy))
      .where(and(ofKind, eq(tickets.requestKey, requestKey)))
    if (!ticket) throw new Error('A ticket just counted is gone.')
    const request = { kind, number: ticket.number, forTill: isForTill, by: user.id }
    const printers = onPrinters ? await requestJobs(tx, row, request) : []
    if (made) await recordAudit(tx, user, 'order.print-ticket', `order:${id}`, { kind, number, printers })
    return {
      order: kind === 'kitchen' ? orderDocument('kitchen', row) : deskDocument(row, user),
      deliveryAddress: isForTill ? row.deliveryAddress : null,
      kind,
      printers,
      ...ticket,
      printedAt: ticket.printedAt.toISOString(),
    }
  })
}
