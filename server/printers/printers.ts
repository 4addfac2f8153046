import { randomBytes, randomUUID } from 'node:crypto'
import { and, desc, eq, gte, isNull, or, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Answer } from '#contract/endpoints.ts'
import {
  type DeskPrinter,
  mostUnprinted,
  type NewPrinter,
  type OfficePrinter,
  type PrinterCode,
} from '#contract/printers.ts'
import * as Lagos from '#domain/restaurant/lagos.ts'
import type { Actor } from '#domain/restaurant/policy.ts'
import { recordAudit } from '../db/audit.ts'
import type { Database, Transaction } from '../db/database.ts'
import { categories, orders, printers, printJobs } from '../db/schema.ts'
import { refuse } from '../http/problems.ts'
import type { Call } from '../http/route.ts'
import { publish } from '../live/publish.ts'
import { isStillNeeded, type Printer } from './queue.ts'
import { printersChanged } from './write-jobs.ts'

type Orm = Pick<NodePgDatabase, 'select' | 'selectDistinctOn'>

const mostPrinters = 30

/** Returns all printers with today's jobs, in the order in which they were added. */
export async function officePrinters({ orm }: { orm: Orm }): Promise<Answer<'GET /api/office/printers'>> {
  const rows = await orm.select().from(printers).orderBy(printers.addedAt).limit(mostPrinters)
  return { printers: await Promise.all(rows.map((row) => officePrinter(orm, row))) }
}

async function officePrinter(orm: Orm, row: Printer): Promise<OfficePrinter> {
  const { make, categories, copies, cuts, buzzes, paperWidth } = row
  const today = new Date(Lagos.midnight(Lagos.dayOf(Date.now())))
  const ofToday = and(eq(printJobs.printerId, row.id), gte(printJobs.createdAt, today))
  const isOpen = sql`${printJobs.printedAt} is null and ${printJobs.failedAt} is null`
  const [counts] = await orm
    .select({
      printed: sql<number>`count(*) filter (where ${printJobs.printedAt} is not null)::int`,
      waiting: sql<number>`count(*) filter (where ${isOpen} and ${isStillNeeded})::int`,
      over: sql<number>`count(*) filter (where ${isOpen} and not ${isStillNeeded} and ${printJobs.kind} <> 'cancelled')::int`,
    })
    .from(printJobs)
    .leftJoin(orders, eq(orders.orderId, printJobs.orderId))
    .where(ofToday)
  const failed = await orm
    .select({ orderId: printJobs.orderId, kind: printJobs.kind, failure: printJobs.failure })
    .from(printJobs)
    .where(and(ofToday, sql`${printJobs.failedAt} is not null`))
    .orderBy(desc(printJobs.createdAt))
    .limit(mostUnprinted)
  return {
    ...shownOf(row),
    make,
    categories,
    copies,
    cuts,
    buzzes,
    paperWidth,
    today: {
      printed: counts?.printed ?? 0,
      waiting: counts?.waiting ?? 0,
      over: counts?.over ?? 0,
      failed: failed.flatMap(({ orderId, kind, failure }) =>
        orderId === null || kind === 'test' || failure === null ? [] : [{ orderId, kind, failure }],
      ),
    },
  }
}

function shownOf({ id, name, kinds, state, silent, polledAt }: Printer) {
  return { id, name, kinds, state, isSilent: silent, polledAt: polledAt?.toISOString() ?? null }
}

/** Returns the printers with their unprinted tickets, as the desk shows them. */
export async function deskPrinters({ orm }: Database): Promise<Answer<'GET /api/desk/printers'>> {
  const rows = await orm.select().from(printers).orderBy(printers.addedAt).limit(mostPrinters)
  return {
    printers: await Promise.all(rows.map(async (row) => ({ ...shownOf(row), unprinted: await unprinted(orm, row) }))),
  }
}

/**
 * Returns the tickets that a printer has not printed and that are still needed, oldest first. A ticket that was given
 * up stays in the list until somebody prints it again. The slip of a cancelled order cannot be printed again, so it
 * leaves the list when it is given up.
 */
async function unprinted(orm: Orm, { id }: Printer): Promise<DeskPrinter['unprinted']> {
  const isReplaced = sql`exists (select from print_jobs later where later.order_id = ${printJobs.orderId}
    and later.kind = ${printJobs.kind} and later.printer_id = ${printJobs.printerId} and later.number > ${printJobs.number})`
  const rows = await orm
    .selectDistinctOn([printJobs.createdAt, printJobs.orderId, printJobs.kind], {
      orderId: printJobs.orderId,
      kind: printJobs.kind,
      failedAt: printJobs.failedAt,
    })
    .from(printJobs)
    .innerJoin(orders, eq(orders.orderId, printJobs.orderId))
    .where(
      and(
        eq(printJobs.printerId, id),
        isNull(printJobs.printedAt),
        isStillNeeded,
        or(isNull(printJobs.failedAt), sql`${printJobs.kind} <> 'cancelled' and not ${isReplaced}`),
      ),
    )
    .orderBy(printJobs.createdAt, printJobs.orderId, printJobs.kind)
    .limit(mostUnprinted)
  return rows.flatMap(({ orderId, kind, failedAt }) =>
    orderId === null || kind === 'test' ? [] : [{ orderId, kind, isFailed: failedAt !== null }],
  )
}

/** Returns what became of an order's tickets on each printer. A ticket is printed once all of its copies are. */
export async function printsOf(orm: Orm, id: string) {
  type State = 'printed' | 'waiting' | 'not-printed'
  const state = sql<State>`case when bool_and(${printJobs.printedAt} is not null) then 'printed'
    when bool_or(${printJobs.printedAt} is null and ${printJobs.failedAt} is null and ${isStillNeeded}) then 'waiting'
    else 'not-printed' end`
  return orm
    .select({ kind: printJobs.kind, number: printJobs.number, printer: printers.name, state })
    .from(printJobs)
    .innerJoin(printers, eq(printers.id, printJobs.printerId))
    .innerJoin(orders, eq(orders.orderId, printJobs.orderId))
    .where(eq(printJobs.orderId, id))
    .groupBy(printJobs.kind, printJobs.number, printers.id, printers.name)
    .orderBy(printers.name)
}

/** Letters and figures that people do not confuse when they type the code into a printer. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const codeLength = 24

/** Returns a random code of 118 bits. */
function newCode(): string {
  let code = ''
  while (code.length < codeLength) {
    const [byte = 255] = randomBytes(1)
    // Larger bytes are skipped, because they would favour the first letters of the alphabet.
    if (byte < 248) code += alphabet[byte % alphabet.length]
  }
  return code
}

export async function addPrinter(
  database: Database,
  { user, body }: Call<'POST /api/office/printers'>,
): Promise<PrinterCode> {
  const code = newCode()
  return database.transaction(async (tx) => {
    if ((await tx.$count(printers)) >= mostPrinters) {
      throw refuse('invalid', `There are ${mostPrinters} printers already. Remove one first.`, 'name')
    }
    await requireCategories(tx, body)
    const [row] = await tx
      .insert(printers)
      .values({ ...body, id: randomUUID(), code })
      .returning()
    if (!row) throw new Error('The new printer has no row.')
    await note(tx, user, 'printer.add', row, { name: row.name })
    return { printer: await officePrinter(tx, row), code }
  })
}

export async function changePrinter(
  database: Database,
  { user, params, body }: Call<'PATCH /api/office/printers/:id'>,
): Promise<OfficePrinter> {
  return changed(database, params.id, async (tx, { id }) => {
    await requireCategories(tx, body)
    const [row] = await tx
      .update(printers)
      .set({ ...body })
      .where(eq(printers.id, id))
      .returning()
    if (row) await note(tx, user, 'printer.change', row, { name: row.name, changed: Object.keys(body) })
  })
}

export async function removePrinter(
  database: Database,
  { user, params }: Call<'DELETE /api/office/printers/:id'>,
): Promise<Answer<'GET /api/office/printers'>> {
  return database.transaction(async (tx) => {
    const [row] = await tx.delete(printers).where(eq(printers.id, params.id)).returning()
    // A repeated request finds no printer to remove.
    if (row) await note(tx, user, 'printer.remove', row, { name: row.name })
    return officePrinters({ orm: tx })
  })
}

/** Replaces a printer's code. The URL with the former code stops working. */
export async function renewCode(
  database: Database,
  { user, params }: Call<'POST /api/office/printers/:id/code'>,
): Promise<PrinterCode> {
  const code = newCode()
  const printer = await changed(database, params.id, async (tx, row) => {
    await tx
      .update(printers)
      .set({ code, polledAt: null, silent: false, state: 'ready' })
      .where(eq(printers.id, row.id))
    await note(tx, user, 'printer.new-code', row, { name: row.name })
  })
  return { printer, code }
}

export async function printTestPage(
  database: Database,
  { user, params }: Call<'POST /api/office/printers/:id/test'>,
): Promise<OfficePrinter> {
  return changed(database, params.id, async (tx, row) => {
    const test = { printerId: row.id, kind: 'test', number: 1, copy: 1, forTill: false, requestedBy: user.id } as const
    await tx.insert(printJobs).values(test)
    await note(tx, user, 'printer.test', row, { name: row.name })
  })
}

async function changed(
  database: Database,
  id: string,
  change: (tx: Transaction, row: Printer) => Promise<void>,
): Promise<OfficePrinter> {
  return database.transaction(async (tx) => {
    const locked = () => tx.select().from(printers).where(eq(printers.id, id)).for('update')
    const [before] = await locked()
    if (!before) throw refuse('not-found', 'This printer was removed.')
    await change(tx, before)
    const [after = before] = await locked()
    return officePrinter(tx, after)
  })
}

async function requireCategories(
  tx: Transaction,
  { categories: ids }: { readonly categories?: NewPrinter['categories'] | undefined },
): Promise<void> {
  if (!ids) return
  const known = new Set((await tx.select({ id: categories.id }).from(categories)).map(({ id }) => id))
  if (!ids.every((id) => known.has(id))) {
    throw refuse('invalid', 'One of these categories is not on the menu any more. Choose again.', 'categories')
  }
}

async function note(
  tx: Transaction,
  user: Actor,
  action: `printer.${'add' | 'change' | 'remove' | 'new-code' | 'test'}`,
  { id }: Printer,
  detail: Record<string, unknown>,
): Promise<void> {
  await recordAudit(tx, user, action, `printer:${id}`, detail)
  await publish(tx, printersChanged)
}
