import { useQuery } from '@tanstack/react-query'
import type { DeskPrinter } from '#contract/printers.ts'
import { orderCode } from '#domain/order/quote.ts'
import { deskPrintersQuery } from '#web/data/api/printers-query.ts'
import { troubleOf } from '#web/staff/printer-words.ts'

const mostCodes = 8

export function PrinterNotice() {
  const { data } = useQuery(deskPrintersQuery)
  const notices = (data?.printers ?? []).flatMap(noticesOf)
  return (
    <div role="status">
      {notices.map(({ id, text, owed }) => (
        <p key={id} className="bg-wash-alarm px-3 py-2 font-semibold text-alarm sm:px-4">
          {text} {owed !== '' && <span className="text-text">{owed}</span>}
        </p>
      ))}
    </div>
  )
}

type Notice = { readonly id: string; readonly text: string; readonly owed: string }

function noticesOf(printer: DeskPrinter): Notice[] {
  const { id, name, unprinted } = printer
  const trouble = troubleOf(printer)
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
  const codes = owed
    .slice(0, mostCodes)
    .map(({ orderId, kind }) => `${orderCode(orderId)}${kind === 'kitchen' ? '' : ` (${kind})`}`)
  const more = owed.length > mostCodes ? ` and ${owed.length - mostCodes} more` : ''
  return `${label}: ${codes.join(', ')}${more}.`
}
