import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DeskOrder } from '#contract/orders.ts'
import type { User } from '#contract/session.ts'
import type { Site } from '#contract/site.ts'
import { orderCode } from '#domain/quote.ts'
import { deskOrdersQuery } from '#web/api/desk-orders.ts'
import { Alarm, toStart } from '#web/features/desk/alarm/alarm.tsx'
import { useNewOrderAnnouncement, useTabTitle } from '#web/features/desk/alarm/new-orders.ts'
import { type Sound, useSound } from '#web/features/desk/alarm/sound.ts'
import { SilenceNotice, SoundButton } from '#web/features/desk/alarm/sound-button.tsx'
import { SharedSheets } from '#web/features/desk/board/shared-sheets.tsx'
import { KitchenLoadButton } from '#web/features/desk/kitchen-load/kitchen-load-panel.tsx'
import { arrange, unacknowledged } from '#web/features/desk/orders/board.ts'
import { BoardSkeleton } from '#web/features/desk/orders/board-skeleton.tsx'
import { useClock } from '#web/features/desk/orders/clock.ts'
import { CustomerChanges } from '#web/features/desk/orders/customer-changes-list.tsx'
import { useOrderActions } from '#web/features/desk/orders/order-actions.ts'
import { QueuedActionResults } from '#web/features/desk/orders/queued-action-results.tsx'
import { afterQueuedActions } from '#web/features/desk/orders/queued-actions.ts'
import { Printer } from '#web/features/desk/tickets/printer.tsx'
import { SignOut } from '#web/frame/staff/sign-out.tsx'
import { useQueuedActions } from '#web/sync/outbox/queued-actions.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { LoadTrouble } from '#web/ui/load-trouble.tsx'
import { useAwake } from './awake.ts'
import { dishCounts, justReady } from './cooking.ts'
import { KitchenTicket } from './kitchen-ticket.tsx'

const small = buttonClass('secondary', 'px-3.5!')

/** The kitchen's screen, on a wall or a tablet: its text is readable from two metres. */
export function Kitchen({ user, site }: { user: User; site: Site }) {
  const query = useQuery({ ...deskOrdersQuery, refetchOnMount: 'always' })
  const { data, error } = query
  const sound = useSound()
  const [panel, setPanel] = useState<'kitchen-load' | 'dishes'>()
  useAwake()

  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
        <h1 className="min-w-0 flex-1 text-2xl sm:text-3xl">
          {site.name} <span className="text-soft">kitchen</span>
        </h1>
        <div className="flex flex-wrap gap-2">
          <SoundButton sound={sound} className={small} />
          <KitchenLoadButton onOpen={() => setPanel('kitchen-load')} className={small} />
          <button type="button" onClick={() => setPanel('dishes')} className={small}>
            Dishes
          </button>
          <SignOut />
        </div>
      </header>
      <SilenceNotice sound={sound} />
      <QueuedActionResults account={user.id} />
      <div className="mx-4 mb-3 empty:hidden">
        <LoadTrouble what={data ? 'The orders may be out of date.' : 'The orders did not load.'} query={query} />
      </div>
      {data ? <Fire orders={data.orders} user={user} sound={sound} /> : !error && <BoardSkeleton />}
      <Printer restaurant={site.name} />
      <SharedSheets open={panel} onClose={() => setPanel(undefined)} user={user} site={site} />
    </div>
  )
}

function Fire({ orders, user, sound }: { orders: readonly DeskOrder[]; user: User; sound: Sound }) {
  const { cook, fire } = arrange(orders)
  const counts = dishCounts(fire)
  const announcement = useNewOrderAnnouncement(orders, 'kitchen')
  const queued = useQueuedActions(user.id, 'orders')
  const ringing = unacknowledged(
    orders.map((order) => afterQueuedActions(order, queued)),
    'kitchen',
  )
  useTabTitle(cook.length, ringing.length > 0)
  return (
    <>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <CustomerChanges orders={orders} />
      <main id="main" tabIndex={-1} className="grid flex-1 content-start gap-6 px-4 pt-3 pb-8">
        {counts.length > 0 && (
          <section aria-labelledby="total">
            <h2 id="total" className="sr-only">
              Total on the fire
            </h2>
            <ul className="flex flex-wrap gap-2">
              {counts.map(({ name, count }) => (
                <li key={name} className="wrap-anywhere rounded-control bg-raise2 px-3.5 py-1.5 text-xl xl:text-2xl">
                  <span className="figures">{count}</span> × {name}
                </li>
              ))}
            </ul>
          </section>
        )}
        <Tickets id="fire" title="On the fire" orders={fire} user={user} empty="Nothing on the fire." />
        <Tickets id="next" title="Next" orders={cook} user={user} empty="Nothing to cook." />
      </main>
      <div className="sticky bottom-0 z-10">
        <JustReady orders={orders} />
        <Alarm orders={ringing} sound={sound} words={toStart} />
      </div>
    </>
  )
}

function Tickets({
  id,
  title,
  orders,
  user,
  empty,
}: {
  id: string
  title: string
  orders: readonly DeskOrder[]
  user: User
  empty: string
}) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-3 flex items-center gap-2.5 text-2xl">
        {title}
        <span className="figures grid min-w-8 place-items-center rounded-full px-2 text-lg ring-1 ring-line">
          {orders.length}
        </span>
      </h2>
      {orders.length === 0 ? (
        <p className="rounded-card border-2 border-line border-dashed px-4 py-8 text-center text-soft text-xl">
          {empty}
        </p>
      ) : (
        <ul className="grid items-start gap-4 md:grid-cols-2 xl:grid-cols-3">
          {orders.map((order) => (
            <li key={order.id} className="min-w-0">
              <KitchenTicket order={order} user={user} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The orders that were marked ready within the last minute, for recalling. */
function JustReady({ orders }: { orders: readonly DeskOrder[] }) {
  const { perform } = useOrderActions()
  const [busy, setBusy] = useState('')
  const shown = useClock((now) =>
    justReady(orders, now)
      .slice(0, 3)
      .map(({ id }) => id)
      .join(),
  )
  const back = orders.filter(({ id }) => shown?.split(',').includes(id))
  if (back.length === 0) return null

  async function recall(order: DeskOrder) {
    setBusy(order.id)
    await perform('recall', order)
    setBusy('')
    document.getElementById('main')?.focus({ preventScroll: true })
  }

  return (
    <section
      aria-label="Just ready"
      className="flex flex-wrap justify-center gap-3 border-line border-t bg-ground px-4 py-3"
    >
      {back.map((order) => (
        <Button
          key={order.id}
          look="secondary"
          className="min-h-14! text-lg"
          busy={busy === order.id}
          onClick={() => void recall(order)}
        >
          Recall <span className="figures">{orderCode(order.id)}</span>
        </Button>
      ))}
    </section>
  )
}
