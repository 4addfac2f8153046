import { useState } from 'react'
import { createPortal } from 'react-dom'
import { isOneOf, screens } from '#domain/restaurant/policy.ts'
import { Link, useNavigation } from '#web/app/navigation/navigation.tsx'
import { part } from '#web/app/start-up/retry-import.ts'
import { useSignedIn } from '#web/data/api/session.ts'
import { useSessionWrites } from '#web/data/api/session-writes.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useSend } from '#web/ui/use-send.ts'
import { mayLeave } from './unsaved.ts'

const OwnSecondFactor = part(() => import('#web/staff/second-factor/own-second-factor.tsx'))
const PasswordForm = part(() => import('#web/ui/forms/password-form.tsx'))

const small = buttonClass('secondary', 'px-3! text-sm sm:px-3.5! sm:text-base')

export function SignOut({ className }: { className?: string | undefined }) {
  return (
    <>
      <Account className={className} />
      <SignOutButton className={className} />
    </>
  )
}

function Account({ className = small }: { className: string | undefined }) {
  const signedIn = useSignedIn()
  const { page } = useNavigation()
  const [open, setOpen] = useState(false)
  if (signedIn.state !== 'in') return null
  const { user } = signedIn
  return (
    <>
      <button type="button" onClick={() => setOpen(true)} className={className}>
        Account
      </button>
      {/* Rendered outside of the staff screen's header, because a sheet contains a header of its own. */}
      {createPortal(
        <Sheet open={open} onClose={() => setOpen(false)} title="Your account">
          <div className="grid gap-6">
            <p className="wrap-anywhere">
              Signed in as <strong>{user.username}</strong>, {user.role}.
            </p>
            {isOneOf(user.role, screens['/office']) && page.path !== '/office' && (
              <Link to="/office" className={buttonClass('secondary')}>
                Office
              </Link>
            )}
            <OwnSecondFactor />
            <PasswordForm
              user={user}
              onDone={() => setOpen(false)}
              fallback={<Skeleton className="h-80 rounded-card" />}
            />
          </div>
        </Sheet>,
        document.body,
      )}
    </>
  )
}

export function SignOutButton({ className = small }: { className?: string | undefined }) {
  const { signOut } = useSessionWrites()
  const { busy, send } = useSend()

  async function submit() {
    if (busy || !(await mayLeave())) return
    await send(signOut, { unanswered: 'Could not reach the restaurant. You are still signed in.' })
  }

  return (
    <button type="button" aria-busy={busy || undefined} onClick={() => void submit()} className={className}>
      Sign Out
    </button>
  )
}
