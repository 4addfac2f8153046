import { type ReactNode, useState } from 'react'
import type { DeskOrder } from '#contract/orders.ts'
import { walkIn } from '#domain/counter.ts'
import type { Pace } from '#domain/lateness.ts'
import { format as formatMoney } from '#domain/money.ts'
import type { Actor, Channel } from '#domain/order.ts'
import { type Action, can } from '#domain/order-actions.ts'
import type { PaymentState, RejectionReason } from '#domain/payment.ts'
import * as Phone from '#domain/phone.ts'
import { noPhone, orderCode } from '#domain/quote.ts'
import { call } from '#web/api/client.ts'
import { EscalationMark } from '#web/features/desk/kitchen-load/escalation.tsx'
import { type ColumnId, dialable, pace, paymentLabel, timing, waiting } from '#web/features/desk/orders/board.ts'
import { useClock } from '#web/features/desk/orders/clock.ts'
import {
  type FormName,
  type OneClickAction,
  oneClickActions,
  useOrderActions,
} from '#web/features/desk/orders/order-actions.ts'
import { RiderChoice } from '#web/features/desk/orders/rider-choice.tsx'
import { useAfterQueuedActions, WaitingActions } from '#web/features/desk/orders/waiting-actions.tsx'
import { SoldOutDishes } from '#web/features/desk/stock/sold-out-lines.tsx'
import { PrintChoice } from '#web/features/desk/tickets/print-choice.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { clock } from '#web/ui/lagos-time.ts'
import { Price } from '#web/ui/price.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { OrderLines } from './order-lines.tsx'

const edges: Record<Pace, string> = {
  fine: 'border-l-leaf',
  soon: 'border-l-plantain',
  late: 'border-l-alarm',
}

/** Shown for counter orders only. */
const channelLabels: Record<Channel, ReactNode> = {
  web: null,
  phone: <ChannelLabel>Phone</ChannelLabel>,
  'walk-in': <ChannelLabel>Walk-in</ChannelLabel>,
}

function ChannelLabel({ children }: { children: string }) {
  return (
    <>
      <strong className="font-semibold text-text">{children}</strong> ·{' '}
    </>
  )
}

type Props = {
  readonly order: DeskOrder
  readonly column: ColumnId
  readonly actor: Actor
  /** Opens the form of an action. */
  readonly onForm: (form: FormName, order: DeskOrder) => void
}

/** An order on the board. Its column decides whether the money, the dishes or the contact come first. */
export function OrderCard({ order, column, actor, onForm }: Props) {
  const edge = useClock((now) => pace(order, now)) ?? 'fine'
  const code = orderCode(order.id)
  const large = column === 'cook' || column === 'fire'
  const parts = {
    money: <Money key="money" order={order} search={column === 'check'} />,
    lines: <OrderLines key="lines" lines={order.lines} large={large} />,
    contact: <Contact key="contact" order={order} />,
  }
  return (
    <article
      id={cardId(order)}
      tabIndex={-1}
      aria-labelledby={`${cardId(order)}-code`}
      className={`grid animate-arrive gap-3 rounded-card border-l-6 bg-raise p-4 shadow-card lg:p-3 xl:p-4 ${edges[edge]}`}
    >
      <header className="flex flex-wrap justify-between gap-x-3 gap-y-1">
        <h3 id={`${cardId(order)}-code`} className="text-2xl lg:text-xl xl:text-2xl">
          {code}
        </h3>
        {order.status === 'pending' && order.acknowledgedAt === null && (
          <Badge look="bad" className="self-center">
            New
          </Badge>
        )}
        <Timer order={order} />
        <p className="wrap-anywhere w-full text-sm text-soft leading-snug">
          {channelLabels[order.channel]}
          {order.deliveryMethod === 'pick-up'
            ? 'Pick-up'
            : ['Delivery', order.deliveryLocation].filter(Boolean).join(' · ')}
          {order.customerName !== walkIn && ` · ${order.customerName}`}
          {order.status !== 'ready' && <span className="whitespace-nowrap"> · by {clock(order.readyBy)}</span>}
        </p>
      </header>
      {column === 'check'
        ? [parts.money, parts.lines, parts.contact]
        : column === 'ready' || column === 'out'
          ? [parts.contact, parts.lines, parts.money]
          : [parts.lines, parts.money, parts.contact]}
      <EscalationMark order={order} />
      <SoldOutDishes order={order} actor={actor} />
      <RiderChoice order={order} actor={actor} />
      <WaitingActions order={order} actor={actor} />
      <Actions order={order} actor={actor} onForm={onForm} />
    </article>
  )
}

/** The id of an order's card on the page. */
export function cardId({ id }: Pick<DeskOrder, 'id'>): string {
  return `order-${id}`
}

function Timer({ order }: { order: DeskOrder }) {
  const state = useClock((now) => pace(order, now))
  const figures = useClock((now) => timing(order, now).figures)
  const meaning = useClock((now) => timing(order, now).meaning)
  return (
    <p className={`flex items-baseline gap-1.5 whitespace-nowrap ${state === 'late' ? 'text-alarm' : ''}`}>
      <span className="figures text-2xl lg:text-xl xl:text-2xl">{figures ?? '--:--'}</span>
      <span className={`text-sm ${state === 'late' ? 'font-semibold' : 'text-soft'}`}>{meaning}</span>
    </p>
  )
}

const paymentLooks = {
  claimed: 'plain',
  found: 'good',
  short: 'bad',
  over: 'promise',
  'not-found': 'bad',
  rejected: 'bad',
  late: 'promise',
  refunded: 'bad',
} as const satisfies Record<PaymentState, string>

const rejectionWords = {
  amount: 'not the amount due',
  expired: 'to an expired account',
  refused: 'not accepted',
} as const satisfies Record<RejectionReason, string>

/** `search` adds what to look for in the bank's record. */
function Money({ order, search }: { order: DeskOrder; search: boolean }) {
  return (
    <div className="grid gap-1">
      <p className="flex flex-wrap items-center justify-between gap-x-3">
        <Price amount={order.total} className={search ? 'text-xl' : ''} />
        <Badge look={paymentLooks[order.payment]}>{paymentLabel(order)}</Badge>
      </p>
      {order.firstConfirmation && (
        <p className="wrap-anywhere rounded-control bg-plantain px-3 py-2 text-on-plantain text-sm">
          <strong>Second person needed:</strong> {order.firstConfirmation.name} confirmed{' '}
          <Price amount={order.firstConfirmation.amount} />. Somebody else confirms the same payment.
        </p>
      )}
      {search && (
        <dl className="wrap-anywhere grid grid-cols-[auto_1fr] gap-x-3 text-sm">
          <dt className="text-soft">From</dt>
          <dd className="font-semibold">{order.payerName}</dd>
          <dt className="text-soft">Narration</dt>
          <dd className="font-semibold">
            {orderCode(order.id)} {order.paymentReference}
          </dd>
          {order.payment === 'late' ? (
            <>
              <dt className="text-soft">Late</dt>
              <dd className="font-semibold">
                {formatMoney(order.received)} came after the order's time. Accept the order, or cancel it and refund.
              </dd>
            </>
          ) : (
            order.quoteExpired && (
              <>
                <dt className="text-soft">Expired</dt>
                <dd className="font-semibold">Claimed after its quote. Check when it was sent.</dd>
              </>
            )
          )}
          {order.rejection && (
            <>
              <dt className="text-soft">Sent back</dt>
              <dd className="font-semibold">
                {order.rejection.amount !== null && `${formatMoney(order.rejection.amount)}, `}
                {rejectionWords[order.rejection.reason]}, at {clock(order.rejection.at)}
              </dd>
            </>
          )}
          <dt className="text-soft">Sent</dt>
          <dd className="font-semibold">
            {clock(order.claimedAt)}
            <Waiting order={order} />
          </dd>
        </dl>
      )}
    </div>
  )
}

function Waiting({ order }: { order: DeskOrder }) {
  const words = useClock((now) => waiting(order, now))
  return words !== null && <span className="text-soft"> · {words}</span>
}

/** The kitchen sees no phone and no address. */
function Contact({ order }: { order: DeskOrder }) {
  const { contactPhone } = order
  if (contactPhone === undefined) return null
  // A contact in words is no number: then the customer's own is called.
  const phone = dialable(contactPhone) ? contactPhone : (order.customerPhone ?? noPhone)
  const number = dialable(phone)
  return (
    <div className="wrap-anywhere text-sm leading-snug">
      {order.deliveryMethod === 'delivery' && <Address order={order} />}
      {contactPhone !== phone && <p>{contactPhone}</p>}
      {number !== undefined && (
        <a
          href={`tel:${number}`}
          aria-label={`Call ${order.customerName}, ${Phone.format(phone)}`}
          className="-my-3 inline-flex min-h-11 items-center font-semibold underline decoration-line underline-offset-4 hover:decoration-current"
        >
          {Phone.format(phone)}
        </a>
      )}
    </div>
  )
}

/** The address is shown on request, and each request is on record. */
function Address({ order }: { order: DeskOrder }) {
  const { showRefusal } = useOrderActions()
  const [address, setAddress] = useState<string | null>()
  const ask = () =>
    call('POST /api/orders/:id/address-request', { params: order }).then(
      ({ deliveryAddress }) => setAddress(deliveryAddress),
      (error: unknown) => showRefusal(error, order),
    )
  if (address !== undefined) return <p role="status">{address}</p>
  return (
    <TextButton aria-label={`Address of ${orderCode(order.id)}`} onClick={() => void ask()}>
      Address
    </TextButton>
  )
}

/** Rare actions, each with a form of its own. */
const quietForms = [
  { action: 'start-unpaid', form: 'unpaid', label: 'Start unpaid' },
  { action: 'confirm-extra', form: 'extra', label: 'Paid twice' },
  { action: 'mark-sold-out', form: 'sold-out', label: 'Sold out' },
  { action: 'cancel', form: 'cancel', label: 'Cancel' },
] as const satisfies readonly { action: Action; form: FormName; label: string }[]

/** The actions that the server would allow this user now. */
function Actions({ order, actor, onForm }: Pick<Props, 'order' | 'actor' | 'onForm'>) {
  const { perform } = useOrderActions()
  const [busy, setBusy] = useState<OneClickAction>()
  const then = useAfterQueuedActions(order, actor)
  const may = (action: Action) => can(action, then, actor).ok
  const next = (Object.keys(oneClickActions) as OneClickAction[]).filter(may)
  const pays = may('confirm-payment')
  const isLeft = order.lines.some(({ soldOutAt }) => soldOutAt === undefined)
  const forms = quietForms.filter(
    ({ action }) => may(action) && (action !== 'confirm-extra' || !pays) && (action !== 'mark-sold-out' || isLeft),
  )

  async function press(action: OneClickAction) {
    setBusy(action)
    await perform(action, order)
    setBusy(undefined)
    followFocus(order)
  }

  return (
    <div className="flex flex-wrap gap-2">
      {pays && (
        <Button
          look={next.every((action) => action === 'report-missing') ? 'primary' : 'secondary'}
          className="flex-auto whitespace-nowrap px-2.5!"
          aria-describedby={`${cardId(order)}-code`}
          onClick={() => onForm('payment', order)}
        >
          Confirm payment
        </Button>
      )}
      {next.map((action) => (
        <Button
          key={action}
          look={action === 'report-missing' ? 'secondary' : 'primary'}
          className="flex-1 whitespace-nowrap px-2.5!"
          busy={busy === action}
          aria-describedby={`${cardId(order)}-code`}
          onClick={() => void press(action)}
        >
          {oneClickActions[action].label}
        </Button>
      ))}
      <div className="flex w-full flex-wrap gap-x-1 gap-y-2">
        {forms.map(({ action, form, label }) => (
          <Button
            key={action}
            look="quiet"
            className="flex-[0_1_auto] whitespace-nowrap px-2!"
            aria-describedby={`${cardId(order)}-code`}
            onClick={() => onForm(form, order)}
          >
            {label}
          </Button>
        ))}
        <PrintChoice order={order} actor={actor} />
      </div>
    </div>
  )
}

/** Moves the focus, which the pressed button took with it, to the card's new place, or to the board where that is not shown. */
export function followFocus(order: Pick<DeskOrder, 'id'>): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== null && document.activeElement !== document.body) return
    const card = document.getElementById(cardId(order))
    const target = card?.checkVisibility() ? card : document.getElementById('main')
    target?.focus({ preventScroll: true })
  })
}
