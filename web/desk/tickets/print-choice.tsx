import { useRef, useState } from 'react'
import type { DeskOrder } from '#contract/order/orders.ts'
import { can } from '#domain/order/decide.ts'
import { orderCode } from '#domain/order/quote.ts'
import type { TicketKind } from '#domain/order/ticket.ts'
import type { Actor } from '#domain/restaurant/policy.ts'
import { ApiFailure, call } from '#web/data/api/client.ts'
import { newKey } from '#web/data/outbox/key.ts'
import { useOrderActions } from '#web/desk/orders/order-actions.ts'
import { Button, type ButtonVariant } from '#web/ui/button.tsx'
import { useSend } from '#web/ui/use-send.ts'
import { printer } from './printer.tsx'

const kinds = [
  { kind: 'kitchen', label: 'Kitchen ticket' },
  { kind: 'packing', label: 'Packing ticket' },
] as const satisfies readonly { kind: TicketKind; label: string }[]

/** Prints the kitchen or packing ticket of an order. */
export function PrintChoice({
  order,
  actor,
  variant = 'quiet',
}: {
  order: DeskOrder
  actor: Actor
  variant?: ButtonVariant
}) {
  const { showRefusal } = useOrderActions()
  const [open, setOpen] = useState(false)
  const { sending, send } = useSend()
  // A retry after a lost answer sends the same key, so that the server counts no reprint.
  const keys = useRef<Partial<Record<TicketKind, string>>>({})
  const opener = useRef<HTMLButtonElement>(null)
  if (!can('print-ticket', order, actor)) return null

  async function print(kind: TicketKind) {
    const press = keys.current[kind] ?? newKey()
    keys.current[kind] = press
    printer.print(
      await call('POST /api/orders/:id/print-ticket', { params: { id: order.orderId }, body: { kind, press } }),
    )
    delete keys.current[kind]
    setOpen(false)
    opener.current?.focus({ preventScroll: true })
  }

  async function onFailure(error: unknown, kind: TicketKind) {
    if (error instanceof ApiFailure) delete keys.current[kind]
    await showRefusal(error, order)
  }

  return (
    <>
      <Button
        ref={opener}
        variant={variant}
        className={variant === 'quiet' ? 'flex-[0_1_auto] px-2!' : 'min-h-11! flex-auto px-2.5! text-control'}
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
          {kinds.map(({ kind, label }) => (
            <Button
              key={kind}
              variant="secondary"
              className="flex-auto px-3!"
              busy={sending === kind}
              onClick={() => void send(() => print(kind), { what: kind, onFailure: (error) => onFailure(error, kind) })}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
    </>
  )
}
