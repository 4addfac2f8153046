import type { DeskPrinter } from '#contract/printers.ts'
import { orderCode } from '#domain/order/quote.ts'
import type { PrintKind } from '#domain/order/ticket.ts'

type Printer = Pick<DeskPrinter, 'name' | 'state' | 'isSilent' | 'polledAt'>

/**
 * Returns a printer's fault as a sentence; '' if there is none. A printer that has never polled has a fault once
 * tickets wait for it.
 */
export function troubleOf({ name, state, isSilent, polledAt }: Printer, waiting: number): string {
  if (polledAt === null) return waiting === 0 ? '' : `${name} has never connected. Enter its address in the printer.`
  if (isSilent) return `${name} has not connected for a minute. Is it on, and on the network?`
  switch (state) {
    case 'paper-out':
      return `${name} is out of paper.`
    case 'cover-open':
      return `The cover of ${name} is open.`
    case 'faulty':
      return `${name} reports a fault. Its own display or lamp says which.`
    case 'ready':
      return ''
  }
}

export const kindLabels: Readonly<Record<PrintKind, string>> = {
  kitchen: 'Kitchen ticket',
  packing: 'Packing ticket',
  cancelled: 'Cancelled slip',
}

const mostCodes = 8

type Notice = { readonly id: string; readonly text: string; readonly owed: string }

/** Returns what the desk has to know about a printer: its fault, or the tickets that it gave up. */
export function noticesOf(printer: DeskPrinter): Notice[] {
  const { id, name, unprinted } = printer
  const trouble = troubleOf(printer, unprinted.length)
  const failed = unprinted.filter(({ isFailed }) => isFailed)
  return [
    ...(trouble === '' ? [] : [{ id, text: trouble, owed: owedOf('Not printed', unprinted) }]),
    ...(trouble !== '' || failed.length === 0
      ? []
      : [{ id, text: `${name} could not print a ticket.`, owed: owedOf('Print again', failed) }]),
  ]
}

function owedOf(label: string, owed: DeskPrinter['unprinted']): string {
  if (owed.length === 0) return ''
  // Removes duplicates: a ticket and its reprint have the same name.
  const tickets = owed.map(({ orderId, kind }) => `${orderCode(orderId)}${kind === 'kitchen' ? '' : ` (${kind})`}`)
  const named = [...new Set(tickets)]
  const more = named.length > mostCodes ? ` and ${named.length - mostCodes} more` : ''
  return `${label}: ${named.slice(0, mostCodes).join(', ')}${more}.`
}
