import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import type { Order } from '#contract/orders.ts'
import type { User } from '#contract/session.ts'
import type { Site } from '#contract/site.ts'
import { type Action, can } from '#domain/order-actions.ts'
import { orderCode } from '#domain/quote.ts'
import { sentence } from '#web/api.ts'
import { queries } from '#web/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { Sheet, SheetContent } from '#web/ui/sheet.tsx'
import { useArrivals, useTabTitle } from './arrivals.ts'
import { arrange, owedTo } from './board.ts'
import { BoardSkeleton } from './board-skeleton.tsx'
import { CancelForm } from './cancel-form.tsx'
import { Board } from './columns.tsx'
import type { FormName } from './deeds.ts'
import { DeskHeader, type DeskPanel } from './desk-header.tsx'
import { DishesPanel } from './dishes-panel.tsx'
import { FloorPanel } from './floor-panel.tsx'
import { followFocus } from './order-card.tsx'
import { OverrideForm } from './override-form.tsx'
import { PaymentForm } from './payment-form.tsx'
import { RefundsPanel } from './refunds-panel.tsx'
import { chime } from './sound.ts'
import { StatementPanel } from './statement-panel.tsx'

/** The staff's side of the house: all orders under way, and what can be done with each. */
export function Desk({ user, site }: { user: User; site: Site }) {
  const { data, error, isFetching, refetch } = useQuery({ ...queries.deskOrders(), refetchOnMount: 'always' })
  const [sound, setSound] = useState(false)
  const [panel, setPanel] = useState<DeskPanel>()

  return (
    <div className="flex min-h-dvh flex-col md:h-dvh md:min-h-0">
      <DeskHeader
        user={user}
        site={site}
        orders={data?.orders}
        sound={sound}
        onSound={() => {
          // Heard at once: a sound that was asked for and stays out would be missed at the first order.
          if (!sound) chime()
          setSound(!sound)
        }}
        onPanel={setPanel}
      />
      {error && (
        <div
          role="alert"
          className="mx-4 mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control border-2 border-alarm bg-raise px-4 py-2"
        >
          <p>
            <strong>{data ? 'The board may be old.' : 'The board did not load.'}</strong>{' '}
            {sentence(error, 'Please check the network.')}
          </p>
          <Button look="secondary" busy={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
      {data ? (
        <Orders orders={data.orders} user={user} sound={sound} panel={panel} onPanel={setPanel} />
      ) : (
        !error && <BoardSkeleton />
      )}
      <Sheet open={panel === 'floor'} onClose={() => setPanel(undefined)} title="Rush and pause">
        <FloorPanel />
      </Sheet>
      <Sheet open={panel === 'dishes'} onClose={() => setPanel(undefined)} title="Dishes">
        <DishesPanel categories={site.categories} setsPrices={user.role === 'owner'} />
      </Sheet>
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
      <Board columns={columns} actor={user} onForm={(form, order) => setOpen({ form, order })} />
      <Sheet open={panel === 'refunds'} onClose={() => onPanel(undefined)} title="Refunds owed">
        <RefundsPanel orders={owedTo(orders)} />
      </Sheet>
      <Sheet open={panel === 'statement'} onClose={() => onPanel(undefined)} title="Bank statement">
        <StatementPanel />
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
