import { useEffect, useRef, useState } from 'react'
import type { Session } from '#contract/session.ts'
import { homeScreens, isStaff } from '#domain/restaurant/policy.ts'
import { hideSignIn, type SignInMode, showSignIn, useSignInPanel } from '#web/customer/sign-in/sign-in-panel.ts'
import { toastDone } from '#web/data/toast.ts'
import { SignInForm } from '#web/ui/forms/sign-in-form.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { GuestForm } from './guest-form.tsx'
import { ResetForm } from './reset-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'
import { WaysOn } from './ways-on.tsx'

const modes = {
  login: { title: 'Log in', other: 'signup', question: 'New here?', answer: 'Sign up' },
  signup: { title: 'Sign up', other: 'login', question: 'Have an account?', answer: 'Log in' },
  guest: { title: 'Continue as guest', other: 'login', question: 'Have an account?', answer: 'Log in' },
  reset: { title: 'A new password', other: 'login', question: 'Remembered it?', answer: 'Log in' },
} as const satisfies Record<SignInMode, object>

const failed =
  "Oops! We couldn't log you in. Please double-check your username and password. If the problem persists, contact support."

/** The panel for logging in and signing up. The page behind it stays (CART-8). */
export function SignInPanel() {
  const { open, mode } = useSignInPanel()
  const { title, other, question, answer } = modes[mode]
  const [typed, setTyped] = useState('')
  const box = useRef<HTMLDivElement>(null)
  // Focuses the first field whenever a form is shown, also if it replaces another form whose button had the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for every form that is shown
  useEffect(() => {
    if (open) box.current?.querySelector('input')?.focus({ preventScroll: true })
  }, [open, mode])
  return (
    <Sheet open={open} onClose={hideSignIn} title={title}>
      <div ref={box} className="grid gap-4 pt-2">
        {mode === 'signup' && <SignUpForm onDone={(session) => finish(session, 'Account created successfully!')} />}
        {mode === 'guest' && <GuestForm />}
        {mode === 'reset' && (
          <ResetForm
            identifier={typed}
            onDone={(session) => finish(session, 'Password changed. You are now logged in!')}
          />
        )}
        {mode === 'login' && (
          <SignInForm
            label="Username or phone"
            missing="Please enter your username or phone number."
            action="Log in"
            failed={failed}
            help={<WaysOn />}
            onIdentifier={setTyped}
            onDone={(session) => finish(session, 'You are now logged in!')}
          />
        )}
        <p className="flex flex-wrap items-center justify-center gap-x-1 text-soft">
          {question}
          <TextButton onClick={() => showSignIn(other)}>{answer}</TextButton>
        </p>
        {mode === 'login' && (
          <TextButton onClick={() => showSignIn('reset')} className="-mt-4 justify-self-center">
            Forgot your password?
          </TextButton>
        )}
      </div>
    </Sheet>
  )
}

function finish({ incomplete }: Session, welcome: string): void {
  if (incomplete && isStaff(incomplete.user.role)) {
    // The staff screen will ask for the second factor. The panel stays open: closing it would go back in the history
    // while the browser loads that screen.
    location.assign(homeScreens[incomplete.user.role])
    return
  }
  hideSignIn()
  toastDone(welcome)
}
