import { useQueryClient } from '@tanstack/react-query'
import type { User } from '#contract/session.ts'
import { useNavigation } from '#web/app/navigation/navigation.tsx'
import { call } from '#web/data/api/client.ts'
import { setAnswer } from '#web/data/api/query.ts'
import { toastDone } from '#web/data/toast.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Form, useFields } from '#web/ui/forms/form.tsx'
import { textButtonClass } from '#web/ui/text-button.tsx'

export default function OwnData({ user }: { user: User }) {
  const client = useQueryClient()
  const { go } = useNavigation()
  const { form, errors, fields, busy, field, send } = useFields({ password: '' })

  function end() {
    const isMissing = fields.password === '' && !user.guest
    void send(isMissing ? { password: 'Please enter your password.' } : {}, async () => {
      const session = await call('POST /api/account/deletion', { body: fields })
      setAnswer(client, 'GET /api/session', session)
      toastDone('Your account is deleted.')
      go('/')
    })
  }

  return (
    <div className="grid gap-6">
      <section className="grid gap-3">
        <p>A copy of all that we keep about you: your profile, your orders and your ratings, as a JSON file.</p>
        <a href="/api/account/export" download="my-data.json" className={buttonClass('secondary')}>
          Download my data
        </a>
        <a href="/privacy" target="_blank" className={`${textButtonClass} justify-self-start`} rel="noreferrer">
          What we keep, why and how long
        </a>
      </section>
      <section aria-labelledby="delete-account" className="grid gap-3 border-line border-t pt-5">
        <h3 id="delete-account" className="text-lg">
          Delete my account
        </h3>
        <p>
          You are signed out everywhere, and cannot sign in again. Your orders stay in our books without your name,
          phone, address or notes. This cannot be undone.
        </p>
        <Form form={form} errors={errors} onSubmit={end}>
          {!user.guest && (
            <Field
              {...field('password')}
              label="Your password"
              type="password"
              autoComplete="current-password"
              maxLength={1000}
              required
            />
          )}
          <Button type="submit" variant="danger" busy={busy}>
            Delete my account
          </Button>
        </Form>
      </section>
    </div>
  )
}
