import type { DeskPrinter } from '#contract/printers.ts'
import type { PrintKind } from '#domain/order/ticket.ts'

type Printer = Pick<DeskPrinter, 'name' | 'state' | 'isSilent' | 'polledAt'>

/** Returns a printer's fault as a sentence; '' if there is none. A printer that has never polled has no fault. */
export function troubleOf({ name, state, isSilent }: Printer): string {
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
