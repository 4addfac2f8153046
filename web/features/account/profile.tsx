import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { AccountChange, User } from '#contract/session.ts'
import * as Account from '#domain/account.ts'
import * as Phone from '#domain/phone.ts'
import { ApiFailure, fieldErrors, sentence } from '#web/api.ts'
import { LocationSelect, type Places, useLocations } from '#web/locations.tsx'
import { useSession } from '#web/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { toast, toastTime } from '#web/ui/toast.tsx'
import { accountChanges, accountErrors, beforeChange, withChanges } from './account-changes.ts'

const loadOutbox = () => import('#web/outbox/outbox.ts')

/** Who the customer is to us, to be read and to be put right (AUTH-10). */
export function Profile({ user }: { user: User }) {
  const [editing, setEditing] = useState(false)
  const places = useLocations()
  // Before the network goes.
  useEffect(() => void loadOutbox().catch(() => {}), [])
  // Staff share their sign-ins: none of them renames the others'.
  const own = user.role === 'customer'
  if (editing) return <EditProfile user={user} onDone={() => setEditing(false)} places={places} />
  return (
    <section aria-labelledby="profile" className="rounded-card bg-raise p-4 shadow-card sm:p-6">
      <div className="flex items-center justify-between gap-4 pb-2">
        <h2 id="profile" className="text-xl">
          Profile
        </h2>
        {own && (
          <Button look="secondary" className="min-h-11" onClick={() => setEditing(true)}>
            <Icon name="pencil" className="size-4" />
            Edit
          </Button>
        )}
      </div>
      <dl className="grid divide-y divide-line">
        <Fact label="Username">{user.username}</Fact>
        <Fact label="Phone">{Phone.format(user.phone)}</Fact>
        <Fact label="Address">{user.address}</Fact>
        <Fact label="Location">
          {places.list?.find(({ id }) => id === user.locationId)?.name ?? (places.list || places.failed ? '' : '…')}
        </Fact>
      </dl>
    </section>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-0.5 py-2.5">
      <dt className="text-soft text-sm">{label}</dt>
      <dd className="font-semibold wrap-anywhere">{children || 'N/A'}</dd>
    </div>
  )
}

type EditProps = {
  readonly user: User
  readonly onDone: () => void
  readonly places: Places
}

function EditProfile({ user, onDone, places }: EditProps) {
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
      const { attend, submit, waitingProfiles } = await loadOutbox()
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
