import { eq, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { type PrintedOrder, type PrintKind, type Section, sectionsOf } from '#domain/order/ticket.ts'
import { clock } from '#domain/restaurant/lagos.ts'
import { orders, users } from '../db/schema.ts'
import { readSettings } from '../db/stored-settings.ts'
import { draw } from '../media/drawing.ts'
import type { TicketFormat } from '../media/ticket.ts'
import type { Job, Printer } from './queue.ts'

/** The printable dots by the width of the paper in millimetres. */
export const dotsOf = { 58: 384, 80: 576 } as const

/**
 * Draws the ticket of a job from the current order. The picture is not stored. Returns undefined if the order no longer
 * exists.
 */
export async function drawJob(
  orm: NodePgDatabase,
  printer: Printer,
  job: Job,
  format: TicketFormat,
): Promise<Buffer | undefined> {
  const sections = job.kind === 'test' ? await testPage(orm, printer) : await ticketOf(orm, printer, job, job.kind)
  return sections && draw({ kind: 'ticket', sections, dots: dotsOf[printer.paperWidth], format })
}

async function ticketOf(
  orm: NodePgDatabase,
  printer: Printer,
  { orderId: id, number, copy, forTill, requestedBy, createdAt, unconfirmed }: Job,
  kind: PrintKind,
): Promise<readonly Section[] | undefined> {
  const [found] = await orm
    .select({ order: orders, by: users.name })
    .from(orders)
    .leftJoin(users, eq(users.id, requestedBy ?? ''))
    .where(eq(orders.orderId, id ?? ''))
  if (!found) return undefined
  const { order, by } = found
  const isWhole = kind === 'packing' && forTill
  const ticket = {
    kind,
    order: printedOrder(
      kind === 'packing' ? order : { ...order, items: await dishesFor(orm, printer, order) },
      isWhole,
    ),
    deliveryAddress: isWhole ? order.deliveryAddress : null,
    number,
    printedAt: createdAt.toISOString(),
    printedBy: by ?? undefined,
    copy: kind === 'cancelled' ? undefined : { number: copy, of: printer.copies },
    isUnsure: unconfirmed > 0,
  }
  return sectionsOf(ticket, (await readSettings(orm)).name)
}

type OrderRow = typeof orders.$inferSelect

/** Returns the fields that are printed. Only a whole ticket, for the till, has sums, phone and location. */
function printedOrder(row: OrderRow, isWhole: boolean): PrintedOrder {
  const { orderId, deliveryMethod, channel, payment, items, customerName, assignedRider: rider } = row
  const slot = row.slot?.toISOString()
  const readyBy = row.readyBy.toISOString()
  const seen = { orderId, deliveryMethod, channel, payment, items, customerName, readyBy, slot }
  if (!isWhole) return { ...seen, assignedRider: rider && { name: rider.name } }
  const { totalAmount, received, owed, cashAtDoor, contactPhone, deliveryLocation, taxLines } = row
  const sums = { totalAmount, received, owed, cashAtDoor, taxLines }
  return { ...seen, ...sums, contactPhone, deliveryLocation, assignedRider: rider }
}

/** Returns the lines of the categories that a printer prints. */
async function dishesFor(orm: NodePgDatabase, { id }: Printer, { items }: OrderRow): Promise<OrderRow['items']> {
  const dishes = items.map(({ itemId }) => itemId)
  const { rows } = await orm.execute<{ id: string }>(sql`
    select items.id from items, printers
     where printers.id = ${id} and items.id = any(${sql.param(dishes)}::text[])
       and printer_takes(printers, items.category_id)`)
  const taken = new Set(rows.map((row) => row.id))
  return items.filter(({ itemId }) => taken.has(itemId))
}

async function testPage(orm: NodePgDatabase, { name, paperWidth }: Printer): Promise<readonly Section[]> {
  const { name: restaurant } = await readSettings(orm)
  return [
    {
      blocks: [
        { kind: 'line', text: restaurant, points: 10 },
        { kind: 'line', text: name, points: 28, code: true },
        { kind: 'line', text: `Test page · ${paperWidth} mm · ${clock(Date.now())}`, points: 12, bold: true },
      ],
    },
    {
      ruled: true,
      blocks: [
        { kind: 'line', text: '₦12,345 · Ẹ̀bà, Ọ̀fadà, Ṣúyà, Ɗanwake', points: 14, bold: true },
        { kind: 'line', text: 'Both frames are whole and no letter is missing: this printer is ready.', points: 11 },
      ],
    },
    { blocks: [{ kind: 'frame', text: 'Left and right edge', points: 14 }] },
    { blocks: [{ kind: 'frame', text: 'Tickets for cooking follow by themselves', points: 11, dashed: true }] },
  ]
}
