import type { PrinterState } from '#contract/printers.ts'
import type { Database } from '../db/database.ts'
import type { Call } from '../http/route.ts'
import { readText } from '../http/serve.ts'
import { readXml } from '../table-files/read-xml.ts'
import { dotsOf, drawJob } from './picture.ts'
import { claimJob, confirmJob, giveUpJob, type Job, notePoll, type Printer, printerOf, releaseJob } from './queue.ts'

// Epson Server Direct Print: the printer polls by POST and gets a job with the response. It reports the result by
// another POST. Sources: Server Direct Print User's Manual, Rev. J, and ePOS-Print XML User's Manual; see
// docs/decisions/0073.

/** Handles every request of a printer: for a job, with a job's result, or with the printer's state. */
export async function pollEpson(
  database: Database,
  { params, context }: Call<'POST /api/epson/:code'>,
): Promise<Response> {
  const printer = await printerOf(database.orm, params.code)
  const form = new URLSearchParams(await readText(context.req.raw))
  switch (form.get('ConnectionType')) {
    case 'GetRequest': {
      await notePoll(database, printer)
      const job = await claimJob(database, printer.id, { again: false })
      const raster = job && (await drawJob(database.orm, printer, job, 'raster'))
      return xml(raster ? request(printer, job, raster) : '')
    }
    case 'SetResponse':
      await settle(database, printer, form.get('ResponseFile') ?? '')
      return xml('')
    case 'SetStatus':
      await notePoll(database, printer, stateIn(form.get('Status') ?? ''))
      return xml('')
    default:
      return xml('')
  }
}

const xml = (body: string) => new Response(body, { headers: { 'content-type': 'text/xml; charset=utf-8' } })

/** The printer tries to print for this long. */
const timeoutMs = 30_000

/**
 * Returns the request to print a raster. With version 2.00 of the protocol, the printer's result contains the id of the
 * job. The raster's width is a multiple of eight, because a byte has eight dots.
 */
function request({ paperWidth, cuts, buzzes }: Printer, { id }: Job, raster: Buffer): string {
  const width = dotsOf[paperWidth]
  const height = (raster.length * 8) / width
  return (
    '<?xml version="1.0" encoding="utf-8"?><PrintRequestInfo Version="2.00"><ePOSPrint><Parameter>' +
    `<devid>local_printer</devid><timeout>${timeoutMs}</timeout><printjobid>${id}</printjobid>` +
    '</Parameter><PrintData><epos-print xmlns="http://www.epson-pos.com/schemas/2011/03/epos-print">' +
    (buzzes ? '<sound pattern="pattern_a" repeat="1"/>' : '') +
    `<image width="${width}" height="${height}" color="color_1" mode="mono" align="left">${raster.toString('base64')}</image>` +
    (cuts ? '<cut type="feed"/>' : '<feed line="4"/>') +
    '</epos-print></PrintData></ePOSPrint></PrintRequestInfo>'
  )
}

/**
 * The printer's state by the code of a failure. Every other code means that the printer cannot print the data of the
 * job.
 */
const states: Readonly<Record<string, PrinterState>> = {
  EPTR_REC_EMPTY: 'paper-out',
  EPTR_COVER_OPEN: 'cover-open',
  EPTR_AUTOMATICAL: 'faulty',
  EPTR_CUTTER: 'faulty',
  EPTR_MECHANICAL: 'faulty',
  EPTR_UNRECOVERABLE: 'faulty',
  EX_BADPORT: 'faulty',
  EX_TIMEOUT: 'faulty',
  EX_SPOOLER: 'faulty',
}

/**
 * Records the result of a job. The result has no token if the printer is an older one, or if it could not read the
 * request.
 */
async function settle(database: Database, printer: Printer, file: string): Promise<void> {
  const { token, success, code } = resultIn(file)
  const state = states[code]
  if (success) {
    await notePoll(database, printer, 'ready')
    return confirmJob(database, printer, token)
  }
  await notePoll(database, printer, state)
  await (state ? releaseJob(database, printer, { token }) : giveUpJob(database, printer, token))
}

function resultIn(file: string): { token: string | undefined; success: boolean; code: string } {
  const result = { token: undefined as string | undefined, success: false, code: '' }
  let element = ''
  readXml(file, {
    open(name, attributes) {
      element = name
      // The element `Response` of ServerDirectPrint has no code.
      if (name !== 'response' || !('code' in attributes)) return
      result.success = attributes.success === 'true'
      result.code = attributes.code ?? ''
    },
    close() {
      element = ''
    },
    text(text) {
      if (element === 'printjobid') result.token = text.trim()
    },
  })
  return result
}

/**
 * Bits of the automatic status, by which a printer reports its state. A printer with one of the bits of 'faulty' has
 * another fault or does not answer.
 */
const bits: readonly (readonly [mask: number, state: PrinterState])[] = [
  [0x00080000, 'paper-out'],
  [0x00000020, 'cover-open'],
  [0x00006c01, 'faulty'],
]

function stateIn(status: string): PrinterState {
  let found: PrinterState = 'ready'
  readXml(status, {
    open(_, { asbstatus }) {
      const asb = Number(asbstatus ?? 0)
      found = bits.find(([mask]) => (asb & mask) !== 0)?.[1] ?? found
    },
    close() {},
    text() {},
  })
  return found
}
