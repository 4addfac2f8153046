import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useEffect, useLayoutEffect, useRef } from 'react'
import type { DeskOrder, TillOrder } from '#contract/order/orders.ts'
import * as BusinessDay from '#domain/books/business-day.ts'
import * as DoorCash from '#domain/books/door-cash.ts'
import * as Money from '#domain/money/money.ts'
import type { Action } from '#domain/order/actions.ts'
import * as Bill from '#domain/order/bill.ts'
import { can } from '#domain/order/decide.ts'
import { orderCode } from '#domain/order/quote.ts'
import { isIn, isOpen, kitchenStatuses } from '#domain/order/statuses.ts'
import type { Actor } from '#domain/restaurant/policy.ts'
import { slotTitle } from '#domain/restaurant/slot-words.ts'
import * as Phone from '#domain/text/phone.ts'
import { refocus } from '#web/app/navigation/refocus.ts'
import { serverNow } from '#web/data/api/client.ts'
import { kitchenLoadQuery } from '#web/data/api/kitchen-load-query.ts'
import { useClock } from '#web/data/clock.ts'
import { usePersisted } from '#web/data/storage/persisted.ts'
import { EscalationMark } from '#web/desk/kitchen-load/escalation.tsx'
import { OrderMessages } from '#web/desk/messages/order-messages.tsx'
import { callToAsk } from '#web/desk/orders/asked-customer.ts'
import { handlesMoney, hasSums, isPaidNext } from '#web/desk/orders/board.ts'
import { ClockMark } from '#web/desk/orders/clock-mark.tsx'
import { deskActions, mainActionOf, nextOf } from '#web/desk/orders/desk-actions.ts'
import { type FormName, takeBackOf } from '#web/desk/orders/order-actions.ts'
import { QuickRider, RiderChoice } from '#web/desk/orders/rider-choice.tsx'
import { useAfterQueuedActions, WaitingActions } from '#web/desk/orders/waiting-actions.tsx'
import { usePayments } from '#web/desk/payments/order-payments.ts'
import { amountOf, type Proposal } from '#web/desk/payments/statement-import.ts'
import { SoldOutDishes } from '#web/desk/stock/sold-out-lines.tsx'
import { PrintChoice } from '#web/desk/tickets/print-choice.tsx'
import { StatusBadge } from '#web/orders/status-badge.tsx'
import { NotesBeside } from '#web/staff/customer-notes.tsx'
import { Kbd } from '#web/staff/kbd.tsx'
import { letterKeys } from '#web/staff/letter-keys.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { clock } from '#web/ui/lagos-time.ts'
import { useActionPress } from './action-press.ts'
import { whoAndWhere } from './order-card.tsx'
import { OrderContact } from './order-contact.tsx'
import { OrderLines } from './order-lines.tsx'
import { OrderMoney } from './order-money.tsx'
import { OtherTime } from './other-time.tsx'

type Props = {
  readonly order: DeskOrder
  readonly actor: Actor
  readonly match: Proposal | undefined
  readonly onConfirm: (proposal: Proposal) => void
  readonly onClose: () => void
  readonly onForm: (form: FormName, order: DeskOrder) => void
}

/**
 * All of one order, beside the board or, on a phone, in place of the board. The panel is not a dialog, so the board
 * beside it can still be used. Enter presses the main action: see keys.tsx.
 */
export function OrderPanel({ order, actor, match, onConfirm, onClose, onForm }: Props) {
  const panel = useRef<HTMLElement>(null)

  // Focus in the next frame, because focusing now would compute the layout once more during the press.
  useEffect(() => {
    const frame = requestAnimationFrame(() => panel.current?.focus({ preventScroll: true }))
    return () => cancelAnimationFrame(frame)
  }, [])
  // The panel disappears when its order leaves the board, so the focus moves to the board.
  useLayoutEffect(() => () => refocus(() => document.getElementById('main')), [])

  return (
    <aside
      ref={panel}
      data-panel={order.orderId}
      tabIndex={-1}
      aria-label={`Order ${orderCode(order.orderId)}`}
      className="flex min-h-0 w-full shrink-0 flex-col border-line bg-raise outline-none max-sm:fixed max-sm:inset-0 max-sm:z-20 sm:w-96 sm:border-l"
    >
      <Header order={order} onClose={onClose} />
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain">
        <div className="grid gap-4 p-4">
          <EscalationMark order={order} />
          <WaitingActions order={order} actor={actor} />
          {order.slot && <Slot slot={order.slot} order={order} />}
          <SoldOutDishes order={order} actor={actor} />
          <OrderMoney order={order} match={match} />
          <OrderLines order={order} />
          <OrderContact order={order} />
          {handlesMoney(actor.role) && <OrderMessages orderId={order.orderId} />}
          {handlesMoney(actor.role) && order.customerId !== null && <NotesBeside customerId={order.customerId} />}
          <RiderChoice order={order} actor={actor} />
          <KeyHints order={order} />
        </div>
        <Actions order={order} actor={actor} match={match} onConfirm={onConfirm} onForm={onForm} />
      </div>
    </aside>
  )
}

const keyHints = { JK: 'next, previous', C: 'call', P: 'print', U: 'undo', '?': 'all keys' }

function KeyHints({ order: { contactPhone, customerPhone } }: { order: DeskOrder }) {
  const isOn = usePersisted(letterKeys)
  const isCalled = contactPhone !== undefined && Phone.toCall(contactPhone, customerPhone).numbers.length > 0
  if (!isOn) return null
  return (
    <p className="hidden flex-wrap gap-x-3 gap-y-1 border-line border-t pt-3 text-small text-soft pointer-fine:flex">
      {Object.entries(keyHints)
        .filter(([keys]) => keys !== 'C' || isCalled)
        .map(([keys, does]) => (
          <span key={keys}>
            {[...keys].flatMap((key) => [<Kbd key={key}>{key}</Kbd>, ' '])}
            {does}
          </span>
        ))}
    </p>
  )
}

function Header({ order, onClose }: Pick<Props, 'order' | 'onClose'>) {
  const isPromised = kitchenStatuses.includes(order.status)
  return (
    <header className="flex items-start justify-between gap-3 border-line border-b px-4 py-2">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3">
          <strong className="font-display font-extrabold text-2xl tracking-tight">{orderCode(order.orderId)}</strong>
          {isOpen(order.status) ? (
            <ClockMark order={order} className="text-lg" />
          ) : (
            <StatusBadge status={order.status} />
          )}
        </p>
        <p className="wrap-anywhere text-sm text-soft">
          {whoAndWhere(order)} ·{' '}
          <span className="whitespace-nowrap">
            placed {clock(order.createdAt)}
            {isPromised && ' ·'}
          </span>{' '}
          {isPromised && <span className="whitespace-nowrap">by {clock(order.readyBy)}</span>}
          {order.status === 'pending' && order.acknowledgedAt === null && ' · nobody has acknowledged it'}
          {order.cancelReason && ` · “${order.cancelReason}”`}
        </p>
      </div>
      <button
        type="button"
        aria-label="Close the order"
        onClick={onClose}
        className="grid size-11 shrink-0 place-items-center rounded-control text-soft hover:bg-raise2 hover:text-text"
      >
        <Icon name="close" />
      </button>
    </header>
  )
}

function Slot({ slot, order }: { slot: string; order: DeskOrder }) {
  const calls = callToAsk(order)
  return (
    <p className="wrap-anywhere rounded-control bg-raise2 px-3 py-2">
      <span className="font-semibold">{slotTitle(Date.parse(slot), serverNow())}</span>
      <span className="block text-soft text-sm">
        {order.deliveryMethod === 'delivery' ? 'At the door' : 'Collected'}
        {order.startAt && `, the kitchen starts at ${clock(order.startAt)}`}
        {order.slotQuestion && calls === '' && '. The customer is asked for another time.'}
      </span>
      {order.slotQuestion && calls !== '' && (
        <span className="block font-semibold text-alarm text-sm">This time cannot be kept: {calls}.</span>
      )}
    </p>
  )
}

const quietForms = [
  { action: 'start-for-cash', form: 'cash', label: deskActions['start-for-cash'].label },
  { action: 'start-unpaid', form: 'unpaid', label: deskActions['start-unpaid'].label },
  { action: 'refund', form: 'refund', label: deskActions.refund.label },
  { action: 'confirm-extra', form: 'extra', label: 'Add a payment' },
  { action: 'mark-sold-out', form: 'sold-out', label: deskActions['mark-sold-out'].label },
  { action: 'cancel', form: 'cancel', label: deskActions.cancel.label },
] as const satisfies readonly { action: Action; form: FormName; label: string }[]

function Actions({ order, actor, match, onConfirm, onForm }: Omit<Props, 'onClose'>) {
  const { busy, press, next: nextPress } = useActionPress(order)
  const then = useAfterQueuedActions(order, actor)
  const may = (action: Action) => can(action, then, actor)
  const next = nextOf(then, actor)
  const pays = may('confirm-payment')
  const back = useClock((now) => takeBackOf(order, then, actor, now)) || undefined
  // For a cooked delivery, this panel assigns the rider. Completing the delivery is the rider's task, and never the
  // main action.
  const assigns = isIn(then.status, 'cooked') && may('assign-rider')
  const main = mainActionOf(then, actor)
  const matches = pays && match !== undefined
  const paysFirst = pays && !matches && (main === undefined || isPaidNext(order))
  // At most one button is the main action, which Enter presses. If a payment has to be confirmed first, the main action
  // is the confirmation; otherwise it is the next step of the order.
  const movesFirst = !matches && !paysFirst

  return (
    <div className="mt-auto grid gap-2 border-line border-t bg-raise p-3 [@media(min-height:40rem)]:sticky [@media(min-height:40rem)]:bottom-0">
      <div className="flex flex-wrap gap-2">
        {matches && (
          <ActionButton isMain className="w-full" onClick={() => onConfirm(match)}>
            Confirm {BusinessDay.format(amountOf(match))}
          </ActionButton>
        )}
        {pays && (
          <ActionButton isMain={paysFirst} onClick={() => onForm('payment', order)}>
            {match ? 'Not this transfer' : 'Confirm payment'}
          </ActionButton>
        )}
        {assigns && (
          <QuickRider
            order={order}
            variant={movesFirst ? 'primary' : 'secondary'}
            className="w-full"
            isMain={movesFirst}
          />
        )}
        {next.map((action) => (
          <ActionButton key={action} isMain={action === main && movesFirst && !assigns} {...nextPress(action)}>
            {deskActions[action].label}
          </ActionButton>
        ))}
        {back && (
          // The key gives each undo a button of its own. After an undo, the second press of a double click must not
          // undo another action.
          <Button
            key={back}
            variant="secondary"
            className="flex-auto"
            busy={busy === back}
            onClick={() => void press(back)}
          >
            {back === 'undo-confirmation' && hasSums(order) ? (
              <PaymentToUndo key={order.received} order={order} />
            ) : (
              deskActions[back].label
            )}
          </Button>
        )}
      </div>
      <QuietActions order={order} actor={actor} onForm={onForm} />
    </div>
  )
}

/** Names the payment that would be undone, because an order can have several payments. */
function PaymentToUndo({ order }: { order: TillOrder }) {
  const last = usePayments(order).at(-1)
  if (!last) return deskActions['undo-confirmation'].label
  return `Undo ${Money.format(Money.naira(last.amount))}, confirmed ${clock(last.at)}`
}

function ActionButton({ isMain, children, ...props }: ComponentProps<typeof Button> & { isMain: boolean }) {
  return (
    <Button
      variant={isMain ? 'primary' : 'secondary'}
      data-main={isMain || undefined}
      className="flex-auto px-2.5!"
      {...props}
    >
      {children}
      {isMain && <Kbd>Enter</Kbd>}
    </Button>
  )
}

function QuietActions({ order, actor, onForm }: Pick<Props, 'order' | 'actor' | 'onForm'>) {
  const then = useAfterQueuedActions(order, actor)
  const may = (action: Action) => can(action, then, actor)
  const { owed = Money.zero } = order
  const due = hasSums(order) ? Bill.due(order) : Money.zero
  const isLeft = order.items.some(({ soldOutAt }) => soldOutAt === undefined)
  const { data: kitchenLoad } = useQuery(kitchenLoadQuery)
  const collects = DoorCash.allow(due, kitchenLoad?.cashAtDoorUpTo ?? null).ok
  const forms = quietForms.filter(
    ({ action }) =>
      may(action) &&
      (action !== 'refund' || owed > 0) &&
      (action !== 'confirm-extra' || !may('confirm-payment')) &&
      (action !== 'mark-sold-out' || isLeft) &&
      (action !== 'start-for-cash' || collects),
  )
  return (
    <div className="flex flex-wrap gap-2">
      {forms.map(({ action, form, label }) => (
        <Button
          key={action}
          variant={
            action === 'cancel' ? 'danger' : action === 'refund' && !isOpen(order.status) ? 'primary' : 'secondary'
          }
          className="min-h-11! flex-auto px-2.5! text-control"
          onClick={() => onForm(form, order)}
        >
          {action === 'confirm-extra' && order.status === 'completed' && due > 0 ? 'Confirm payment' : label}
          {action === 'refund' && ` ${Money.format(owed)}`}
        </Button>
      ))}
      {may('change-slot') && <OtherTime order={order} />}
      <PrintChoice order={order} actor={actor} />
    </div>
  )
}
