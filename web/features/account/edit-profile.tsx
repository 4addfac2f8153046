import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { AccountChange, User } from '#contract/session.ts'
import * as Account from '#domain/account.ts'
import * as Phone from '#domain/phone.ts'
import { ApiFailure, fieldErrors, sentence } from '#web/api.ts'
import { LocationSelect, type Places } from '#web/locations.tsx'
import { attend, submit, waitingProfiles } from '#web/outbox/outbox.ts'
import { useSession } from '#web/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { toast, toastTime } from '#web/ui/toast.tsx'
import { accountChanges, accountErrors, beforeChange, withChanges } from './account-changes.ts'

type EditProps = {
  readonly user: User
  readonly onDone: () => void
  readonly places: Places
}

/** The profile as a form. */
export function EditProfile({ user, onDone, places }: EditProps) {
  const { profileChanged } = useSession()
  const [values, setValues] = useState({ ...user, phone: Phone.format(user.phone) })
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  function change(field: keyof AccountChange, value: string) {
    setValues({ ...values, [field]: value })
    setErrors(({ [field]: _, ...others }) => others)
  }

  function show(wrong: Readonly<Record<string, string>>) {
    flushSync(() => setErrors(wrong))
    form.current?.querySelector<HTMLElement>('[aria-invalid], [role=alert]')?.focus()
  }

  async function save(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const wrong = accountErrors(accountChanges(user, values))
    if (Object.keys(wrong).length > 0) return show(wrong)
    setBusy(true)
    try {
      attend(user.id)
      // As it will be once what waits has gone out.
      const then = withChanges(user, await waitingProfiles())
      const change = accountChanges(then, values)
      if (Object.keys(change).length === 0) return onDone()
      const outcome = await submit({ kind: 'profile', change, was: beforeChange(then, change) })
      if (outcome.type === 'refused') throw new ApiFailure(outcome.problem)
      if (outcome.type === 'done') {
        profileChanged(outcome.answer as User)
        toast('Profile saved.', { kind: 'good', duration: toastTime.longer })
      } else {
        toast('Kept. It goes out when the network is back.', { duration: toastTime.added })
      }
      onDone()
    } catch (error) {
      const byField = fieldErrors(error)
      show(
        Object.keys(byField).length > 0
          ? byField
          : { '': sentence(error, 'Your profile could not be saved. Please try again.') },
      )
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      ref={form}
      onSubmit={(event) => void save(event)}
      noValidate
      aria-label="Edit your profile"
      className="grid gap-4 rounded-card bg-raise p-4 shadow-card sm:p-6"
    >
      {errors[''] && (
        <p role="alert" tabIndex={-1} className="rounded-control bg-raise2 px-4 py-3 font-semibold text-alarm">
          {errors['']}
        </p>
      )}
      <Field
        label="Username"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={Account.username.most}
        hint="You log in with it."
        value={values.username}
        onChange={(event) => change('username', event.target.value)}
        error={errors.username}
      />
      <Field
        label="Phone"
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={60}
        value={values.phone}
        onChange={(event) => change('phone', event.target.value)}
        error={errors.phone}
      />
      <Field
        label="Address"
        name="address"
        autoComplete="street-address"
        maxLength={300}
        value={values.address}
        onChange={(event) => change('address', event.target.value)}
        error={errors.address}
      />
      <LocationSelect
        places={places}
        value={values.locationId}
        onChange={(id) => change('locationId', id)}
        error={errors.locationId}
      />
      <div className="grid grid-cols-2 gap-3">
        <Button look="secondary" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" busy={busy}>
          Save
        </Button>
      </div>
    </form>
  )
}
