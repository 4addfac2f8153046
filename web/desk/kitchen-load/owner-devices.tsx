import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Deliveries } from '#contract/push.ts'
import { sentence } from '#web/data/api/client.ts'
import { invalidate, query } from '#web/data/api/query.ts'
import { useClock } from '#web/data/clock.ts'
import { lastFailed, type PushState, usePushSubscription } from '#web/data/push-subscription.ts'
import { Button } from '#web/ui/button.tsx'
import { clock } from '#web/ui/lagos-time.ts'

const devicesQuery = query('GET /api/desk/owner-devices', { staleTime: 0 })

/** Milliseconds after a successful call for which the device counts as reachable. A call is a push message. */
const proofLasts = 24 * 60 * 60_000

/** Describes the latest call to a device. `proven` is true if a recent call reached the device. */
function useLastCall({ deliveredAt, failedAt }: Deliveries) {
  const failed = lastFailed({ deliveredAt, failedAt })
  const at = failed ? failedAt : deliveredAt
  const age = useClock((now) => (at !== null && now - Date.parse(at) < proofLasts ? 'of the last day' : 'older'))
  if (at === null || age !== 'of the last day') {
    return { proven: false, words: 'no call has gone through within the last day' }
  }
  return { proven: !failed, words: `the last call ${failed ? 'failed' : 'went through'} at ${clock(at)}` }
}

export function OwnerDevices() {
  const { data } = useQuery(devicesQuery)
  if (!data) return null
  return (
    <section aria-labelledby="called" className="grid gap-3">
      <h3 id="called" className="text-xl">
        Who can be called
      </h3>
      {data.devices.length === 0 && <p className="text-alarm">No phone of the owner is set up for calls.</p>}
      <ul className="wrap-anywhere grid gap-1">
        {data.devices.map((device, index) => (
          // Two devices of an owner may look the same, so the index is the key.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <OwnerDevice key={index} {...device} />
        ))}
      </ul>
    </section>
  )
}

function OwnerDevice({ owner, device, ...deliveries }: Deliveries & { owner: string; device: string }) {
  const { proven, words } = useLastCall(deliveries)
  return (
    <li>
      {owner}, {device}: <span className={proven ? 'text-leaf' : 'text-alarm'}>{words}.</span>
    </li>
  )
}

const states = {
  unknown: 'One moment…',
  unchecked: 'Could not check whether this device can be called. Trying again…',
  impossible:
    'This browser cannot show notifications. On an iPhone, add the desk to the home screen and open it there.',
  offered: 'Calls to this device are off.',
  refused: 'This browser blocks notifications. Allow them in its settings.',
} as const satisfies Record<Exclude<PushState, 'on'>, string>

const never: Deliveries = { deliveredAt: null, failedAt: null }

export function ThisDevice() {
  const client = useQueryClient()
  const { state, deliveries = never, busy, ask, test } = usePushSubscription()
  const { proven, words } = useLastCall(deliveries)
  const [failure, setFailure] = useState('')
  const isOn = state === 'on'

  async function press() {
    setFailure('')
    try {
      if (!isOn) await ask()
      if (isOn || Notification.permission === 'granted') await test()
    } catch (error) {
      setFailure(sentence(error, 'That did not work. Please try again.'))
    }
    void invalidate(client, 'GET /api/desk/owner-devices')
  }

  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-control bg-raise2 px-4 py-3">
      <p role="status">
        {!isOn
          ? states[state]
          : proven
            ? `Calls to this device are on while you are signed in: ${words}.`
            : `Not certain that this device can be called: ${words}.`}
      </p>
      {(isOn || state === 'offered') && (
        <Button variant={proven ? 'secondary' : 'primary'} busy={busy} onClick={() => void press()}>
          {isOn ? 'Send a test' : 'Turn on'}
        </Button>
      )}
      {failure && (
        <p role="alert" className="w-full text-alarm">
          {failure}
        </p>
      )}
    </div>
  )
}
