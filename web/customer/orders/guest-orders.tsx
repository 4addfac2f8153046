import { useState } from 'react'
import type { User } from '#contract/session.ts'
import * as Account from '#domain/restaurant/account.ts'
import { refocus } from '#web/app/navigation/refocus.ts'
import { call } from '#web/data/api/client.ts'
import { useSessionWrites } from '#web/data/api/session-writes.ts'
import { toastDone, toastFailed } from '#web/data/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { Form, useFields } from '#web/ui/forms/form.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { day } from '#web/ui/lagos-time.ts'
import { useSend } from '#web/ui/use-send.ts'

/** Two ways for a guest to find the orders again: a private link, or a password that makes an account. */
export default function GuestOrders({ user }: { user: User }) {
  return (
    <section
      aria-label="Your order without an account"
      className="grid gap-x-8 gap-y-5 rounded-card bg-raise p-4 shadow-card sm:p-6 lg:grid-cols-2"
    >
      <PrivateLink />
      <AccountOffer user={user} />
    </section>
  )
}

function PrivateLink() {
  const [link, setLink] = useState<{ readonly address: string; readonly endsAt: string }>()
  const { busy, send } = useSend()

  async function make() {
    const { code, endsAt } = await call('POST /api/guest-links')
    // Browsers do not send the part of an address after '#', so the code appears in no server's log.
    setLink({ address: `${location.origin}/orders#${code}`, endsAt })
  }

  async function copy(address: string) {
    const copied = await copyText(address)
    if (copied) toastDone('Link copied.')
    else toastFailed('Failed to copy the link.')
  }

  return (
    <div className="grid content-start gap-3">
      <h2 className="text-xl">Follow it on another phone</h2>
      <p className="text-soft">
        A private link opens your orders without a password
        {link && ` until ${day(link.endsAt)}`}. Anyone who has the link can act for you.
      </p>
      {link ? (
        <>
          <Field label="Your private link" value={link.address} readOnly onFocus={(event) => event.target.select()} />
          <Button variant="secondary" onClick={() => void copy(link.address)}>
            Copy the link
          </Button>
        </>
      ) : (
        <Button variant="secondary" busy={busy} onClick={() => void send(make)}>
          Get a private link
        </Button>
      )}
    </div>
  )
}

function AccountOffer({ user }: { user: User }) {
  const { profileChanged } = useSessionWrites()
  const { form, errors, fields, busy, field, send } = useFields({ password: '' })

  function become() {
    const checked = Account.checkPassword(fields.password)
    void send(checked.ok ? {} : { password: checked.problem.detail }, async () => {
      const { user: account } = await call('POST /api/guest-account', { body: fields })
      if (account) profileChanged(account)
      toastDone('Account created successfully!')
      // The form disappears because the guest now has an account, so move the focus to the orders above.
      scrollTo({ top: 0 })
      refocus()
    })
  }

  return (
    <div className="grid content-start gap-3">
      <h2 className="text-xl">Keep it in an account</h2>
      <p className="text-soft">
        We have your name and number. One password, and the next order is three presses. You log in with your number.
      </p>
      <Form form={form} errors={errors} onSubmit={become}>
        {/* Password managers store the password under this name. */}
        <input type="hidden" name="username" autoComplete="username" value={user.phone} readOnly />
        <PasswordField
          {...field('password')}
          autoComplete="new-password"
          hint={`At least ${Account.password.least} characters.`}
        />
        <Button type="submit" variant="secondary" busy={busy}>
          Make it my account
        </Button>
      </Form>
    </div>
  )
}
