import { useQueryClient } from '@tanstack/react-query'
import type { OfficePrinter, PrinterCode } from '#contract/printers.ts'
import { query, setAnswer } from '#web/data/api/query.ts'
import { pollEvery } from '#web/office/frame/office-store.ts'

/** Polled, because no event reports that a printer has polled without fetching a ticket. */
export const printersQuery = query('GET /api/office/printers', { refetchInterval: pollEvery })

export type PrinterSheet =
  | { readonly kind: 'add' }
  | { readonly kind: 'change'; readonly printer: OfficePrinter }
  | { readonly kind: 'address'; readonly made: PrinterCode }

export function usePrinterChanged() {
  const client = useQueryClient()
  return (printer: OfficePrinter) =>
    setAnswer(client, 'GET /api/office/printers', ({ printers }) => ({
      printers: printers.some(({ id }) => id === printer.id)
        ? printers.map((other) => (other.id === printer.id ? printer : other))
        : [...printers, printer],
    }))
}
