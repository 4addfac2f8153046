import { z } from 'zod'
import { printKinds, ticketKinds } from '#domain/order/ticket.ts'
import { count, document, instant, line, list, orderId, slug } from './parts/fields.ts'

const printerMakes = ['star', 'epson'] as const
export type PrinterMake = (typeof printerMakes)[number]

/** The state that the printer last reported. */
const printerStates = ['ready', 'paper-out', 'cover-open', 'faulty'] as const
export type PrinterState = (typeof printerStates)[number]

/**
 * 'unreadable': the printer cannot print the picture. 'unconfirmed': the printer received the ticket several times and
 * never reported that it was printed.
 */
const printFailures = ['unreadable', 'unconfirmed'] as const
export type PrintFailure = (typeof printFailures)[number]

const paperWidth = z.union([z.literal(58), z.literal(80)], 'Choose the width of the paper.')
export type PaperWidth = z.infer<typeof paperWidth>

const mostCopies = 3

const fields = {
  name: line(40).min(1, 'Name it after its place: Grill, Bar, Packing.'),
  make: z.enum(printerMakes, 'Choose the make.'),
  kinds: z.array(z.enum(ticketKinds)).min(1, 'Choose what it prints.').max(ticketKinds.length),
  /**
   * The categories on this printer's kitchen tickets; null for all. A category that no printer has is printed by every
   * printer.
   */
  categories: z.array(slug).min(1, 'Choose at least one category.').max(200).nullable(),
  copies: z.int().min(1).max(mostCopies, `At most ${mostCopies} copies.`),
  cuts: z.boolean(),
  buzzes: z.boolean(),
  paperWidth,
}

/** `POST /api/office/printers`. */
export const newPrinter = z.strictObject(fields)
export type NewPrinter = z.infer<typeof newPrinter>

/** `PATCH /api/office/printers/{id}`. */
export const printerChange = newPrinter
  .partial()
  .refine((change) => Object.values(change).some((value) => value !== undefined), 'Say what is to change.')

export const printerParams = z.strictObject({ id: z.string().max(40) })

const job = { orderId, kind: z.enum(printKinds) }

const shown = {
  id: z.string(),
  name: z.string(),
  kinds: list(z.enum(ticketKinds)),
  state: z.enum(printerStates),
  /** True after a minute without a poll. */
  isSilent: z.boolean(),
  /** Null until the first poll. */
  polledAt: instant.nullable(),
}

export const officePrinter = document({
  ...shown,
  make: fields.make,
  categories: list(z.string()).nullable(),
  copies: count,
  cuts: z.boolean(),
  buzzes: z.boolean(),
  paperWidth,
  /** The jobs since midnight in Lagos. `over`: the order had ended before its ticket was printed. */
  today: document({
    printed: count,
    waiting: count,
    over: count,
    failed: list(document({ ...job, failure: z.enum(printFailures) })),
  }),
})
export type OfficePrinter = z.infer<typeof officePrinter>

/** `GET /api/office/printers`. */
export const officePrinters = document({ printers: list(officePrinter) })

/** The code in the URL that the printer polls, shown once and stored only as a hash. */
export const printerCode = document({ printer: officePrinter, code: z.string() })
export type PrinterCode = z.infer<typeof printerCode>

/** A printer at the desk. `unprinted`: tickets that are still needed, oldest first, at most `mostUnprinted`. */
const deskPrinter = document({
  ...shown,
  unprinted: list(document({ ...job, isFailed: z.boolean() })),
})
export type DeskPrinter = z.infer<typeof deskPrinter>
export const mostUnprinted = 50

/** `GET /api/desk/printers`. */
export const deskPrinters = document({ printers: list(deskPrinter) })

export const pollParams = z.strictObject({ code: z.string().max(60) })

/** The fields that the server reads of a Star printer's request for a job. */
export const starQuery = z.object({
  type: z.string().max(100).optional(),
  token: z.string().max(60).optional(),
  code: z.string().max(200).optional(),
  delete: z.string().max(20).optional(),
})

export const starPolled = document({
  jobReady: z.boolean(),
  mediaTypes: z.exactOptional(list(z.literal('image/png'))),
  jobToken: z.exactOptional(z.string()),
})
export type StarPolled = z.infer<typeof starPolled>
export const starConfirmed = document({})
