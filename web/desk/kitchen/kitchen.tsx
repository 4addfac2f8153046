import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DeskOrder } from '#contract/order/orders.ts'
import type { User } from '#contract/session.ts'
import type { Site } from '#contract/site.ts'
import { orderCode } from '#domain/order/quote.ts'
import { isOneOf, policy } from '#domain/restaurant/policy.ts'
import { Link } from '#web/app/navigation/navigation.tsx'
import { deskOrdersQuery } from '#web/data/api/desk-orders.ts'
import { useClock } from '#web/data/clock.ts'
import { KitchenAlarm } from '#web/desk/alarm/alarm.tsx'
import { useNewOrderAnnouncement, useRinging, useTabTitle } from '#web/desk/alarm/new-orders.ts'
import { type Sound, useSound } from '#web/desk/alarm/sound.ts'
import { SoundButton } from '#web/desk/alarm/sound-button.tsx'
import { ConsoleMenu, menuRow } from '#web/desk/board/desk-menu.tsx'
import { SharedSheets } from '#web/desk/board/shared-sheets.tsx'
import { EndedQuestion } from '#web/desk/kitchen-load/ended-question.tsx'
import { KitchenLoadButton } from '#web/desk/kitchen-load/kitchen-load-panel.tsx'
import { arrange, isUnseenStart } from '#web/desk/orders/board.ts'
import { BoardSkeleton } from '#web/desk/orders/board-skeleton.tsx'
import { CustomerChanges } from '#web/desk/orders/customer-changes-list.tsx'
import { useLater } from '#web/desk/orders/later-orders.ts'
import { useOrderActions } from '#web/desk/orders/order-actions.ts'
import { OrderSheet } from '#web/desk/orders/order-sheet.tsx'
import { QueuedActionResults } from '#web/desk/orders/queued-action-results.tsx'
import { useSteadyRows } from '#web/desk/orders/steady-rows.ts'
import { SoldOutForm } from '#web/desk/stock/sold-out-form.tsx'
import { Printer } from '#web/desk/tickets/printer.tsx'
import { PrinterNotice } from '#web/desk/tickets/printer-notice.tsx'
import { Kbd } from '#web/staff/kbd.tsx'
import { SignOut } from '#web/staff/sign-out.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { clock } from '#web/ui/lagos-time.ts'
import { LoadTrouble } from '#web/ui/load-trouble.tsx'
import { Mark } from '#web/ui/mark.tsx'
import { useAwake } from './awake.ts'
import { justReady } from './cooking.ts'
import { Counts } from './counts.tsx'
import { KitchenTicket } from './kitchen-ticket.tsx'
import { LaterList } from './later-list.tsx'
import { useNumberKeys } from './number-keys.ts'

const control = buttonClass('secondary', 'min-h-12! px-3.5! text-[1.0625rem]')

/** The kitchen's screen, on a wall or a tablet. Its text is readable from three metres. */
export function Kitchen({ user, site }: { user: User; site: Site }) {
  const query = useQuery({ ...deskOrdersQuery, refetchOnMount: 'always' })
  const { data, error } = query
  const sound = useSound()
  const [panel, setPanel] = useState<'kitchen-load' | 'dishes'>()
  const time = useClock((now) => clock(new Date(now).toISOString()))
  useAwake()

  return (
    <div className="flex h-[calc(100dvh-var(--notice,0px))] flex-col">
      <header className="flex flex-wrap items-center gap-2 px-3 py-1.5">
        <Mark className="size-7" />
        <h1 className="min-w-20 flex-1 text-xl sm:text-2xl">
          {site.name} <span className="text-soft">kitchen</span>
        </h1>
        <p className="figures px-2 text-2xl max-sm:hidden">{time}</p>
        <SoundButton sound={sound} className={control} />
        <button type="button" onClick={() => setPanel('dishes')} className={control}>
          Dishes
        </button>
        <ConsoleMenu className={control}>
          <KitchenLoadButton onOpen={() => setPanel('kitchen-load')} className={menuRow} />
          {isOneOf(user.role, policy.till) && (
            <Link to="/desk" className={menuRow}>
              Desk
            </Link>
          )}
          <hr className="my-1 border-line" />
          <SignOut className={menuRow} />
        </ConsoleMenu>
      </header>
      <EndedQuestion />
      <PrinterNotice />
      <QueuedActionResults account={user.id} />
      <div className="mx-4 mb-3 empty:hidden">
        <LoadTrouble what={data ? 'The orders may be out of date.' : 'The orders did not load.'} query={query} />
      </div>
      {data ? <Fire orders={data.orders} user={user} site={site} sound={sound} /> : !error && <BoardSkeleton />}
      <Printer restaurant={site.name} />
      <SharedSheets open={panel} onClose={() => setPanel(undefined)} user={user} site={site} />
    </div>
  )
}

type FireProps = {
  readonly orders: readonly DeskOrder[]
  readonly user: User
  readonly site: Site
  readonly sound: Sound
}

function Fire({ orders: all, user, site, sound }: FireProps) {
  const { later, due: orders } = useLater(all)
  const { cook, fire } = arrange(orders)
  const announcement = useNewOrderAnnouncement(orders, 'kitchen')
  const numbers = useNumberKeys([...fire, ...cook].map(({ orderId }) => orderId))
  const ringing = useRinging(orders, user, 'kitchen')
  useTabTitle(cook.length + ringing.filter(isUnseenStart).length, ringing.length > 0)
  const steady = useSteadyRows()
  const [soldOutIn, setSoldOutIn] = useState<DeskOrder>()
  const ticket = (order: DeskOrder, isNext: boolean) => (
    <KitchenTicket
      order={order}
      user={user}
      number={numbers.get(order.orderId)}
      isNext={isNext}
      onSoldOut={setSoldOutIn}
    />
  )
  return (
    <>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <KitchenAlarm orders={ringing} sound={sound} />
      <CustomerChanges orders={orders} />
      <Counts orders={fire} site={site} />
      {/* Orders whose customer is asked for another time are left out, because nothing is prepared for them. */}
      <LaterList orders={later.filter(({ slotQuestion }) => !slotQuestion)} />
      {/* The next orders stay in view: at the side, or below on an upright screen. */}
      <main
        id="main"
        tabIndex={-1}
        onClickCapture={steady}
        className="flex min-h-64 flex-1 flex-col landscape:flex-row"
      >
        <section
          aria-labelledby="fire"
          className="min-h-0 [scrollbar-gutter:stable] flex-1 overflow-y-auto overscroll-contain px-3 pb-4"
        >
          <Title id="fire" title="On the fire" count={fire.length} />
          {fire.length === 0 ? (
            <Empty>Nothing on the fire.</Empty>
          ) : (
            <ul className="grid auto-rows-[4px] grid-cols-[repeat(auto-fill,minmax(min(19rem,100%),1fr))] items-start gap-x-3">
              {fire.map((order) => (
                <li key={order.orderId} ref={spanRows}>
                  {ticket(order, false)}
                </li>
              ))}
            </ul>
          )}
        </section>
        <section
          aria-labelledby="next"
          className="shrink-0 overflow-auto overscroll-contain border-line px-3 pb-3 landscape:w-64 landscape:border-l landscape:lg:w-[21rem] portrait:max-h-[45%] portrait:border-t"
        >
          <Title id="next" title="Next" count={cook.length} />
          {cook.length === 0 ? (
            <Empty>Nothing to cook.</Empty>
          ) : (
            <ul className="flex gap-3 portrait:items-start landscape:flex-col">
              {cook.map((order) => (
                <li key={order.orderId} className="grid portrait:w-60 portrait:shrink-0">
                  {ticket(order, true)}
                </li>
              ))}
            </ul>
          )}
        </section>
      </main>
      <JustReady orders={orders} onPress={steady} />
      <OrderSheet
        action="mark-sold-out"
        title="Sold out in"
        Form={SoldOutForm}
        order={soldOutIn}
        orders={orders}
        user={user}
        onClose={() => setSoldOutIn(undefined)}
      />
    </>
  )
}

/** The height in pixels of a row of the grid, and the least distance from a ticket to the ticket below. */
const rowHeight = 4
const gap = 12

/**
 * Lets a ticket span as many rows of the grid as it is high. The browser puts each ticket at the highest free place, so
 * the most urgent tickets are on top and no gaps remain.
 */
function spanRows(item: HTMLLIElement | null) {
  if (!item) return
  const observer = new ResizeObserver(() => {
    item.style.gridRowEnd = `span ${Math.ceil((item.offsetHeight + gap) / rowHeight)}`
  })
  observer.observe(item)
  return () => observer.disconnect()
}

function Title({ id, title, count }: { id: string; title: string; count: number }) {
  return (
    <h2 id={id} className="py-1.5 text-xl">
      {title} <span className="figures text-soft">{count}</span>
    </h2>
  )
}

function Empty({ children }: { children: string }) {
  return (
    <p className="rounded-control border-2 border-line border-dashed px-4 py-6 text-center text-lg text-soft">
      {children}
    </p>
  )
}

function JustReady({ orders, onPress }: { orders: readonly DeskOrder[]; onPress: ReturnType<typeof useSteadyRows> }) {
  const { perform } = useOrderActions()
  const [busy, setBusy] = useState('')
  const shown = useClock((now) =>
    justReady(orders, now)
      .slice(0, 3)
      .map(({ orderId }) => orderId)
      .join(),
  )
  const back = orders.filter(({ orderId }) => shown?.split(',').includes(orderId))
  if (back.length === 0) return null

  async function recall(order: DeskOrder) {
    setBusy(order.orderId)
    await perform('recall', order)
    setBusy('')
    document.getElementById('main')?.focus({ preventScroll: true })
  }

  return (
    <section
      aria-label="Just ready"
      onClickCapture={onPress}
      className="flex justify-center-safe gap-3 overflow-x-auto border-line border-t bg-ground px-4 py-2 *:shrink-0"
    >
      {back.map((order, index) => (
        <Button
          key={order.orderId}
          variant="secondary"
          data-recall={index === 0 || undefined}
          className="min-h-14! text-lg"
          busy={busy === order.orderId}
          onClick={() => void recall(order)}
        >
          Recall <span className="figures">{orderCode(order.orderId)}</span>
          {index === 0 && <Kbd isAlways>0</Kbd>}
        </Button>
      ))}
    </section>
  )
}
