import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { deskRoles } from '#domain/order.ts'
import { Desk } from '../features/desk/desk.tsx'
import { SignOut } from '../features/desk/sign-out.tsx'
import { StaffSignIn } from '../features/desk/staff-sign-in.tsx'
import { Link } from '../navigation.tsx'
import { queries } from '../queries.ts'
import { useSession, useSignedIn } from '../session.ts'
import { Button, buttonClass } from '../ui/button.tsx'

export default function DeskPage() {
  const { data: site } = useSuspenseQuery(queries.site())
  const signedIn = useSignedIn()
  const { askAgain } = useSession()

  if (signedIn.state === 'out') {
    return (
      <Ground>
        <StaffSignIn restaurant={site.name} />
      </Ground>
    )
  }
  if (signedIn.state === 'unknown') {
    return (
      <Ground>
        {signedIn.failed ? (
          <Message title="No connection" text="We could not reach the house to see who you are.">
            <Button onClick={() => void askAgain()}>Try again</Button>
          </Message>
        ) : (
          <p role="status" className="m-auto text-soft">
            One moment…
          </p>
        )}
      </Ground>
    )
  }
  const { user } = signedIn
  if (deskRoles.some((role) => role === user.role)) return <Desk key={user.id} user={user} site={site} />
  return (
    <Ground>
      <Message
        title="This is for staff"
        text={`You are signed in as ${user.username}, and this page is for those who work here.`}
      >
        <Link to="/" className={buttonClass()}>
          To the menu
        </Link>
        <SignOut />
      </Message>
    </Ground>
  )
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
