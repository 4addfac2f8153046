import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { DeskOrder } from '#contract/order/orders.ts'
import type { DeskPrinter } from '#contract/printers.ts'
import { can } from '#domain/order/decide.ts'
import { orderCode } from '#domain/order/quote.ts'
import { type TicketKind, ticketKinds } from '#domain/order/ticket.ts'
import type { Actor } from '#domain/restaurant/policy.ts'
import { ApiFailure, call } from '#web/data/api/client.ts'
import { deskPrintersQuery } from '#web/data/api/printers-query.ts'
import { newKey } from '#web/data/outbox/key.ts'
import { toastNotice } from '#web/data/toast.ts'
import { useOrderActions } from '#web/desk/orders/order-actions.ts'
import { kindLabels, troubleOf } from '#web/staff/printer-words.ts'
import { Button } from '#web/ui/button.tsx'
import { useSend } from '#web/ui/use-send.ts'
import { printer } from './printer.tsx'

type Choice = { readonly kind: TicketKind; readonly onPrinters: boolean; readonly label: string }

/**
 * Returns the choices for each kind of ticket: one for all polling printers that print this kind, if there are any, and
 * one for the browser's printer.
 */
function choicesOf(printers: readonly DeskPrinter[]): Choice[] {
  return ticketKinds.flatMap((kind): Choice[] => {
    const names = printers.filter(({ kinds }) => kinds.includes(kind)).map(({ name }) => name)
    const own = { kind, onPrinters: false, label: kindLabels[kind] }
    return names.length === 0
      ? [own]
      : [{ ...own, onPrinters: true, label: `${own.label} on ${names.join(', ')}` }, own]
  })
}

/** Says which printers the ticket waits for, and their faults: a printer fetches its tickets, and may be off. */
function waitingWords({ orderId }: DeskOrder, names: readonly string[], printers: readonly DeskPrinter[]): string {
  const troubles = printers.filter(({ name }) => names.includes(name)).map((each) => troubleOf(each, 1))
  const sentences = [`${orderCode(orderId)} waits for ${names.join(', ')}.`, ...troubles]
  return sentences.filter((words) => words !== '').join(' ')
}

export function PrintChoice({ order, actor }: { order: DeskOrder; actor: Actor }) {
  const { showRefusal } = useOrderActions()
  const [open, setOpen] = useState(false)
  const { sending, send } = useSend()
  // The idempotency keys of unanswered requests. A retry sends the same key, so the server does not count it as a
  // reprint.
  const keys = useRef<Partial<Record<string, string>>>({})
  const { data } = useQuery({ ...deskPrintersQuery, enabled: open })
  const opener = useRef<HTMLButtonElement>(null)
  if (!can('print-ticket', order, actor)) return null

  async function print({ kind, onPrinters, label }: Choice) {
    const press = keys.current[label] ?? newKey()
    keys.current[label] = press
    const body = { kind, press, ...(onPrinters && { onPrinters: true as const }) }
    const ticket = await call('POST /api/orders/:id/print-ticket', { params: { id: order.orderId }, body })
    delete keys.current[label]
    const { printers: names } = ticket
    // `names` is empty if each printer prints only categories that the order lacks. The browser prints the ticket then.
    if (names.length === 0) printer.print(ticket)
    else toastNotice(waitingWords(order, names, data?.printers ?? []))
    setOpen(false)
    opener.current?.focus({ preventScroll: true })
  }

  async function onFailure(error: unknown, { label }: Choice) {
    if (error instanceof ApiFailure) delete keys.current[label]
    await showRefusal(error, order)
  }

  return (
    <>
      <Button
        ref={opener}
        variant="secondary"
        className="min-h-11! flex-auto px-2.5! text-control"
        data-print
        aria-expanded={open}
        aria-label={`Print ${orderCode(order.orderId)}`}
        onClick={() => setOpen(!open)}
      >
        Print
      </Button>
      {open && (
        // biome-ignore lint/a11y/useSemanticElements: buttons that each do something, not fields of a form
        <div role="group" aria-label={`Tickets of ${orderCode(order.orderId)}`} className="flex w-full flex-wrap gap-2">
          {choicesOf(data?.printers ?? []).map((choice) => (
            <Button
              key={choice.label}
              variant="secondary"
              className="flex-auto px-3!"
              busy={sending === choice.label}
              onClick={() =>
                void send(() => print(choice), { what: choice.label, onFailure: (error) => onFailure(error, choice) })
              }
            >
              {choice.label}
            </Button>
          ))}
        </div>
      )}
    </>
  )
}
