import { useId, useState } from 'react'
import type { DeskOrder } from '#contract/order/orders.ts'
import { walkIn } from '#domain/order/counter.ts'
import { can } from '#domain/order/decide.ts'
import type { Pace } from '#domain/order/lateness.ts'
import { orderCode } from '#domain/order/quote.ts'
import type { Actor } from '#domain/restaurant/policy.ts'
import { useClock } from '#web/data/clock.ts'
import { useActionPress } from '#web/desk/board/action-press.ts'
import { isNewlyDue, pace } from '#web/desk/orders/board.ts'
import { ClockMark } from '#web/desk/orders/clock-mark.tsx'
import { deskActions, kitchenActionOf } from '#web/desk/orders/desk-actions.ts'
import { beside } from '#web/desk/orders/line-extras.ts'
import { takeBackOf } from '#web/desk/orders/order-actions.ts'
import { useAfterQueuedActions, WaitingActions } from '#web/desk/orders/waiting-actions.tsx'
import { SoldOutDishes } from '#web/desk/stock/sold-out-lines.tsx'
import { PrintChoice } from '#web/desk/tickets/print-choice.tsx'
import { Kbd } from '#web/staff/kbd.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon, Stroke } from '#web/ui/icon.tsx'
import { clock } from '#web/ui/lagos-time.ts'

const edges: Record<Pace, string> = { fine: 'border-l-leaf', soon: 'border-l-plantain', late: 'border-l-alarm' }

type Props = {
  readonly order: DeskOrder
  readonly user: Actor
  readonly number: number | undefined
  /** True if the order waits to be started. Tablets shorten the ticket of such an order. */
  readonly isNext: boolean
  readonly onSoldOut: (order: DeskOrder) => void
}

export function KitchenTicket({ order, user, number, isNext, onSoldOut }: Props) {
  const state = useClock((now) => pace(order, now)) ?? 'fine'
  const fromLater = useClock((now) => (isNewlyDue(order, now) ? 'yes' : '')) === 'yes'
  const code = orderCode(order.orderId)
  const [isOpen, setIsOpen] = useState(false)
  const more = useId()
  const maySellOut = can('mark-sold-out', order, user) && order.items.some((line) => line.soldOutAt === undefined)
  return (
    <article
      aria-labelledby={`ticket-${order.orderId}`}
      data-ticket-number={number}
      className={`flex animate-arrive flex-col gap-2 overflow-hidden rounded-control border-l-8 bg-raise px-3 py-2.5 shadow-card ${edges[state]} ${fromLater ? 'ring-3 ring-plantain ring-inset' : ''}`}
    >
      <header className="flex flex-wrap items-baseline justify-between gap-x-3 px-1">
        {fromLater && (
          <p className="flex w-full items-center gap-2 font-semibold text-[1.0625rem] text-promise">
            <Icon name="clock" className="size-5" /> From Later, just now
          </p>
        )}
        <h3 id={`ticket-${order.orderId}`} className={isNext ? 'text-xl xl:text-2xl' : 'text-2xl xl:text-[1.6875rem]'}>
          {code}
        </h3>
        <ClockMark
          order={order}
          isBrief
          className={isNext ? 'text-xl xl:text-[1.6875rem]' : 'text-2xl xl:text-[1.8125rem]'}
        />
        <p className={`w-full text-[1.0625rem] text-soft ${isNext ? 'max-lg:hidden' : ''}`}>
          {order.deliveryMethod === 'delivery' ? 'Delivery' : 'Pick-up'} · by {clock(order.readyBy)}
          {order.slot && order.deliveryMethod === 'delivery' && `, at the door ${clock(order.slot)}`}
        </p>
      </header>
      <ul className="grid gap-2">
        {order.items.map((line, index) => (
          // The index is the key, because two lines may be equal and lines never move.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={index} className="wrap-anywhere grid gap-1">
            <Line line={line} isNext={isNext} />
          </li>
        ))}
      </ul>
      <WaitingActions order={order} actor={user} />
      <SoldOutDishes order={order} actor={user} large />
      <div className="mt-auto flex gap-2">
        <NextAction order={order} user={user} number={number} />
        <Button
          variant="secondary"
          className="min-h-14! px-4!"
          aria-label={`Other actions for ${code}`}
          aria-expanded={isOpen}
          aria-controls={more}
          onClick={() => setIsOpen(!isOpen)}
        >
          <Stroke d="M6 12h.01M12 12h.01M18 12h.01" className="size-6 stroke-3" />
        </Button>
      </div>
      <div id={more} className={isOpen ? 'flex flex-wrap gap-2' : 'hidden'}>
        <NotStarted order={order} user={user} />
        {maySellOut && (
          <Button
            variant="secondary"
            className="min-h-14! flex-auto px-3! text-lg"
            data-sold-out
            aria-describedby={`ticket-${order.orderId}`}
            onClick={() => onSoldOut(order)}
          >
            Sold out
          </Button>
        )}
        <PrintChoice order={order} actor={user} />
      </div>
    </article>
  )
}

/**
 * A button that undoes the start of an order. The toast with Undo soon disappears, and a tablet lacks the key U, which
 * runs the undo later.
 */
function NotStarted({ order, user }: Pick<Props, 'order' | 'user'>) {
  const { busy, press } = useActionPress(order)
  const then = useAfterQueuedActions(order, user)
  const back = useClock((now) => takeBackOf(order, then, user, now))
  if (back !== 'undo-start') return null
  return (
    <Button
      variant="secondary"
      className="min-h-14! flex-auto px-3! text-lg"
      aria-describedby={`ticket-${order.orderId}`}
      busy={busy === back}
      onClick={() => void press(back)}
    >
      {deskActions[back].label}
    </Button>
  )
}

function Line({ line, isNext }: { line: DeskOrder['items'][number]; isNext: boolean }) {
  const { name, quantity, chefComment: note, soldOutAt } = line
  const shown = beside(line)
  return (
    <>
      <div
        className={`grid grid-cols-[auto_1fr] gap-x-2 gap-y-1 px-1 font-semibold leading-tight ${
          isNext ? 'text-xl lg:text-[1.4rem]' : 'text-2xl xl:text-[1.6875rem]'
        }`}
      >
        <p className="figures min-w-8">{quantity} ×</p>
        <p>
          <span className={soldOutAt === undefined ? '' : 'text-soft line-through'}>{name}</span>{' '}
          {soldOutAt !== undefined && (
            <Badge variant="bad" className="text-[1.0625rem]!">
              Sold out
            </Badge>
          )}
        </p>
        {shown.length > 0 && (
          <p
            className={`col-start-2 font-normal text-soft leading-snug ${
              isNext ? 'text-lg max-lg:hidden' : 'text-xl xl:text-[1.3125rem]'
            }`}
          >
            {quantity > 1 && 'each '}
            {shown.join(' · ')}
          </p>
        )}
      </div>
      {note !== '' && (
        <p
          className={`rounded-control bg-plantain px-3 py-1.5 font-semibold text-on-plantain leading-snug ${
            isNext ? 'text-lg' : 'text-xl xl:text-[1.3125rem]'
          }`}
        >
          P.S.: {note}
        </p>
      )}
    </>
  )
}

function NextAction({ order, user, number }: Pick<Props, 'order' | 'user' | 'number'>) {
  const { next } = useActionPress(order)
  const then = useAfterQueuedActions(order, user)
  const action = kitchenActionOf(then, user)
  if (!action) {
    return then.awaitingSubstitution ? (
      <p className="flex min-h-14 flex-1 items-center justify-center rounded-control bg-raise2 px-3 text-center font-semibold text-lg">
        Waits for {order.customerName === walkIn ? 'the customer' : order.customerName}
      </p>
    ) : null
  }

  return (
    <Button
      className="min-h-14! flex-1 text-xl"
      data-bump
      aria-describedby={`ticket-${order.orderId}`}
      {...next(action)}
    >
      {deskActions[action].label}
      {number !== undefined && <Kbd isAlways>{String(number)}</Kbd>}
    </Button>
  )
}
