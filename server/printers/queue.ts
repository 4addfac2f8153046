import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { PrinterState, PrintFailure } from '#contract/printers.ts'
import { kitchenStatuses, openStatuses } from '#domain/order/statuses.ts'
import type { Database, Transaction } from '../db/database.ts'
import { orders, printers, printJobs } from '../db/schema.ts'
import { type Sweep, swept } from '../db/sweep-runner.ts'
import { refuse } from '../http/problems.ts'
import { publish } from '../live/publish.ts'
import { printJobHours } from '../process/retention.ts'
import { printersChanged } from './write-jobs.ts'

export type Printer = typeof printers.$inferSelect
export type Job = typeof printJobs.$inferSelect

/** A printer has this long for one ticket, as Star's guide recommends. After this time, the job is sent again. */
const printSeconds = 60
/** The pause after a fault, so that a printer without paper does not fetch its ticket with every poll. */
const retrySeconds = 15
/** A job is sent at most this many times to a printer that reports no result. */
const mostUnconfirmed = 5
/** A printer that does not poll for this long is silent. */
const silentSeconds = 60
/** The interval between two recorded polls, because printers poll every few seconds. */
const pollRecordSeconds = 10
/** A requested ticket of a finished order, or a test page, waits this long for its printer. */
const requestMinutes = 10

/**
 * SQL that is true for jobs that are still needed: the dishes have to be cooked or packed, the printer has received the
 * ticket of a cancelled order, or somebody has just requested the ticket.
 */
export const isStillNeeded = sql`(
  (${printJobs.kind} = 'kitchen' and ${orders.status} = any(${sql.param([...kitchenStatuses])}::text[]))
  or (${printJobs.kind} = 'packing' and ${orders.status} = any(${sql.param([...openStatuses])}::text[]))
  or (${printJobs.kind} = 'cancelled' and exists (
        select from print_jobs ticket
         where ticket.order_id = ${printJobs.orderId} and ticket.printer_id = ${printJobs.printerId}
           and ticket.kind = 'kitchen' and coalesce(ticket.printed_at, ticket.claimed_at) is not null
           and ticket.failure is distinct from 'unreadable'))
  or ((${printJobs.kind} = 'test' or (${printJobs.requestedBy} is not null and ${orders.status} <> 'cancelled'))
      and ${printJobs.createdAt} > now() - make_interval(mins => ${requestMinutes})))`

const isOpen = and(isNull(printJobs.printedAt), isNull(printJobs.failedAt))

const isClaimed = sql<boolean>`coalesce(${printJobs.claimedAt} > now() - make_interval(secs => ${printSeconds}), false)`

/** SQL that is true during the pause after a printer's fault. */
const rests = sql<boolean>`coalesce(${printJobs.retryAt} > now(), false)`

/** Returns the printer with this code. Throws a Refusal if there is none. */
export async function printerOf(orm: NodePgDatabase, code: string): Promise<Printer> {
  const [printer] = await orm.select().from(printers).where(eq(printers.code, code))
  if (!printer) throw refuse('not-found', 'No printer has this address.')
  return printer
}

/** Records a poll with the printer's state. If the state has changed, the desk is notified. */
export async function notePoll(
  database: Database,
  printer: Printer,
  state: PrinterState = printer.state,
): Promise<void> {
  const isSame = !printer.silent && printer.polledAt !== null && printer.state === state
  const isRecent = sql`${printers.polledAt} > now() - make_interval(secs => ${pollRecordSeconds})`
  const set = { polledAt: sql`now()`, silent: false, state }
  if (isSame) {
    await database.orm
      .update(printers)
      .set(set)
      .where(and(eq(printers.id, printer.id), sql`not ${isRecent}`))
    return
  }
  await database.transaction(async (tx) => {
    await tx.update(printers).set(set).where(eq(printers.id, printer.id))
    await publish(tx, printersChanged)
  })
}

/** Marks printers that stopped polling, and notifies the desk. Only one of several processes does so. */
export async function noteSilence(database: Database): Promise<void> {
  const isOver = sql`not ${printers.silent} and ${printers.polledAt} < now() - make_interval(secs => ${silentSeconds})`
  const [found] = await database.orm.select({ id: printers.id }).from(printers).where(isOver).limit(1)
  if (!found) return
  await database.transaction(async (tx) => {
    const silent = await tx.update(printers).set({ silent: true }).where(isOver).returning({ id: printers.id })
    if (silent.length > 0) await publish(tx, printersChanged)
  })
}

/** Returns the next job that a printer may fetch; undefined while the printer has a job in progress. */
export async function nextJob(orm: Pick<NodePgDatabase, 'select'>, printerId: string): Promise<Job | undefined> {
  const open = await openJobs(orm, printerId)
  const isBusy = open.some(({ isClaimed, rests }) => isClaimed || rests)
  return isBusy ? undefined : open[0]?.job
}

/**
 * Gives a printer its next job, one job at a time. For a minute after a job was given, the printer may report its
 * result. A call in this minute returns the same job if `again` is true, for a printer that repeats its request, and
 * undefined if not. After the minute the job is given again; after `mostUnconfirmed` times without a report it fails.
 */
export async function claimJob(
  database: Database,
  printerId: string,
  { again }: { readonly again: boolean },
): Promise<Job | undefined> {
  return database.transaction(async (tx) => {
    // Concurrent polls of one printer wait for this lock.
    await tx.select({ id: printers.id }).from(printers).where(eq(printers.id, printerId)).for('update')
    const open = await openJobs(tx, printerId)
    const current = open.find(({ isClaimed }) => isClaimed)?.job
    if (current) return again ? current : undefined
    if (open.some(({ rests }) => rests)) return undefined
    for (const { job } of open) {
      const unconfirmed = job.unconfirmed + (job.claimedAt === null ? 0 : 1)
      if (unconfirmed >= mostUnconfirmed) {
        await failJob(tx, job, 'unconfirmed')
        continue
      }
      const set = { claimedAt: sql`now()`, unconfirmed }
      const [claimed] = await tx.update(printJobs).set(set).where(eq(printJobs.id, job.id)).returning()
      return claimed
    }
    return undefined
  })
}

/** The most jobs that one poll reads: the job to print, and the jobs before it that have to be given up. */
const batch = 10

function openJobs(orm: Pick<NodePgDatabase, 'select'>, printerId: string) {
  return orm
    .select({ job: printJobs, isClaimed, rests })
    .from(printJobs)
    .leftJoin(orders, eq(orders.orderId, printJobs.orderId))
    .where(and(eq(printJobs.printerId, printerId), isOpen, isStillNeeded))
    .orderBy(sql`${isClaimed} desc`, printJobs.createdAt, printJobs.number, printJobs.copy)
    .limit(batch)
}

/**
 * Returns SQL for the job that a printer reports on: the job with this token or, for printers without tokens, the job
 * in progress.
 */
function reported(printerId: string, token: string | undefined): SQL {
  const inProgress = sql`(select id from print_jobs where printer_id = ${printerId} and printed_at is null
                             and failed_at is null and claimed_at is not null order by claimed_at desc limit 1)`
  return token === undefined ? sql`id = ${inProgress}` : sql`id = ${token} and printer_id = ${printerId}`
}

/** Records that a ticket was printed. A late confirmation is accepted, even for a job that was given up. */
export async function confirmJob(database: Database, printer: Printer, token?: string): Promise<void> {
  await database.transaction(async (tx) => {
    const set = { printedAt: sql`now()`, failedAt: null, failure: null }
    const { rowCount } = await tx
      .update(printJobs)
      .set(set)
      .where(and(isNull(printJobs.printedAt), reported(printer.id, token)))
    if (rowCount && (printer.silent || printer.state !== 'ready')) await publish(tx, printersChanged)
  })
}

/**
 * Returns an unprinted job to the queue after a fault of the printer. With `rests`, the job is sent again after a
 * pause.
 */
export async function releaseJob(
  database: Database,
  printer: Printer,
  { token, rests = true }: { readonly token?: string | undefined; readonly rests?: boolean } = {},
): Promise<void> {
  await database.orm
    .update(printJobs)
    .set({ claimedAt: null, ...(rests && { retryAt: sql`now() + make_interval(secs => ${retrySeconds})` }) })
    .where(and(isOpen, reported(printer.id, token)))
}

/** Gives up a job that the printer cannot print, and notifies the desk. */
export async function giveUpJob(database: Database, printer: Printer, token?: string): Promise<void> {
  await database.transaction(async (tx) => {
    const [job] = await tx
      .select()
      .from(printJobs)
      .where(and(isOpen, reported(printer.id, token)))
    if (job) await failJob(tx, job, 'unreadable')
  })
}

async function failJob(tx: Transaction, { id }: Job, failure: PrintFailure): Promise<void> {
  await tx.update(printJobs).set({ failedAt: sql`now()`, failure }).where(eq(printJobs.id, id))
  await publish(tx, printersChanged)
}

export const sweepPrintJobs: Sweep = (tx, most) =>
  swept(
    tx,
    sql`delete from print_jobs where id in (
          select id from print_jobs where created_at < now() - make_interval(hours => ${printJobHours})
           order by created_at limit ${most})`,
  )
