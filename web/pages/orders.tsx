import { useQuery } from '@tanstack/react-query'
import { type ComponentType, lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { type OrderTab, tab as tabOf } from '#domain/order.ts'
import { sentence } from '#web/api/client.ts'
import { queries } from '#web/api/queries.ts'
import { useSessionEnd } from '#web/api/session.ts'
import { Link, useNavigation } from '#web/app/navigation/navigation.tsx'
import { SignInGate } from '#web/frame/sign-in/sign-in-gate.tsx'
import type { OrderQuestion } from '../features/orders/order-card.tsx'
import type { OrderSheetProps } from '../features/orders/order-sheet.tsx'
import { OrderTabs, tabsWidth } from '../features/orders/order-tabs.tsx'
import { type Announcement, statusAnnouncements } from '../features/orders/status-announcements.ts'
import { buttonClass } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { TextButton, textButtonClass } from '../ui/text-button.tsx'
import { toast, toastTime } from '../ui/toast.tsx'

const GuestOrders = lazy(() => import('../features/orders/guest-orders.tsx'))
const OpenLink = lazy(() => import('../features/orders/open-link.tsx'))
const WaitingList = lazy(() => import('#web/sync/outbox/waiting-list.tsx'))

export default function OrdersPage() {
  const { code, forget } = usePrivateLink()
  if (code !== '') {
    return (
      <div className="page-width grid gap-5 py-6 sm:py-10">
        <h1 className="text-3xl sm:text-4xl">Your Orders</h1>
        <Suspense>
          <OpenLink code={code} onDone={forget} />
        </Suspense>
      </div>
    )
  }
  return (
    <div className="page-width grid gap-5 py-6 sm:py-10">
      <h1 className="text-3xl sm:text-4xl">Your Orders</h1>
      <SignInGate title="Please Log In" reason="Sign in to view your orders" skeleton={<OrdersSkeleton />}>
        {(user) => (
          <>
            <Suspense>
              <WaitingList account={user.id} kind="order" />
            </Suspense>
            <Orders key={user.id} />
            {user.guest && (
              <Suspense>
                <GuestOrders user={user} />
              </Suspense>
            )}
          </>
        )}
      </SignInGate>
    </div>
  )
}

/** The code of a guest's private link, until it is used: it stands behind the hash of the address. */
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

function Orders() {
  const { data, error, isPending, refetch } = useQuery(queries.orders())
  const [tab, setTab] = useState<OrderTab>('pending')
  const announcements = useAnnouncements(data?.orders)
  const sheet = useOrderSheet()
  useSessionEnd(error)

  if (isPending) return <OrdersSkeleton />
  const orders = data?.orders ?? []
  const earlier = orders.filter(({ status }) => tabOf(status) === 'done').length
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
      {orders.length > earlier && <NotificationsOfferOnDemand />}
      <AnnouncementBar announcements={announcements} selected={tab} onShow={setTab} />
      {data && (
        <OrderTabs orders={orders} selected={tab} onSelect={setTab} onAsk={(question) => void sheet.ask(question)} />
      )}
      {sheet.shown && (
        <sheet.shown.OrderSheet
          question={sheet.shown.question}
          orders={orders}
          onClose={sheet.close}
          loadCustomiser={loadCustomiser}
        />
      )}
      {data && (
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <Link to="/menu" className={buttonClass('secondary')}>
            Order something
          </Link>
          {earlier > 0 && (
            <Link to="/account" className={textButtonClass}>
              Earlier orders
            </Link>
          )}
        </div>
      )}
    </>
  )
}

const loadCustomiser = () => import('../features/menu/customiser.tsx').then(({ Customiser }) => Customiser)

/** The order sheet, whose code is loaded when it is first opened. */
function useOrderSheet() {
  const [shown, setShown] = useState<{ question: OrderQuestion; OrderSheet: ComponentType<OrderSheetProps> }>()
  return {
    shown,
    async ask(question: OrderQuestion): Promise<void> {
      try {
        const { OrderSheet } = await import('../features/orders/order-sheet.tsx')
        setShown({ question, OrderSheet })
      } catch {
        toast('Connection failed.', { kind: 'bad', duration: toastTime.longer })
      }
    },
    close: () => setShown(undefined),
  }
}

/** Loaded while there is an order under way. */
function NotificationsOfferOnDemand() {
  const [NotificationsOffer, setOrderNews] = useState<ComponentType>()
  useEffect(() => {
    import('#web/features/orders/notifications-offer.tsx').then(
      ({ NotificationsOffer }) => setOrderNews(() => NotificationsOffer),
      () => {},
    )
  }, [])
  return NotificationsOffer ? <NotificationsOffer /> : null
}

/** The latest changes of orders while the page was open (ORDER-5). */
function useAnnouncements(orders: readonly Order[] | undefined): readonly Announcement[] {
  const before = useRef(orders)
  const [announcements, setAnnouncements] = useState<readonly Announcement[]>([])
  useEffect(() => {
    const fresh = before.current && orders ? statusAnnouncements(before.current, orders) : []
    if (orders) before.current = orders
    if (fresh.length > 0) setAnnouncements(fresh)
  }, [orders])
  return announcements
}

/** Shown and read aloud, because the card may be in another tab by then. */
function AnnouncementBar({
  announcements,
  selected,
  onShow,
}: {
  announcements: readonly Announcement[]
  selected: OrderTab
  onShow: (tab: OrderTab) => void
}) {
  return (
    <div role="status" className="contents">
      {announcements.map(({ text, tab }) => (
        <div
          key={text}
          className="flex min-h-14 animate-arrive flex-wrap items-center justify-between gap-x-4 rounded-control bg-plantain px-4 text-on-plantain"
        >
          <p className="py-2 font-semibold">{text}</p>
          {tab === 'done' ? (
            <Link to="/account" className={textButtonClass}>
              Show
            </Link>
          ) : (
            tab !== selected && <TextButton onClick={() => onShow(tab)}>Show</TextButton>
          )}
        </div>
      ))}
    </div>
  )
}

function OrdersSkeleton() {
  return (
    <div className="grid gap-5">
      <Skeleton className={`h-13 ${tabsWidth}`} />
      <div className="grid gap-4 lg:grid-cols-2">
        <Skeleton className="h-80 rounded-card" />
        <Skeleton className="h-80 rounded-card" />
      </div>
    </div>
  )
}
