import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import type { Order } from '#contract/orders.ts'
import type { User } from '#contract/session.ts'
import type { Site } from '#contract/site.ts'
import { type Action, can } from '#domain/order-actions.ts'
import { orderCode } from '#domain/quote.ts'
import { queries } from '#web/api/queries.ts'
import { Alarm, toStart, toTake } from '#web/features/desk/alarm/alarm.tsx'
import { useArrivals, useTabTitle } from '#web/features/desk/alarm/new-orders.ts'
import { type Sound, useSound } from '#web/features/desk/alarm/sound.ts'
import { SilenceNotice } from '#web/features/desk/alarm/sound-button.tsx'
import { OwnerCalls } from '#web/features/desk/kitchen-load/owner-calls.tsx'
import { arrange, type Filter, matches, owedTo, seesToMoney, unacknowledged } from '#web/features/desk/orders/board.ts'
import { BoardSkeleton } from '#web/features/desk/orders/board-skeleton.tsx'
import { CancelForm } from '#web/features/desk/orders/cancel-form.tsx'
import { CustomerWords } from '#web/features/desk/orders/customer-changes-list.tsx'
import { type FormName, useOrderActions } from '#web/features/desk/orders/order-actions.ts'
import { TapNews } from '#web/features/desk/orders/queued-action-results.tsx'
import { afterTaps } from '#web/features/desk/orders/queued-actions.ts'
import { MoneyForm } from '#web/features/desk/payments/money-form.tsx'
import { OverrideForm } from '#web/features/desk/payments/override-form.tsx'
import { PaymentForm } from '#web/features/desk/payments/payment-form.tsx'
import { RefundsPanel } from '#web/features/desk/payments/refunds-panel.tsx'
import { StatementPanel } from '#web/features/desk/payments/statement-panel.tsx'
import { SoldOutForm } from '#web/features/desk/stock/sold-out-form.tsx'
import { Printer } from '#web/features/desk/tickets/printer.tsx'
import { useTaps } from '#web/sync/outbox/queued-actions.ts'
import { Button } from '#web/ui/button.tsx'
import { LoadTrouble } from '#web/ui/load-trouble.tsx'
import { Sheet, SheetContent } from '#web/ui/sheet.tsx'
import { BoardFilter } from './board-filter.tsx'
import { Board } from './columns.tsx'
import { DeskHeader, type DeskPanel } from './desk-header.tsx'
import { followFocus } from './order-card.tsx'
import { RatingsPanel } from './ratings-panel.tsx'
import { SharedSheets } from './shared-sheets.tsx'

/** The staff's side of the restaurant: all orders under way, and what can be done with each. */
export function Desk({ user, site }: { user: User; site: Site }) {
  const query = useQuery({ ...queries.deskOrders(), refetchOnMount: 'always' })
  const { data, error } = query
  const sound = useSound()
  const [panel, setPanel] = useState<DeskPanel>()

  return (
    <div className="flex min-h-dvh flex-col md:h-dvh md:min-h-0">
      <DeskHeader user={user} site={site} orders={data?.orders} sound={sound} onPanel={setPanel} />
      <SilenceNotice sound={sound} />
      <OwnerCalls user={user} />
      <div className="mx-4 mb-3 empty:hidden">
        <LoadTrouble what={data ? 'The board may be old.' : 'The board did not load.'} query={query} />
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

type OpenForm = { readonly form: FormName; readonly order: Order }

type OrdersProps = {
  readonly orders: readonly Order[]
  readonly user: User
  readonly sound: Sound
  readonly panel: DeskPanel | undefined
  readonly onPanel: (panel: DeskPanel | undefined) => void
}

function Orders({ orders, user, sound, panel, onPanel }: OrdersProps) {
  const [filter, setFilter] = useState<Filter>({ text: '', method: 'all' })
  const columns = arrange(orders.filter((order) => matches(order, filter)))
  const [open, setOpen] = useState<OpenForm>()
  const announcement = useArrivals(orders, user.role)
  const { acknowledge } = useOrderActions()
  const taps = useTaps(user.id, 'orders')
  const forMoney = seesToMoney(user.role)
  const calling = unacknowledged(
    orders.map((order) => afterTaps(order, taps)),
    user.role,
  )
  const { cook, check } = arrange(orders)
  useTabTitle(cook.length + (forMoney ? check.length : 0), calling.length > 0)

  async function take(order: Order) {
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
      <TapNews account={user.id} />
      <CustomerWords orders={orders} />
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
        orders={calling}
        sound={sound}
        words={forMoney ? toTake : toStart}
        {...(forMoney && { onTake: (order) => void take(order) })}
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

type FormProps = { readonly order: Order; readonly onDone: () => void }

function ExtraForm(props: FormProps) {
  return <PaymentForm {...props} extra />
}

/** The form for one order, as it stands now: another tablet may have been faster while it was filled in. */
function OrderSheet({
  open,
  orders,
  user,
  onClose,
}: {
  open: OpenForm | undefined
  orders: readonly Order[]
  user: User
  onClose: () => void
}) {
  const order = open && orders.find(({ id }) => id === open.order.id)
  const { action, title, Form } = forms[open?.form ?? 'payment']
  const allowed = order && can(action, order, user)
  return (
    <Sheet open={open !== undefined} onClose={onClose} title={open ? `${title} ${orderCode(open.order.id)}` : ''} bare>
      {order && allowed?.ok ? (
        // What was typed for other amounts is not to be sent for these.
        <Form key={order.received} order={order} onDone={onClose} />
      ) : (
        <SheetContent>
          <div className="grid gap-4">
            <p role="alert">
              {allowed && !allowed.ok ? allowed.problem.detail : 'This order is finished: it is off the board.'}
            </p>
            <Button onClick={onClose}>Back to the board</Button>
          </div>
        </SheetContent>
      )}
    </Sheet>
  )
}
