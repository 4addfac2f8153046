import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import type { Order } from '#contract/order/orders.ts'
import type { User } from '#contract/session.ts'
import { isOpen, type OrderTab, orderTabs, tabOf } from '#domain/order/statuses.ts'
import { Link, useNavigation } from '#web/app/navigation/navigation.tsx'
import { useInParts } from '#web/app/start-up/hydrated.ts'
import { part } from '#web/app/start-up/retry-import.ts'
import { DockAction } from '#web/customer/frame/dock.tsx'
import { SignInGate } from '#web/customer/sign-in/sign-in-gate.tsx'
import { sentence } from '#web/data/api/client.ts'
import { queries } from '#web/data/api/queries.ts'
import { useLastingError } from '#web/data/api/query-client.ts'
import { useSessionEnd } from '#web/data/api/session.ts'
import { justPlaced } from '#web/data/storage/just-placed.ts'
import { nowOf } from '#web/orders/stages.ts'
import { WaitingList } from '#web/orders/waiting-list.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { useLoadOnPress } from '#web/ui/motion/load-on-press.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextButton, textButtonClass } from '#web/ui/text-button.tsx'
import { EarlyPicture } from './early-picture.tsx'
import type { OrderQuestion } from './own-order-card.tsx'
import type { OrderSheetProps } from './own-order-sheet.tsx'

/** Parts for signed-in customers. They load in parallel with the orders. */
const OrderTabs = part(() => import('./order-tabs.tsx'))
const GuestOrders = part(() => import('./guest-orders.tsx'))
const Placed = part(() => import('./placed.tsx'))
const NotificationsOffer = part(() => import('./notifications-offer.tsx'))
const ConversationOffer = part(() => import('./conversation-offer.tsx'))
const OrderHistory = part(() => import('./order-history.tsx'))
const OpenLink = part(() => import('./open-link.tsx'))

/** The payment page calls this to load the parts of this page in advance. */
export function loadParts(): void {
  for (const { load } of [OrderTabs, Placed, NotificationsOffer]) void load()
}

export default function OrdersPage() {
  const { code, forget } = usePrivateLink()
  return (
    // At least as high as the screen, so that the footer is never on the first screen.
    <div className="page-width grid min-h-dvh grid-cols-[minmax(0,1fr)] content-start gap-3 py-3 sm:py-8 lg:gap-5">
      <h1 className="text-page sm:text-4xl">Your Orders</h1>
      {code === '' ? (
        <SignInGate title="Please Log In" reason="Sign in to view your orders" skeleton={<OrdersSkeleton />}>
          {(user) => (
            <>
              <WaitingList account={user.id} kind="order" />
              <Orders key={user.id} user={user} />
              {user.guest && <GuestOrders user={user} />}
            </>
          )}
        </SignInGate>
      ) : (
        <OpenLink code={code} onDone={forget} />
      )}
    </div>
  )
}

/** Returns the code of a guest's private link, which is in the address after '#'; '' once the code has been used. */
function usePrivateLink() {
  const { restate } = useNavigation()
  const [code, setCode] = useState('')
  useEffect(() => {
    const read = () => setCode(location.hash.slice(1))
    read()
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [])
  return {
    code,
    forget() {
      restate('/orders')
      setCode('')
    },
  }
}

function Orders({ user }: { user: User }) {
  const { data, error: failed, refetch } = useQuery(queries.orders())
  const writesOnWhatsApp = useQuery(queries.site()).data?.writesOnWhatsApp === true
  const error = useLastingError({ data, error: failed })
  const isReady = useInParts(Boolean(data ?? error))
  const [tab, setTab] = useTab(data?.orders)
  const sheet = useOrderSheet()
  const [placed] = useState(justPlaced)
  useSessionEnd(error)
  useEffect(() => void OrderTabs.load(), [])

  if (!isReady) return <OrdersSkeleton />
  const orders = data?.orders ?? []
  const earlier = orders.filter(({ status }) => tabOf(status) === 'done')
  const [lastOrder] = earlier
  return (
    <>
      {error && (
        <div
          role="alert"
          className="flex flex-wrap items-center justify-between gap-x-4 rounded-control bg-raise2 px-4 py-2"
        >
          <p className="font-semibold text-alarm">{sentence(error, error.message)}</p>
          <TextButton onClick={() => void refetch()}>Try again</TextButton>
        </div>
      )}
      {placed !== '' && <Placed orders={orders} user={user} />}
      {writesOnWhatsApp && orders.some(({ orderId, status }) => orderId === placed && isOpen(status)) && (
        <ConversationOffer orderId={placed} fallback={<Skeleton className="h-31 rounded-card sm:h-17" />} />
      )}
      {data && (
        <OrderTabs
          orders={orders}
          selected={tab}
          onSelect={setTab}
          onAsk={(question) => void sheet.ask(question)}
          fallback={<OrdersSkeleton />}
        />
      )}
      {orders.length > earlier.length ? (
        <>
          {writesOnWhatsApp &&
            orders
              .filter(({ orderId, status }) => tabOf(status) === tab && orderId !== placed)
              .map(({ orderId }) => <ConversationOffer key={orderId} orderId={orderId} />)}
          <NotificationsOffer />
        </>
      ) : (
        lastOrder && (
          <section aria-labelledby="last-order" className="grid grid-cols-[minmax(0,1fr)] gap-3 pt-3">
            <h2 id="last-order" className="text-xl">
              Your last order
            </h2>
            <OrderHistory orders={[lastOrder]} fallback={<Skeleton className="h-44 rounded-card" />} />
          </section>
        )
      )}
      {sheet.line}
      {sheet.shown && (
        <sheet.shown.OrderSheet
          question={sheet.shown.question}
          orders={orders}
          onClose={sheet.close}
          loadCustomiser={loadCustomiser}
        />
      )}
      {data && (
        <div className="flex flex-wrap items-center justify-center gap-x-5 gap-y-3 lg:justify-start">
          <Link to="/menu" className={buttonClass('secondary', 'max-lg:hidden')}>
            Order something else
          </Link>
          {earlier.length > 0 && (
            <Link to="/account#my-orders" className={textButtonClass}>
              Earlier orders
            </Link>
          )}
        </div>
      )}
      {/* The dock is left out if an order needs the customer, because the order's card has the main action then. */}
      {!orders.some((order) => isOpen(order.status) && nowOf(order).isTrouble) && (
        <DockAction>
          <Link to="/menu" className={buttonClass('secondary', 'min-h-13 w-full shadow-card')}>
            Order something else
          </Link>
        </DockAction>
      )}
    </>
  )
}

/**
 * Returns the selected tab. Until the customer selects one, it is the tab of the order that the address names, or else
 * the first tab with an order. When the last order leaves this tab, a tab is found again in the same way.
 */
function useTab(orders: readonly Order[] | undefined): [OrderTab, (tab: OrderTab) => void] {
  const { search } = useNavigation()
  const [chosen, choose] = useState<OrderTab>()
  const last = useRef<OrderTab>(undefined)
  if (orders && chosen === undefined && !orders.some(({ status }) => tabOf(status) === last.current)) {
    // If no tab has an order, the last selected tab stays selected.
    last.current = firstTab(orders, search) ?? last.current
  }
  return [chosen ?? last.current ?? 'pending', choose]
}

/** Returns the tab of the order that the address names, or else the first tab with an order. */
function firstTab(orders: readonly Order[], search: string): OrderTab | undefined {
  const named = orders.find(({ orderId }) => orderId === new URLSearchParams(search).get('order'))
  const tabs = (named && isOpen(named.status) ? [named] : orders).map(({ status }) => tabOf(status))
  return orderTabs.find((tab) => tabs.includes(tab))
}

const loadCustomiser = () => import('#web/orders/dishes/customiser.tsx').then(({ Customiser }) => Customiser)

function useOrderSheet() {
  const [shown, setShown] = useState<{ question: OrderQuestion; OrderSheet: ComponentType<OrderSheetProps> }>()
  const { load, line } = useLoadOnPress()
  return {
    shown,
    line,
    async ask(question: OrderQuestion): Promise<void> {
      const loaded = await load(() => import('./own-order-sheet.tsx'))
      if (loaded) setShown({ question, OrderSheet: loaded.OrderSheet })
    },
    close: () => setShown(undefined),
  }
}

function OrdersSkeleton() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:gap-5">
      <Skeleton className="h-13 max-w-xl" />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:grid-cols-[minmax(0,1.75fr)_minmax(21rem,1fr)] lg:gap-8">
        <div className="grid gap-3 lg:gap-5">
          <EarlyPicture className="aspect-[9/4] rounded-card lg:aspect-[2/1]" />
          <Skeleton className="h-40 rounded-card" />
        </div>
        <Skeleton className="h-60 rounded-card" />
      </div>
    </div>
  )
}
