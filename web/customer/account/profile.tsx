import { type ReactNode, useEffect, useState } from 'react'
import type { User } from '#contract/session.ts'
import * as Phone from '#domain/text/phone.ts'
import { refocus } from '#web/app/navigation/refocus.ts'
import { part } from '#web/app/start-up/retry-import.ts'
import { Button } from '#web/ui/button.tsx'
import { useLocations } from '#web/ui/forms/location-select.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const EditProfile = part(() => import('./edit-profile.tsx'))

export function Profile({ user }: { user: User }) {
  const [editing, setEditing] = useState(false)
  const places = useLocations()
  // Load the form in advance, so that it opens offline.
  useEffect(() => void EditProfile.load(), [])
  // Accounts of staff are changed in the office, and a guest's account has nothing to change.
  const own = user.role === 'customer' && !user.guest

  function edit(next: boolean) {
    setEditing(next)
    refocus()
  }

  if (editing) {
    return (
      <EditProfile
        user={user}
        onDone={() => edit(false)}
        places={places}
        fallback={<Skeleton className="h-120 rounded-card" />}
      />
    )
  }
  return (
    <section aria-labelledby="profile" className="rounded-card bg-raise p-4 shadow-card sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 pb-2">
        <h2 id="profile" className="text-xl">
          Profile
        </h2>
        {own && (
          <Button variant="secondary" className="min-h-11" onClick={() => edit(true)}>
            <Icon name="pencil" className="size-4" />
            Edit
          </Button>
        )}
      </div>
      <dl className="grid divide-y divide-line">
        <Fact label={user.guest ? 'Name' : 'Username'}>{user.username}</Fact>
        <Fact label="Phone">{Phone.format(user.phone)}</Fact>
        <Fact label="Address">{user.address}</Fact>
        <Fact label="Location">
          {places.list?.find(({ id }) => id === user.location)?.name ?? (places.list || places.failed ? '' : '…')}
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
