import { useQuery } from '@tanstack/react-query'
import { type ComponentType, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { DeskOrder, TillOrder } from '#contract/order/orders.ts'
import type { User } from '#contract/session.ts'
import type { Site } from '#contract/site.ts'
import * as BusinessDay from '#domain/books/business-day.ts'
import type { Action } from '#domain/order/actions.ts'
import { orderCode } from '#domain/order/quote.ts'
import { serverNow } from '#web/data/api/client.ts'
import { deskOrdersQuery } from '#web/data/api/desk-orders.ts'
import { isOffline } from '#web/data/api/network.ts'
import { toastFailed } from '#web/data/toast.ts'
import { Alarm, KitchenAlarm, newOrders } from '#web/desk/alarm/alarm.tsx'
import { usePresence } from '#web/desk/alarm/desk-presence.ts'
import { useNewOrderAnnouncement, useRinging, useTabTitle } from '#web/desk/alarm/new-orders.ts'
import { type Sound, useSound } from '#web/desk/alarm/sound.ts'
import { EndedQuestion } from '#web/desk/kitchen-load/ended-question.tsx'
import { NextQuarters } from '#web/desk/kitchen-load/next-quarters.tsx'
import { OwnerCalls } from '#web/desk/kitchen-load/owner-calls.tsx'
import { MessageNotices } from '#web/desk/messages/message-notices.tsx'
import {
  arrange,
  type Filter,
  filtered,
  handlesMoney,
  hasSums,
  isUnseenStart,
  matches,
  oldestFirst,
  owedTo,
} from '#web/desk/orders/board.ts'
import { BoardSkeleton } from '#web/desk/orders/board-skeleton.tsx'
import { CancelForm } from '#web/desk/orders/cancel-form.tsx'
import { focusCard, followFocus } from '#web/desk/orders/card-focus.ts'
import { CustomerChanges } from '#web/desk/orders/customer-changes-list.tsx'
import { useLater } from '#web/desk/orders/later-orders.ts'
import { type FormName, toastMoneyNeedsNetwork, useOrderActions } from '#web/desk/orders/order-actions.ts'
import { type OrderFormProps, OrderSheet } from '#web/desk/orders/order-sheet.tsx'
import { QueuedActionResults } from '#web/desk/orders/queued-action-results.tsx'
import { DoorCashForm } from '#web/desk/payments/door-cash-form.tsx'
import { MoneyForm } from '#web/desk/payments/money-form.tsx'
import { OverrideForm } from '#web/desk/payments/override-form.tsx'
import { PaymentForm } from '#web/desk/payments/payment-form.tsx'
import { RefundForm } from '#web/desk/payments/refund-form.tsx'
import { amountOf, type Proposal } from '#web/desk/payments/statement-import.ts'
import { matchedOrders, useDroppedFile, useStatement } from '#web/desk/payments/use-statement.ts'
import { SoldOutForm } from '#web/desk/stock/sold-out-form.tsx'
import { Printer } from '#web/desk/tickets/printer.tsx'
import { PrinterNotice } from '#web/desk/tickets/printer-notice.tsx'
import { LoadTrouble } from '#web/ui/load-trouble.tsx'
import { SheetContent } from '#web/ui/sheet.tsx'
import { Board } from './columns.tsx'
import { DeskHeader } from './desk-header.tsx'
import type { DeskPanel } from './desk-menu.tsx'
import { DeskSheets } from './desk-sheets.tsx'
import { useKeys } from './keys.tsx'
import { OrderPanel } from './order-panel.tsx'
import { useBackCloses } from './panel-history.ts'
import { SharedSheets } from './shared-sheets.tsx'

export function Desk({ user, site }: { user: User; site: Site }) {
  const query = useQuery({ ...deskOrdersQuery, refetchOnMount: 'always' })
  const { data, error } = query
  const sound = useSound()
  const [panel, setPanel] = useState<DeskPanel>()
  const [filter, setFilter] = useState<Filter>({ text: '', method: 'all' })
  const search = useRef<HTMLInputElement>(null)

  return (
    <div className="flex min-h-dvh flex-col sm:h-[calc(100dvh-var(--notice,0px))] sm:min-h-0">
      <DeskHeader
        user={user}
        site={site}
        orders={data?.orders}
        sound={sound}
        filter={filter}
        search={search}
        onFilter={setFilter}
        onPanel={setPanel}
      />
      <OwnerCalls user={user} />
      <div className="mx-4 my-2 empty:hidden">
        <LoadTrouble what={data ? 'The board may be out of date.' : 'The board did not load.'} query={query} />
      </div>
      {data ? (
        <Orders
          orders={data.orders}
          user={user}
          sound={sound}
          filter={filter}
          search={search}
          panel={panel}
          onPanel={setPanel}
        />
      ) : (
        !error && <BoardSkeleton />
      )}
      <Printer restaurant={site.name} />
      <SharedSheets open={panel} onClose={() => setPanel(undefined)} user={user} site={site} />
    </div>
  )
}

type OpenForm = { readonly form: FormName; readonly order: DeskOrder }

type OrdersProps = {
  readonly orders: readonly DeskOrder[]
  readonly user: User
  readonly sound: Sound
  readonly filter: Filter
  readonly search: RefObject<HTMLInputElement | null>
  readonly panel: DeskPanel | undefined
  readonly onPanel: (panel: DeskPanel | undefined) => void
}

function Orders({ orders, user, sound, filter, search, panel, onPanel }: OrdersProps) {
  const { later, due } = useLater(orders)
  const all = useMemo(() => arrange(due), [due])
  const columns = useMemo(() => oldestFirst(filtered(all, filter)), [all, filter])
  const [open, setOpen] = useState<OpenForm>()
  const { opened, openPanel, closePanel } = useOrderPanel(orders)
  const announcement = useNewOrderAnnouncement(orders, user.role)
  const { acknowledge, toastConfirmed } = useOrderActions()
  const statement = useStatement(orders)
  const matched = matchedOrders(statement)
  const forMoney = handlesMoney(user.role)
  usePresence(forMoney)
  const ringing = useRinging(orders, user, user.role, serverNow())
  const { cook, check, done } = all
  useTabTitle(cook.length + (forMoney ? check : ringing.filter(isUnseenStart)).length, ringing.length > 0)

  async function acknowledgeAll(all: readonly DeskOrder[]) {
    for (const order of all) await acknowledge(order, user)
    const [last] = all
    if (last) followFocus(last)
  }

  function openForm(form: FormName, order: DeskOrder) {
    void acknowledge(order, user)
    setOpen({ form, order })
  }

  function close() {
    setOpen(undefined)
    if (open) followFocus(open.order)
  }

  function importDropped(file: File) {
    if (!forMoney) return
    onPanel('statement')
    void statement.readChosen(file)
  }

  async function confirmMatched(proposal: Proposal) {
    if (isOffline()) return toastMoneyNeedsNetwork()
    void acknowledge(proposal.order, user)
    const { after, refusal } = await statement.confirm(proposal)
    if (after)
      toastConfirmed(`${orderCode(after.orderId)}: ${BusinessDay.format(amountOf(proposal))} confirmed.`, after)
    if (refusal) toastFailed(refusal)
    followFocus(proposal.order)
  }

  const onCards = useUnchanged({
    onOpen: ({ orderId }: DeskOrder) => openPanel(orderId),
    onForm: openForm,
    onConfirm: confirmMatched,
  })
  useDroppedFile(importDropped)
  useKeys({
    opened: opened?.orderId,
    onOpen: openPanel,
    onClose: closePanel,
    onSearch: () => search.current?.focus(),
  })

  return (
    <>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {forMoney ? (
        <Alarm orders={ringing} sound={sound} words={newOrders} onAcknowledge={(all) => void acknowledgeAll(all)} />
      ) : (
        <KitchenAlarm orders={ringing} sound={sound} />
      )}
      <EndedQuestion />
      <PrinterNotice />
      <NextQuarters />
      {forMoney && <MessageNotices onOpen={openPanel} />}
      <QueuedActionResults account={user.id} />
      <CustomerChanges orders={orders} />
      <div className="flex min-h-0 flex-1">
        <Board
          columns={columns}
          later={later.filter((order) => matches(order, filter))}
          actor={user}
          filter={filter}
          opened={opened?.orderId}
          {...onCards}
          matched={matched}
          {...(forMoney && { onStatement: () => onPanel('statement') })}
        />
        {opened && (
          <OrderPanel
            key={opened.orderId}
            order={opened}
            actor={user}
            match={matched.get(opened.orderId)}
            onConfirm={confirmMatched}
            onClose={closePanel}
            onForm={openForm}
          />
        )}
      </div>
      <DeskSheets
        panel={panel}
        onPanel={onPanel}
        orders={orders}
        done={done}
        statement={statement}
        onOpen={openPanel}
      />
      <OrderSheet
        {...forms[open?.form ?? 'payment']}
        order={open?.order}
        orders={orders}
        user={user}
        wide={statement.imported !== undefined && (open?.form === 'payment' || open?.form === 'extra')}
        onClose={close}
      />
    </>
  )
}

/**
 * Returns the order that is open beside the board, and functions that open and close its panel. The panel closes when
 * its order leaves the board.
 */
function useOrderPanel(orders: readonly DeskOrder[]) {
  const [openedId, openPanel] = useState<string>()
  const opened = orders.find(({ orderId }) => orderId === openedId)

  function closePanel() {
    openPanel(undefined)
    // Wait for the next frame, because the card may be hidden until the panel is removed.
    requestAnimationFrame(() => focusCard(openedId))
  }

  useBackCloses(opened !== undefined, closePanel)
  return { opened, openPanel, closePanel }
}

type Listener = (about: never, other: never) => void

/**
 * Returns listeners that are the same functions in every render, so that unchanged cards are not rendered again. Each
 * calls the listener that was passed last.
 */
function useUnchanged<Listeners extends Readonly<Record<string, Listener>>>(listeners: Listeners): Listeners {
  const last = useRef(listeners)
  useLayoutEffect(() => {
    last.current = listeners
  })
  return useMemo(() => {
    const names = Object.keys(last.current)
    const call = (name: string) => (about: never, other: never) => last.current[name]?.(about, other)
    return Object.fromEntries(names.map((name) => [name, call(name)])) as unknown as Listeners
  }, [])
}

const forms = {
  payment: { action: 'confirm-payment', title: 'Payment of', Form: forTill(MoneyForm) },
  extra: { action: 'confirm-extra', title: 'More money for', Form: forTill(ExtraForm) },
  refund: { action: 'refund', title: 'Refund', Form: RefundOwed },
  cancel: { action: 'cancel', title: 'Cancel', Form: forTill(CancelForm) },
  cash: { action: 'start-for-cash', title: 'Cash at the door for', Form: forTill(DoorCashForm) },
  unpaid: { action: 'start-unpaid', title: 'Start unpaid', Form: forTill(OverrideForm) },
  'sold-out': { action: 'mark-sold-out', title: 'Sold out in', Form: SoldOutForm },
} as const satisfies Record<FormName, { action: Action; title: string; Form: ComponentType<OrderFormProps> }>

type TillFormProps = { readonly order: TillOrder; readonly onDone: () => void }

/**
 * Wraps a form that needs the order's sums. The server sends no sums to kitchen staff, so the form is empty for them.
 */
function forTill(Form: ComponentType<TillFormProps>) {
  return ({ order, onDone }: OrderFormProps) => hasSums(order) && <Form order={order} onDone={onDone} />
}

function RefundOwed({ order, onDone }: OrderFormProps) {
  const [owed] = owedTo([order])
  return (
    <SheetContent>
      {owed ? (
        <RefundForm key={owed.owed} order={owed} onDone={onDone} />
      ) : (
        <p role="alert">No refund is owed any more.</p>
      )}
    </SheetContent>
  )
}

function ExtraForm(props: TillFormProps) {
  return <PaymentForm {...props} extra />
}
