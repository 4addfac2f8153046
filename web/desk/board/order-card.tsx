import { memo } from 'react'
import type { DeskOrder } from '#contract/order/orders.ts'
import * as BusinessDay from '#domain/books/business-day.ts'
import * as Money from '#domain/money/money.ts'
import { walkIn } from '#domain/order/counter.ts'
import { can } from '#domain/order/decide.ts'
import * as Payment from '#domain/order/payment.ts'
import { orderCode } from '#domain/order/quote.ts'
import { isIn } from '#domain/order/statuses.ts'
import type { Actor } from '#domain/restaurant/policy.ts'
import * as Phone from '#domain/text/phone.ts'
import { useClock } from '#web/data/clock.ts'
import { callToAsk } from '#web/desk/orders/asked-customer.ts'
import {
  type ColumnId,
  dishSummary,
  hasSums,
  isPaidNext,
  pace,
  paymentLabel,
  shortName,
} from '#web/desk/orders/board.ts'
import { cardId } from '#web/desk/orders/card-focus.ts'
import { ClockMark } from '#web/desk/orders/clock-mark.tsx'
import { deskActions, labelsOf, mainActionOf } from '#web/desk/orders/desk-actions.ts'
import type { FormName } from '#web/desk/orders/order-actions.ts'
import { QuickRider } from '#web/desk/orders/rider-choice.tsx'
import { useAfterQueuedActions, useWaitingActions } from '#web/desk/orders/waiting-actions.tsx'
import { amountOf, type Proposal } from '#web/desk/payments/statement-import.ts'
import { warning } from '#web/staff/icons.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, type ButtonVariant, buttonClass } from '#web/ui/button.tsx'
import { Icon, Stroke } from '#web/ui/icon.tsx'
import { clock } from '#web/ui/lagos-time.ts'
import { useActionPress } from './action-press.ts'

type Props = {
  readonly order: DeskOrder
  readonly column: ColumnId
  readonly actor: Actor
  readonly isFirst: boolean
  readonly isOpen: boolean
  readonly onOpen: (order: DeskOrder) => void
  readonly onForm: (form: FormName, order: DeskOrder) => void
  readonly match: Proposal | undefined
  readonly onConfirm: (proposal: Proposal) => void
}

/**
 * A card of the board: an order's main facts with one note and one action. Unchanged cards are not rendered again, so
 * the caller must pass the same listener functions each time.
 */
export const OrderCard = memo(Card, (before, after) => {
  // Compare matches by their transfer, because every change of the board makes new objects for the same matches.
  const isSame = before.match?.transfer === after.match?.transfer
  return isSame && (Object.keys(after) as (keyof Props)[]).every((key) => key === 'match' || before[key] === after[key])
})

function Card({ order, column, actor, isFirst, isOpen, onOpen, onForm, match, onConfirm }: Props) {
  const isLate = useClock((now) => pace(order, now)) === 'late'
  const isNew = order.status === 'pending' && order.acknowledgedAt === null
  return (
    <article
      id={cardId(order)}
      tabIndex={-1}
      data-card={order.orderId}
      aria-labelledby={`${cardId(order)}-code`}
      className={`relative grid animate-arrive gap-0.5 overflow-hidden rounded-control bg-raise pt-2.5 pr-2.5 pb-3 pl-3 shadow-card ${
        isOpen ? 'ring-2 ring-ember' : ''
      } ${isLate ? 'before:absolute before:inset-y-0 before:left-0 before:w-1.5 before:bg-alarm' : ''}`}
    >
      <header className="flex flex-wrap items-center justify-between gap-x-1">
        <h3 id={`${cardId(order)}-code`} className="text-[1.0625rem]">
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => onOpen(order)}
            className="outline-none after:absolute after:inset-0 after:rounded-control focus-visible:after:outline-3 focus-visible:after:outline-ember focus-visible:after:-outline-offset-3"
          >
            {orderCode(order.orderId)}
          </button>
        </h3>
        <ClockMark order={order} className="text-[0.9375rem] lg:max-2xl:text-sm" />
      </header>
      <p className="wrap-anywhere text-small text-soft leading-snug">
        {isNew && (
          <Badge variant="bad" className="mr-1.5 min-h-5!">
            New
          </Badge>
        )}
        <WhoAndWhere order={{ ...order, customerName: shortName(order.customerName) }} />
      </p>
      <p className="wrap-anywhere font-medium text-[0.9375rem] leading-snug">{dishSummary(order)}</p>
      <Note order={order} column={column} actor={actor} match={match} />
      <div className="relative mt-1.5 grid empty:hidden">
        <NextAction
          order={order}
          actor={actor}
          variant={isFirst ? 'primary' : 'secondary'}
          onOpen={onOpen}
          onForm={onForm}
          match={match}
          onConfirm={onConfirm}
        />
      </div>
    </article>
  )
}

const channels = { web: [], phone: ['Phone'], 'walk-in': ['Walk-in'] } as const

type Visitor = Pick<DeskOrder, 'channel' | 'customerName' | 'deliveryMethod' | 'deliveryLocation'>

const whoOf = ({ channel, customerName }: Visitor) =>
  [...channels[channel], ...(channel !== 'web' && customerName === walkIn ? [] : [customerName])].join(' · ')

const whereOf = ({ deliveryMethod, deliveryLocation }: Visitor) =>
  deliveryMethod === 'pick-up' ? 'pick-up' : (deliveryLocation ?? 'delivery')

/** Returns, for example, 'Tunde · Ikoyi' or 'Phone · Amaka · pick-up'. */
export const whoAndWhere = (order: Visitor) => `${whoOf(order)} · ${whereOf(order)}`

/** Renders `whoAndWhere` so that a line break can come only between its two parts, and not within 'Lekki Phase 1'. */
function WhoAndWhere({ order }: { order: Visitor }) {
  return (
    <>
      <span className="inline-block">{whoOf(order)} ·</span> <span className="inline-block">{whereOf(order)}</span>
    </>
  )
}

const noteIcons = {
  check: <Icon name="check" />,
  clock: <Icon name="clock" />,
  search: <Icon name="search" />,
  note: <Stroke d="M5 4h14v10l-5 5H5zM14 19v-5h5M8.500 8.500h7M8.500 12h4" />,
  warning: <Stroke d={warning} />,
  back: <Stroke d="M9 6 4 11l5 5M4 11h10a5 5 0 0 1 0 10h-2" />,
  rider: (
    <Stroke d="M5.500 19a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM18.500 19a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM14 6h3l1.500 7M5.500 16l4-6h6l-3 6z" />
  ),
} as const

type CardNote = readonly [colour: `text-${string}`, icon: keyof typeof noteIcons, text: string]

function Note({ order, column, actor, match }: Pick<Props, 'order' | 'column' | 'actor' | 'match'>) {
  const waiting = useWaitingActions(order, actor)
  const queued: CardNote = ['text-promise', 'clock', `${labelsOf(waiting)} · waiting for the network`]
  const note = waiting.length > 0 ? queued : noteOf(order, column, match)
  if (!note) return null
  const [colour, icon, text] = note
  return (
    <p className={`wrap-anywhere flex gap-1.5 font-semibold text-small leading-snug ${colour}`}>
      <span className="grid h-[1.15rem] place-items-center *:size-4">{noteIcons[icon]}</span>
      <span>{text}</span>
    </p>
  )
}

function noteOf(order: DeskOrder, column: ColumnId, match: Proposal | undefined): CardNote | undefined {
  if (order.deliveryProblem) return ['text-alarm', 'back', `Not delivered: ${order.deliveryProblem}`]
  const soldOut = order.items.filter(({ soldOutAt }) => soldOutAt !== undefined).map(({ name }) => name)
  if (soldOut.length > 0)
    return ['text-alarm', 'warning', `${soldOut.join(', ')} sold out, ${callToAsk(order) || 'customer asked'}`]
  const sum = hasSums(order) ? `${Money.format(order.totalAmount)} · ` : ''
  if (order.escalation && order.status === 'pending' && order.acknowledgedAt === null) {
    return ['text-alarm', 'warning', `${sum}Nobody has acknowledged it`]
  }
  if (match) return ['text-leaf', 'check', `${BusinessDay.format(amountOf(match))} matched`]
  if (order.slotQuestion) {
    const calls = callToAsk(order)
    if (calls !== '') return ['text-alarm', 'warning', `Needs another time, ${calls}`]
    return ['text-promise', 'clock', 'Needs another time, customer asked']
  }
  const isPaid = Payment.covers(order.payment)
  if (!isPaid || (order.owed ?? 0) > 0) {
    const isCollected = order.cashAtDoor === true && order.status !== 'completed'
    const isTrouble = order.payment !== 'claimed' && !isPaid && !isCollected
    const calls = isTrouble && order.payment !== 'late' ? callToAsk(order) : ''
    const isUnpaid = column === 'check' && hasSums(order) && order.received === 0
    return [
      isTrouble ? 'text-alarm' : isPaid ? 'text-promise' : 'text-soft',
      isTrouble ? 'warning' : isCollected && !isPaid ? 'rider' : 'search',
      order.firstConfirmation
        ? 'Second person needed'
        : [`${isUnpaid ? sum : ''}${paymentLabel(order)}`, ...(calls === '' ? [] : [calls])].join(', '),
    ]
  }
  if (order.assignedRider) {
    const { deliveryStatus, outAt } = order
    const isOut = deliveryStatus === 'out-for-delivery'
    const out = isOut ? (outAt ? `, out since ${clock(outAt)}` : ', out') : ''
    return ['text-soft', 'rider', `${order.assignedRider.name}${out}`]
  }
  const [note, ...others] = order.items.map((line) => line.chefComment).filter((text) => text !== '')
  if (note !== undefined && column !== 'ready' && column !== 'out') {
    const more = others.length > 0 ? ` +${others.length} note${others.length > 1 ? 's' : ''}` : ''
    return ['text-promise', 'note', shortNote(note) + more]
  }
  return column === 'cook' ? ['text-leaf', 'check', 'Paid'] : undefined
}

const longestNote = 36

function shortNote(note: string): string {
  if (note.length <= longestNote) return note
  const cut = note.slice(0, longestNote)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 20))}…`
}

type ActionProps = Pick<Props, 'order' | 'actor' | 'onOpen' | 'onForm' | 'match' | 'onConfirm'> & {
  readonly variant: ButtonVariant
}

const full = 'min-h-11! w-full px-2! text-control'

function NextAction({ order, actor, variant, onOpen, onForm, match, onConfirm }: ActionProps) {
  const then = useAfterQueuedActions(order, actor)
  const { next } = useActionPress(order)
  const may = (action: Parameters<typeof can>[0]) => can(action, then, actor)
  const look = { variant, className: full, 'aria-describedby': `${cardId(order)}-code` }

  if (then.awaitingSubstitution) {
    return (
      <Button {...look} variant="secondary" onClick={() => onOpen(order)}>
        {callToAsk(order) === '' ? `Waits for ${order.customerName}` : 'Ask the customer'}
      </Button>
    )
  }
  if (may('confirm-payment') && (match || isPaidNext(then))) {
    return (
      <Button {...look} onClick={() => (match ? onConfirm(match) : onForm('payment', order))}>
        Confirm {match ? BusinessDay.format(amountOf(match)) : 'payment'}
      </Button>
    )
  }
  const main = mainActionOf(then, actor)
  if (main) {
    return (
      <Button {...look} {...next(main)}>
        {deskActions[main].label}
      </Button>
    )
  }
  if (!isIn(then.status, 'cooked') || then.deliveryStatus === null) return null
  if (then.deliveryStatus === 'failed') {
    const { contactPhone = '', customerPhone } = order
    const { numbers, isOwn } = Phone.toCall(contactPhone, customerPhone)
    return (
      <Call name={`${order.customerName}${isOwn ? ', account’s number' : ''}`} number={numbers[0]} variant={variant} />
    )
  }
  if (may('assign-rider'))
    return <QuickRider order={order} variant={variant} className={full} onOpen={() => onOpen(order)} />
  const { assignedRider: rider } = then
  return rider && 'phone' in rider ? <Call name={rider.name} number={String(rider.phone)} variant="secondary" /> : null
}

function Call({ name, number, variant }: { name: string; number: string | undefined; variant: ButtonVariant }) {
  if (!number) return null
  return (
    <a href={`tel:${number}`} className={buttonClass(variant, full)}>
      Call {name}
    </a>
  )
}
