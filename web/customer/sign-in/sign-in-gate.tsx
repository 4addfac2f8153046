import type { ReactNode } from 'react'
import type { User } from '#contract/session.ts'
import { useInParts } from '#web/app/start-up/hydrated.ts'
import { useRefetchSession, useSignedIn } from '#web/data/api/session.ts'
import { Button } from '#web/ui/button.tsx'
import { showSignIn } from './sign-in-panel.ts'

type Props = {
  readonly title: string
  readonly reason: string
  /** True if a guest may continue without an account. */
  readonly guests?: boolean
  /** The placeholder while the session is being read. A placeholder without a picture is blurred. */
  readonly skeleton: ReactNode
  /** A sentence about what happens next, shown after 'One moment…'. */
  readonly next?: string
  readonly children: (user: User) => ReactNode
}

/** Shows its children to signed-in people only; `skeleton` and a spinner while the session is being read (FRAME-5). */
export function SignInGate({ title, reason, guests = false, skeleton, next, children }: Props) {
  const signedIn = useSignedIn()
  const refetch = useRefetchSession()
  const isReady = useInParts(signedIn.state === 'in')
  if (signedIn.state === 'in' && isReady) return children(signedIn.user)
  if (signedIn.state === 'out') {
    return (
      <Message title={title} text={reason}>
        <Button onClick={() => showSignIn('login')}>Log in</Button>
        <Button variant="secondary" onClick={() => showSignIn('signup')}>
          Sign up
        </Button>
        {guests && (
          <Button variant="secondary" onClick={() => showSignIn('guest')}>
            Continue as guest
          </Button>
        )}
      </Message>
    )
  }
  if (signedIn.state === 'unknown' && signedIn.failed) {
    return (
      <Message title="No connection" text="Could not reach the restaurant. Your cart is safe.">
        <Button onClick={() => void refetch()}>Try again</Button>
      </Message>
    )
  }
  return (
    <div className="relative" aria-busy="true">
      <div className="peer select-none blur-sm has-[img]:blur-none" inert>
        {skeleton}
      </div>
      <div className="absolute inset-0 grid place-content-center rounded-card bg-ground/40 peer-has-[img]:bg-transparent">
        <div className="grid justify-items-center gap-3 rounded-card bg-ground p-4 text-center">
          <span
            aria-hidden="true"
            className="size-10 animate-spin rounded-full border-4 border-ember border-t-transparent"
          />
          <p role="status" className="max-w-xs font-semibold">
            One moment… {next}
          </p>
        </div>
      </div>
    </div>
  )
}

/** A message in place of a page's content, with buttons. */
export function Message({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className="mx-auto grid w-full max-w-md justify-items-center gap-3 rounded-card bg-raise px-6 py-12 text-center shadow-card">
      <h2 className="text-2xl">{title}</h2>
      <p className="text-soft">{text}</p>
      <div className="mt-3 flex flex-wrap justify-center gap-3">{children}</div>
    </section>
  )
}
