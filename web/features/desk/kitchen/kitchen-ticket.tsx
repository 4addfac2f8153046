import { useState } from 'react'
import type { Order } from '#contract/orders.ts'
import type { Pace } from '#domain/lateness.ts'
import type { Actor } from '#domain/order.ts'
import { can } from '#domain/order-actions.ts'
import { orderCode } from '#domain/quote.ts'
import type { OrderLine } from '#domain/substitution.ts'
import { pace, timing } from '#web/features/desk/orders/board.ts'
import { useClock } from '#web/features/desk/orders/clock.ts'
import { beside } from '#web/features/desk/orders/line-extras.ts'
import { type OneClickAction, oneClickActions, useOrderActions } from '#web/features/desk/orders/order-actions.ts'
import { useAfterQueuedActions, WaitingActions } from '#web/features/desk/orders/waiting-actions.tsx'
import { SoldOutForm } from '#web/features/desk/stock/sold-out-form.tsx'
import { SoldOutDishes } from '#web/features/desk/stock/sold-out-lines.tsx'
import { PrintChoice } from '#web/features/desk/tickets/print-choice.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { clock } from '#web/ui/lagos-time.ts'
import { Sheet } from '#web/ui/sheet.tsx'

const tops: Record<Pace, string> = {
  fine: 'bg-leaf text-ground',
  soon: 'bg-plantain text-on-plantain',
  late: 'bg-alarm text-ground',
}

/** An order in the kitchen: its time, its dishes and one action. No payment, no address. */
export function KitchenTicket({ order, user }: { order: Order; user: Actor }) {
  const state = useClock((now) => pace(order, now)) ?? 'fine'
  const code = orderCode(order.id)
  return (
    <article
      aria-labelledby={`ticket-${order.id}`}
      className="grid animate-arrive overflow-hidden rounded-card bg-raise shadow-card"
    >
      <header className={`flex flex-wrap items-baseline justify-between gap-x-3 px-4 py-2 ${tops[state]}`}>
        <h3 id={`ticket-${order.id}`} className="text-2xl xl:text-3xl">
          {code}
        </h3>
        <Timer order={order} />
        <p className="w-full text-sm">
          {order.deliveryMethod === 'delivery' ? 'Delivery' : 'Pick-up'} · by {clock(order.readyBy)}
        </p>
      </header>
      <ul className="grid gap-3 px-4 py-3">
        {order.lines.map((line, index) => (
          // Two may be the same dish with the same choices.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={index} className="wrap-anywhere grid justify-items-start gap-1">
            <Line line={line} />
          </li>
        ))}
      </ul>
      <div className="mx-3 mb-3 grid gap-3">
        <WaitingActions order={order} actor={user} />
        <SoldOutDishes order={order} actor={user} large />
        <div className="flex flex-wrap gap-2">
          <NextAction order={order} user={user} />
          <SoldOutButton order={order} user={user} />
          <PrintChoice order={order} actor={user} />
        </div>
      </div>
    </article>
  )
}

function Timer({ order }: { order: Order }) {
  const figures = useClock((now) => timing(order, now).figures)
  const meaning = useClock((now) => timing(order, now).meaning)
  return (
    <p className="flex items-baseline gap-1.5">
      <span className="figures text-2xl xl:text-3xl">{figures ?? '--:--'}</span>
      <span className="font-semibold">{meaning}</span>
    </p>
  )
}

function Line({ line }: { line: OrderLine }) {
  const { name, quantity, note, soldOutAt } = line
  const shown = beside(line)
  return (
    <>
      <p className="font-semibold text-2xl leading-tight xl:text-[1.75rem]">
        <span className={soldOutAt === undefined ? '' : 'text-soft line-through'}>
          <span className="figures">{quantity} ×</span> {name}
        </span>{' '}
        {soldOutAt !== undefined && <Badge look="bad">Sold out</Badge>}
      </p>
      {shown.length > 0 && (
        <p className="text-soft text-xl leading-snug">
          {quantity > 1 && 'each with '}
          {shown.join(' · ')}
        </p>
      )}
      {note !== '' && (
        <p className="w-full rounded-control bg-plantain px-3 py-2 font-semibold text-on-plantain text-xl leading-snug">
          P.S.: {note}
        </p>
      )}
    </>
  )
}

function NextAction({ order, user }: { order: Order; user: Actor }) {
  const { perform } = useOrderActions()
  const [busy, setBusy] = useState(false)
  const then = useAfterQueuedActions(order, user)
  const action = (['start', 'mark-ready'] as const).find((action) => can(action, then, user).ok)
  if (!action) return null

  async function press(action: OneClickAction) {
    setBusy(true)
    await perform(action, order)
    setBusy(false)
    // The focused button may be gone with its ticket.
    if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true })
  }

  return (
    <Button
      className="min-h-16! flex-auto text-xl"
      busy={busy}
      aria-describedby={`ticket-${order.id}`}
      onClick={() => void press(action)}
    >
      {oneClickActions[action].label}
    </Button>
  )
}

function SoldOutButton({ order, user }: { order: Order; user: Actor }) {
  const [open, setOpen] = useState(false)
  if (!can('mark-sold-out', order, user).ok || order.lines.every(({ soldOutAt }) => soldOutAt !== undefined))
    return null
  return (
    <>
      <Button
        look="quiet"
        className="min-h-16! px-3! text-lg"
        aria-describedby={`ticket-${order.id}`}
        onClick={() => setOpen(true)}
      >
        Sold out
      </Button>
      <Sheet open={open} onClose={() => setOpen(false)} title={`Sold out in ${orderCode(order.id)}`} bare>
        <SoldOutForm order={order} onDone={() => setOpen(false)} />
      </Sheet>
    </>
  )
}
