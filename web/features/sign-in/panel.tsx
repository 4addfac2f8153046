import { hideSignIn, type SignInMode, showSignIn, useSignInPanel } from '#web/sign-in-panel.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { LoginForm } from './login-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'

const modes = {
  login: { title: 'Welcome back', other: 'signup', question: 'New here?', answer: 'Sign up' },
  signup: { title: 'Join the table', other: 'login', question: 'Been here before?', answer: 'Log in' },
} as const satisfies Record<SignInMode, object>

/** The panel to log in or sign up, mounted once. Whoever closes it is where they were (CART-8). */
export function SignInPanel() {
  const { open, mode } = useSignInPanel()
  const { title, other, question, answer } = modes[mode]
  return (
    <Sheet open={open} onClose={hideSignIn} title={title}>
      <div className="grid gap-4 pt-2">
        {mode === 'login' ? <LoginForm onDone={hideSignIn} /> : <SignUpForm onDone={hideSignIn} />}
        <p className="flex flex-wrap items-center justify-center gap-x-1 text-soft">
          {question}
          <TextButton onClick={() => showSignIn(other)}>{answer}</TextButton>
        </p>
      </div>
    </Sheet>
  )
}
