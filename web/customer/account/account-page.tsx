import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { User } from '#contract/session.ts'
import { Link } from '#web/app/navigation/navigation.tsx'
import { refocus } from '#web/app/navigation/refocus.ts'
import { part } from '#web/app/start-up/retry-import.ts'
import { SignInGate } from '#web/customer/sign-in/sign-in-gate.tsx'
import { ApiFailure, sentence } from '#web/data/api/client.ts'
import { queries } from '#web/data/api/queries.ts'
import { query } from '#web/data/api/query.ts'
import { useLastingError } from '#web/data/api/query-client.ts'
import { useSessionEnd } from '#web/data/api/session.ts'
import { useSessionWrites } from '#web/data/api/session-writes.ts'
import { toastDone } from '#web/data/toast.ts'
import { WaitingList } from '#web/orders/waiting-list.tsx'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextButton, textButtonClass } from '#web/ui/text-button.tsx'
import { useSend } from '#web/ui/use-send.ts'
import { Profile } from './profile.tsx'

/**
 * The page shows this component once the data has arrived. `shownWithData` in `server/http/web-build.ts` lists the
 * module in the page's head, so that the module and the data load in parallel.
 */
const OrderHistory = part(() => import('#web/customer/orders/order-history.tsx'))
const AddOrder = part(() => import('#web/customer/orders/add-order.tsx'))
const OwnData = part(() => import('#web/customer/account/own-data.tsx'))
const PasswordForm = part(() => import('#web/ui/forms/password-form.tsx'))
const OwnSessions = part(() => import('./own-sessions.tsx'))

export default function AccountPage() {
  return (
    <div className="page-width grid min-h-dvh grid-cols-[minmax(0,1fr)] content-start gap-3 py-3 sm:gap-5 sm:py-8">
      <h1 className="text-page sm:text-4xl">My Account</h1>
      <SignInGate title="Please Log In" reason="Sign in to view your account" skeleton={<AccountSkeleton />}>
        {(user) => <Account key={user.id} user={user} />}
      </SignInGate>
    </div>
  )
}

function Account({ user }: { user: User }) {
  // The page shows the fields of the session. This request notices an account that has been deleted, or a session that
  // has ended.
  const { error } = useQuery(query('GET /api/account', { staleTime: 0, gcTime: 0 }))
  useSessionEnd(error)

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[26rem_minmax(0,1fr)] lg:gap-8">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <WaitingList account={user.id} />
        {error instanceof ApiFailure && error.problem.code === 'profile-missing' ? (
          <p role="alert" className="rounded-card bg-raise px-6 py-10 text-center font-semibold text-alarm shadow-card">
            User data not found
          </p>
        ) : (
          <Profile user={user} />
        )}
        {!user.guest && (
          <Opener title="Change password">
            {(close) => <PasswordForm user={user} onDone={close} fallback={inSheet} />}
          </Opener>
        )}
        <OwnSessions onEnded={refocus} fallback={<Skeleton className="h-45 rounded-card" />} />
        <Opener title="Your data">{() => <OwnData user={user} fallback={inSheet} />}</Opener>
        <SignOut />
      </div>
      <MyOrders />
    </div>
  )
}

const inSheet = <Skeleton className="h-80 rounded-card" />

function Opener({ title, children }: { title: string; children: (close: () => void) => ReactNode }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {title}
      </Button>
      <Sheet open={open} onClose={close} title={title}>
        {children(close)}
      </Sheet>
    </>
  )
}

function SignOut() {
  const { signOut } = useSessionWrites()
  const { busy, send } = useSend()

  async function leave() {
    if (!(await signOut())) return
    toastDone('Signed out successfully!')
    refocus()
  }

  return (
    <Button
      variant="danger"
      busy={busy}
      onClick={() => void send(leave, { unanswered: 'You are still signed in. Please try again.' })}
    >
      Sign Out
    </Button>
  )
}

const history = <Skeleton className="h-64 rounded-card" />

function MyOrders() {
  const { data, error: failed, refetch } = useQuery(queries.orders())
  const error = useLastingError({ data, error: failed })
  const [adding, setAdding] = useState(false)
  return (
    <section aria-labelledby="my-orders" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 id="my-orders" className="text-xl">
          My Orders
        </h2>
        <Link to="/orders" className={textButtonClass}>
          Follow them live
        </Link>
      </div>
      {error && (
        <div
          role="alert"
          className="flex flex-wrap items-center justify-between gap-x-4 rounded-control bg-raise2 px-4 py-2"
        >
          <p className="font-semibold text-alarm">{sentence(error, error.message)}</p>
          <TextButton onClick={() => void refetch()}>Try again</TextButton>
        </div>
      )}
      {data ? <OrderHistory orders={data.orders} fallback={history} /> : !error && history}
      <TextButton className="justify-self-start" onClick={() => setAdding(true)}>
        Ordered by phone? Add it
      </TextButton>
      <Sheet open={adding} onClose={() => setAdding(false)} title="Add an order">
        <AddOrder onDone={() => setAdding(false)} fallback={<Skeleton className="h-40 rounded-card" />} />
      </Sheet>
    </section>
  )
}

function AccountSkeleton() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[26rem_minmax(0,1fr)] lg:gap-8">
      <Skeleton className="h-96 rounded-card" />
      <Skeleton className="h-64 rounded-card" />
    </div>
  )
}
