import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import type { DeskOrder } from '#contract/orders.ts'
import type { User } from '#contract/session.ts'
import type { Site } from '#contract/site.ts'
import { type Action, can } from '#domain/order-actions.ts'
import { orderCode } from '#domain/quote.ts'
import { deskOrdersQuery } from '#web/api/desk-orders.ts'
import { Alarm, newOrders, toStart } from '#web/features/desk/alarm/alarm.tsx'
import { useNewOrderAnnouncement, useTabTitle } from '#web/features/desk/alarm/new-orders.ts'
import { type Sound, useSound } from '#web/features/desk/alarm/sound.ts'
import { SilenceNotice } from '#web/features/desk/alarm/sound-button.tsx'
import { OwnerCalls } from '#web/features/desk/kitchen-load/owner-calls.tsx'
import { arrange, type Filter, handlesMoney, matches, owedTo, unacknowledged } from '#web/features/desk/orders/board.ts'
import { BoardSkeleton } from '#web/features/desk/orders/board-skeleton.tsx'
import { CancelForm } from '#web/features/desk/orders/cancel-form.tsx'
import { CustomerChanges } from '#web/features/desk/orders/customer-changes-list.tsx'
import { type FormName, useOrderActions } from '#web/features/desk/orders/order-actions.ts'
import { QueuedActionResults } from '#web/features/desk/orders/queued-action-results.tsx'
import { afterQueuedActions } from '#web/features/desk/orders/queued-actions.ts'
import { MoneyForm } from '#web/features/desk/payments/money-form.tsx'
import { OverrideForm } from '#web/features/desk/payments/override-form.tsx'
import { PaymentForm } from '#web/features/desk/payments/payment-form.tsx'
import { RefundsPanel } from '#web/features/desk/payments/refunds-panel.tsx'
import { StatementPanel } from '#web/features/desk/payments/statement-panel.tsx'
import { SoldOutForm } from '#web/features/desk/stock/sold-out-form.tsx'
import { Printer } from '#web/features/desk/tickets/printer.tsx'
import { useQueuedActions } from '#web/sync/outbox/queued-actions.ts'
import { Button } from '#web/ui/button.tsx'
import { LoadTrouble } from '#web/ui/load-trouble.tsx'
import { Sheet, SheetContent } from '#web/ui/sheet.tsx'
import { BoardFilter } from './board-filter.tsx'
import { Board } from './columns.tsx'
import { DeskHeader, type DeskPanel } from './desk-header.tsx'
import { followFocus } from './order-card.tsx'
import { RatingsPanel } from './ratings-panel.tsx'
import { SharedSheets } from './shared-sheets.tsx'

/** The desk: all orders under way and the actions on each. */
export function Desk({ user, site }: { user: User; site: Site }) {
  const query = useQuery({ ...deskOrdersQuery, refetchOnMount: 'always' })
  const { data, error } = query
  const sound = useSound()
  const [panel, setPanel] = useState<DeskPanel>()

  return (
    <div className="flex min-h-dvh flex-col md:h-dvh md:min-h-0">
      <DeskHeader user={user} site={site} orders={data?.orders} sound={sound} onPanel={setPanel} />
      <SilenceNotice sound={sound} />
      <OwnerCalls user={user} />
      <div className="mx-4 mb-3 empty:hidden">
        <LoadTrouble what={data ? 'The board may be out of date.' : 'The board did not load.'} query={query} />
      </div>
      {data ? (
        <Orders orders={data.orders} user={user} sound={sound} panel={panel} onPanel={setPanel} />
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
  readonly panel: DeskPanel | undefined
  readonly onPanel: (panel: DeskPanel | undefined) => void
}

function Orders({ orders, user, sound, panel, onPanel }: OrdersProps) {
  const [filter, setFilter] = useState<Filter>({ text: '', method: 'all' })
  const columns = arrange(orders.filter((order) => matches(order, filter)))
  const [open, setOpen] = useState<OpenForm>()
  const announcement = useNewOrderAnnouncement(orders, user.role)
  const { acknowledge } = useOrderActions()
  const queued = useQueuedActions(user.id, 'orders')
  const forMoney = handlesMoney(user.role)
  const ringing = unacknowledged(
    orders.map((order) => afterQueuedActions(order, queued)),
    user.role,
  )
  const { cook, check } = arrange(orders)
  useTabTitle(cook.length + (forMoney ? check.length : 0), ringing.length > 0)

  async function acknowledgeAndFocus(order: DeskOrder) {
    await acknowledge(order, user)
    followFocus(order)
  }

  function close() {
    setOpen(undefined)
    if (open) followFocus(open.order)
  }

  return (
    <>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <QueuedActionResults account={user.id} />
      <CustomerChanges orders={orders} />
      <BoardFilter filter={filter} onFilter={setFilter} />
      <Board
        columns={columns}
        actor={user}
        onForm={(form, order) => {
          void acknowledge(order, user)
          setOpen({ form, order })
        }}
      />
      <Alarm
        orders={ringing}
        sound={sound}
        words={forMoney ? newOrders : toStart}
        {...(forMoney && { onAcknowledge: (order) => void acknowledgeAndFocus(order) })}
      />
      <Sheet open={panel === 'refunds'} onClose={() => onPanel(undefined)} title="Refunds owed">
        <RefundsPanel orders={owedTo(orders)} />
      </Sheet>
      <Sheet open={panel === 'statement'} onClose={() => onPanel(undefined)} title="Bank statement">
        <StatementPanel />
      </Sheet>
      <Sheet open={panel === 'ratings'} onClose={() => onPanel(undefined)} title="Ratings">
        <RatingsPanel />
      </Sheet>
      <OrderSheet open={open} orders={orders} user={user} onClose={close} />
    </>
  )
}

const forms = {
  payment: { action: 'confirm-payment', title: 'Payment of', Form: MoneyForm },
  extra: { action: 'confirm-extra', title: 'More money for', Form: ExtraForm },
  cancel: { action: 'cancel', title: 'Cancel', Form: CancelForm },
  unpaid: { action: 'start-unpaid', title: 'Start unpaid', Form: OverrideForm },
  'sold-out': { action: 'mark-sold-out', title: 'Sold out in', Form: SoldOutForm },
} as const satisfies Record<FormName, { action: Action; title: string; Form: ComponentType<FormProps> }>

type FormProps = { readonly order: DeskOrder; readonly onDone: () => void }

function ExtraForm(props: FormProps) {
  return <PaymentForm {...props} extra />
}

/** A form about one order in its current state: another tablet may change the order while the form is open. */
function OrderSheet({
  open,
  orders,
  user,
  onClose,
}: {
  open: OpenForm | undefined
  orders: readonly DeskOrder[]
  user: User
  onClose: () => void
}) {
  const order = open && orders.find(({ id }) => id === open.order.id)
  const { action, title, Form } = forms[open?.form ?? 'payment']
  const allowed = order && can(action, order, user)
  return (
    <Sheet open={open !== undefined} onClose={onClose} title={open ? `${title} ${orderCode(open.order.id)}` : ''} bare>
      {order && allowed?.ok ? (
        // A changed amount resets the form, so that nothing typed for the old one is sent.
        <Form key={order.received} order={order} onDone={onClose} />
      ) : (
        <SheetContent>
          <div className="grid gap-4">
            <p role="alert">{allowed && !allowed.ok ? allowed.problem.detail : 'This order is finished.'}</p>
            <Button onClick={onClose}>Back to board</Button>
          </div>
        </SheetContent>
      )}
    </Sheet>
  )
}
