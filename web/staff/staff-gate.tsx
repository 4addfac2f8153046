import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import type { IncompleteSession, User } from '#contract/session.ts'
import type { Site } from '#contract/site.ts'
import { homeScreens, isOneOf, isStaff, type Screen, screens } from '#domain/restaurant/policy.ts'
import { Link } from '#web/app/navigation/navigation.tsx'
import type { Params } from '#web/app/navigation/pages.ts'
import { useOffline } from '#web/data/api/network.ts'
import { queries } from '#web/data/api/queries.ts'
import { useRefetchSession, useSignedIn } from '#web/data/api/session.ts'
import { useSessionWrites } from '#web/data/api/session-writes.ts'
import { setAccount } from '#web/data/outbox/outbox.ts'
import { clearDraftUnlessOf } from '#web/data/storage/counter-draft.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { BoardAge, useOfflineScreens } from './offline-screens.tsx'
import { SignOut, SignOutButton } from './sign-out.tsx'
import { StaffSignIn } from './staff-sign-in.tsx'

const IncompleteSignIn = lazy(() => import('#web/staff/second-factor/incomplete-sign-in.tsx'))

type Props = {
  readonly restaurant: string
  readonly title: string
  readonly screen: Screen
  readonly children: (user: User) => ReactNode
}

type Shown = { readonly user: User; readonly site: Site; readonly params: Params }

/** Returns the page of a staff screen. A new user gets a screen without the previous user's state. */
export function staffPage(title: string, screen: Screen, Content: ComponentType<Shown>) {
  return function StaffPage({ params }: Pick<Shown, 'params'>) {
    const { data: site } = useSuspenseQuery(queries.site())
    return (
      <StaffGate restaurant={site.name} title={title} screen={screen}>
        {(user) => <Content key={user.id} user={user} site={site} params={params} />}
      </StaffGate>
    )
  }
}

/** Shows a staff screen to staff with a permitted role, and the sign-in form to everybody else. */
export function StaffGate(props: Props) {
  const { data: site } = useQuery(queries.site())
  return (
    <>
      {site?.brand && <link rel="stylesheet" href={site.brand.styles} />}
      <Gate {...props} />
    </>
  )
}

function Gate({ restaurant, title, screen, children }: Props) {
  const signedIn = useSignedIn()
  const offline = useOffline()
  const refetch = useRefetchSession()
  const { profileChanged } = useSessionWrites()
  const { data: session } = useQuery({ ...queries.session(), enabled: false })
  // Keep the incomplete session until the person finishes the sign-in. The recovery codes are its last step, and
  // rereading the session must not hide them.
  const [unfinished, setUnfinished] = useState<IncompleteSession>()
  if (session && !session.user && session.incomplete !== unfinished) setUnfinished(session.incomplete)
  const account = signedIn.state === 'in' ? signedIn.user.id : undefined

  // Delete the counter draft of another account. That account's session may have expired, or the office may have ended
  // the session, without a sign-out on this device.
  useEffect(() => {
    if (account !== undefined) clearDraftUnlessOf(account)
  }, [account])

  useOfflineScreens(signedIn.state === 'in' ? signedIn.user : undefined)
  // Every staff screen sends the queued writes of the account, because the person may have left the screen on which
  // they were made.
  useEffect(() => setAccount(account ?? ''), [account])

  if (unfinished) {
    const finish = () => {
      profileChanged(unfinished.user)
      setUnfinished(undefined)
    }
    return (
      <Ground>
        <Suspense fallback={<Skeleton className="m-auto h-96 w-full max-w-sm rounded-sheet" />}>
          <IncompleteSignIn
            key={unfinished.lacks}
            session={unfinished}
            restaurant={restaurant}
            signOut={<SignOutButton />}
            onDone={finish}
          />
        </Suspense>
      </Ground>
    )
  }
  if (signedIn.state === 'out') {
    return (
      <Ground>
        <StaffSignIn restaurant={restaurant} title={title} />
      </Ground>
    )
  }
  if (signedIn.state === 'unknown') {
    return (
      <Ground>
        {signedIn.failed ? (
          <Message title="No connection" text="Could not reach the restaurant.">
            <Button onClick={() => void refetch()}>Try again</Button>
          </Message>
        ) : (
          <p role="status" aria-busy="true" className="m-auto text-soft">
            One moment…
          </p>
        )}
      </Ground>
    )
  }
  const { user } = signedIn
  if (isOneOf(user.role, screens[screen])) {
    return (
      <>
        {/* Makes room for the notice of a lost network, which would otherwise cover the search and the alarm. */}
        <div className={offline ? 'block pt-(--notice) [--notice:3.5rem] lg:[--notice:2.75rem]' : 'contents'}>
          {children(user)}
        </div>
        <BoardAge screen={screen} />
      </>
    )
  }
  const home = isStaff(user.role) ? homeScreens[user.role] : undefined
  return (
    <Ground>
      <Message
        title={home ? 'Not your screen' : 'Staff only'}
        text={`You are signed in as ${user.username}, and this page is for ${home ? 'another role' : 'staff'}.`}
      >
        <Link to={home ?? '/'} className={buttonClass()}>
          {home ? screenNames[home] : 'Home'}
        </Link>
        <SignOut />
      </Message>
    </Ground>
  )
}

const screenNames: Readonly<Record<(typeof homeScreens)[keyof typeof homeScreens], string>> = {
  '/rider': 'Deliveries',
  '/kitchen': 'Kitchen',
  '/desk': 'Desk',
}

function Ground({ children }: { children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className="flex min-h-dvh p-4">
      {children}
    </main>
  )
}

function Message({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className="m-auto grid w-full max-w-md justify-items-center gap-3 rounded-sheet bg-raise px-6 py-12 text-center shadow-card">
      <h1 className="text-3xl">{title}</h1>
      <p className="wrap-anywhere text-soft">{text}</p>
      <div className="mt-3 flex flex-wrap justify-center gap-3">{children}</div>
    </section>
  )
}
