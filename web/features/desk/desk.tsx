import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import type { Order } from '#contract/orders.ts'
import type { User } from '#contract/session.ts'
import type { Site } from '#contract/site.ts'
import { type Action, can } from '#domain/order-actions.ts'
import { orderCode } from '#domain/quote.ts'
import { queries } from '#web/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { Sheet, SheetContent } from '#web/ui/sheet.tsx'
import { useArrivals, useTabTitle } from './arrivals.ts'
import { arrange, owedTo } from './board.ts'
import { BoardSkeleton } from './board-skeleton.tsx'
import { CancelForm } from './cancel-form.tsx'
import { Board } from './columns.tsx'
import { CustomerWords } from './customer-words.tsx'
import type { FormName } from './deeds.ts'
import { DeskHeader, type DeskPanel } from './desk-header.tsx'
import { HouseSheets } from './house-sheets.tsx'
import { LoadTrouble } from './load-trouble.tsx'
import { followFocus } from './order-card.tsx'
import { OverrideForm } from './override-form.tsx'
import { PaymentForm } from './payment-form.tsx'
import { RanOutForm } from './ran-out-form.tsx'
import { RatingsPanel } from './ratings-panel.tsx'
import { RefundsPanel } from './refunds-panel.tsx'
import { StatementPanel } from './statement-panel.tsx'

/** The staff's side of the house: all orders under way, and what can be done with each. */
export function Desk({ user, site }: { user: User; site: Site }) {
  const { data, error, isFetching, refetch } = useQuery({ ...queries.deskOrders(), refetchOnMount: 'always' })
  const [sound, setSound] = useState(false)
  const [panel, setPanel] = useState<DeskPanel>()

  return (
    <div className="flex min-h-dvh flex-col md:h-dvh md:min-h-0">
      <DeskHeader user={user} site={site} orders={data?.orders} sound={sound} onSound={setSound} onPanel={setPanel} />
      {error && (
        <LoadTrouble
          what={data ? 'The board may be old.' : 'The board did not load.'}
          error={error}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data ? (
        <Orders orders={data.orders} user={user} sound={sound} panel={panel} onPanel={setPanel} />
      ) : (
        !error && <BoardSkeleton />
      )}
      <HouseSheets open={panel} onClose={() => setPanel(undefined)} user={user} site={site} />
    </div>
  )
}

type OpenForm = { readonly form: FormName; readonly order: Order }

type OrdersProps = {
  readonly orders: readonly Order[]
  readonly user: User
  readonly sound: boolean
  readonly panel: DeskPanel | undefined
  readonly onPanel: (panel: DeskPanel | undefined) => void
}

function Orders({ orders, user, sound, panel, onPanel }: OrdersProps) {
  const columns = arrange(orders)
  const [open, setOpen] = useState<OpenForm>()
  const announcement = useArrivals(orders, user.role, sound)
  useTabTitle(columns.cook.length + (user.role === 'kitchen' ? 0 : columns.check.length))

  function close() {
    setOpen(undefined)
    if (open) followFocus(open.order)
  }

  return (
    <>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <CustomerWords orders={orders} />
      <Board columns={columns} actor={user} onForm={(form, order) => setOpen({ form, order })} />
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
  payment: { action: 'confirm-payment', title: 'Payment of', Form: PaymentForm },
  extra: { action: 'confirm-extra', title: 'More money for', Form: ExtraForm },
  cancel: { action: 'cancel', title: 'Cancel', Form: CancelForm },
  unpaid: { action: 'start-unpaid', title: 'Start unpaid', Form: OverrideForm },
  'ran-out': { action: 'mark-ran-out', title: 'Run out in', Form: RanOutForm },
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
