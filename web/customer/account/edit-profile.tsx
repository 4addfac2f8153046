import type { User } from '#contract/session.ts'
import * as Account from '#domain/restaurant/account.ts'
import * as Phone from '#domain/text/phone.ts'
import { ApiFailure, call } from '#web/data/api/client.ts'
import { useSessionWrites } from '#web/data/api/session-writes.ts'
import { isDurable, queuedProfileChanges, setAccount, submit } from '#web/data/outbox/outbox.ts'
import { toastDone, toastNotice } from '#web/data/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { AddressField } from '#web/ui/forms/address-field.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Form, useFields } from '#web/ui/forms/form.tsx'
import { LocationSelect, type Places, useDelivers } from '#web/ui/forms/location-select.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { NeedsNetwork } from '#web/ui/needs-network.tsx'
import { accountChanges, accountErrors, beforeChange, withChanges } from './account-changes.ts'

type Props = {
  readonly user: User
  readonly onDone: () => void
  readonly places: Places
}

export default function EditProfile({ user, onDone, places }: Props) {
  const { profileChanged } = useSessionWrites()
  const delivers = useDelivers()
  const { username, address, location } = user
  const form = useFields({ username, phone: Phone.format(user.phone), address, location, current: '' })
  const { fields, field, busy, send } = form

  const newPhone = accountChanges(user, fields).phone !== undefined

  function save() {
    const missing = newPhone && fields.current === '' && { current: 'Please enter your current password.' }
    const wrong = { ...accountErrors(accountChanges(user, fields)), ...missing }
    void send(wrong, change, 'Your profile could not be saved. Please try again.')
  }

  async function change() {
    setAccount(user.id)
    // Compare the fields with the profile as it will be once the queued changes have been sent.
    const then = withChanges(user, await queuedProfileChanges())
    const change = accountChanges(then, fields)
    if (Object.keys(change).length === 0) return onDone()
    const was = beforeChange(then, change)
    if (change.phone !== undefined) {
      // Not queued, because the change contains the password, which must not be stored.
      profileChanged(
        await call('PATCH /api/account', { body: { ...change, was, account: user.id, current: fields.current } }),
      )
      toastDone('Profile saved. You are signed out everywhere else.')
      return onDone()
    }
    const outcome = await submit({ kind: 'profile', change, was })
    if (outcome.type === 'refused') throw new ApiFailure(outcome.problem)
    if (outcome.type === 'done') {
      profileChanged(outcome.answer as User)
      toastDone('Profile saved.')
    } else {
      toastNotice(`${isDurable() ? 'Stored. ' : ''}We send it when the network is back.`)
    }
    onDone()
  }

  return (
    <div className="rounded-card bg-raise p-4 shadow-card sm:p-6">
      <Form label="Edit your profile" form={form.form} errors={form.errors} onSubmit={save}>
        <Field
          label="Username"
          {...field('username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={Account.username.most}
          hint="You log in with it."
        />
        <Field label="Phone" {...field('phone')} type="tel" inputMode="tel" autoComplete="tel" maxLength={60} />
        {newPhone && (
          <>
            <PasswordField
              {...field('current')}
              label="Your password"
              autoComplete="current-password"
              hint="A new phone number needs it. You will be signed out everywhere else."
            />
            <NeedsNetwork>Changing the phone number needs the network.</NeedsNetwork>
          </>
        )}
        <AddressField label="Address" {...field('address')} onText={(address) => form.set('address', address)} />
        {delivers && (
          <LocationSelect
            name="location"
            places={places}
            value={fields.location}
            onChange={(id) => form.set('location', id)}
            error={form.errors.location}
          />
        )}
        <div className="grid grid-cols-2 gap-3">
          <Button variant="secondary" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" busy={busy}>
            Save
          </Button>
        </div>
      </Form>
    </div>
  )
}
