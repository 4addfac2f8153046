import type { PrinterState, StarPolled } from '#contract/printers.ts'
import type { Database } from '../db/database.ts'
import { refuse } from '../http/problems.ts'
import type { Call } from '../http/route.ts'
import { readText } from '../http/serve.ts'
import { drawJob } from './picture.ts'
import { claimJob, confirmJob, giveUpJob, nextJob, notePoll, type Printer, printerOf, releaseJob } from './queue.ts'

// Star CloudPRNT over HTTP: the printer polls by POST, fetches a job by GET and confirms the job by DELETE. Sources:
// Star CloudPRNT Protocol Guide 2.4.0 and Developer Guide 1.4; see docs/decisions/0073.

const picture = 'image/png'

/** Handles a poll: records the printer's state, and answers whether a job is ready. */
export async function pollStar(
  database: Database,
  { params, context }: Call<'POST /api/star/:code'>,
): Promise<StarPolled> {
  const printer = await printerOf(database.orm, params.code)
  const { statusCode } = bodyOf(await readText(context.req.raw))
  const state = statusCode === undefined ? undefined : stateOf(statusCode)
  await notePoll(database, printer, state)
  if (state !== undefined && state !== 'ready') {
    // The printer reports a fault instead of confirming the job.
    await releaseJob(database, printer, { rests: false })
    return { jobReady: false }
  }
  const job = await nextJob(database.orm, printer.id)
  return job ? { jobReady: true, mediaTypes: [picture], jobToken: job.id } : { jobReady: false }
}

/** Returns the job as a picture. A repeated request returns the same job, as the protocol demands. */
export async function fetchStar(database: Database, { params, query }: Call<'GET /api/star/:code'>): Promise<Response> {
  const printer = await printerOf(database.orm, params.code)
  // Some printers confirm by this parameter instead of a DELETE request.
  if (query.delete !== undefined) {
    await settle(database, printer, query)
    return new Response('', { headers: { 'content-type': picture } })
  }
  if (query.type !== undefined && query.type.split(';')[0] !== picture) return new Response(null, { status: 415 })
  const job = await claimJob(database, printer.id, { again: true })
  const png = job && (await drawJob(database.orm, printer, job, 'png'))
  if (!png) throw refuse('not-found', 'No ticket waits for this printer.')
  return new Response(new Uint8Array(png), { headers: { 'content-type': picture, ...headersOf(printer) } })
}

/** Records the printer's result for a job: printed, or the fault. */
export async function confirmStar(
  database: Database,
  { params, query }: Call<'DELETE /api/star/:code'>,
): Promise<Record<string, never>> {
  await settle(database, await printerOf(database.orm, params.code), query)
  return {}
}

type Query = Call<'DELETE /api/star/:code'>['query']

async function settle(database: Database, printer: Printer, { code, token }: Query): Promise<void> {
  if (code === undefined) return
  const isPrinted = /^(?:2\d\d|OK)\b/.test(code)
  if (isPrinted) return confirmJob(database, printer, token)
  // The code 51x means that the printer does not understand the picture. Every other failure is temporary: a fault of
  // the printer, or an interrupted download.
  if (/^51\d\b/.test(code)) return giveUpJob(database, printer, token)
  await notePoll(database, printer, stateOf(code))
  await releaseJob(database, printer, { token })
}

function headersOf({ cuts, buzzes }: Printer): Record<string, string> {
  return {
    'X-Star-ImageDitherPattern': 'none',
    'X-Star-Cut': cuts ? 'partial; feed=true' : 'none; feed=true',
    ...(buzzes && { 'X-Star-Buzzerstartpattern': '1' }),
  }
}

/** Returns the printer's state by the first digits of its code, which is percent-encoded: '410%20Out%20of%20paper'. */
function stateOf(code: string): PrinterState {
  if (/^2/.test(code)) return 'ready'
  if (/^410/.test(code)) return 'paper-out'
  if (/^42/.test(code)) return 'cover-open'
  // The printer works, but a job failed: 5xx.
  return /^5/.test(code) ? 'ready' : 'faulty'
}

function bodyOf(text: string): { readonly statusCode?: string } {
  try {
    const { statusCode } = JSON.parse(text) as { statusCode?: unknown }
    return typeof statusCode === 'string' ? { statusCode } : {}
  } catch {
    throw refuse('invalid', 'This is not JSON that can be read.')
  }
}
