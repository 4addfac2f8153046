import { useEffect, useState } from 'react'
import type { PushSubscriptionBody } from '#contract/push.ts'
import { call } from '#web/api/client.ts'

/** Whether this browser is subscribed to push messages. `offered`: it can be; `refused`: the person has just said no. */
export type PushState = 'unknown' | 'impossible' | 'offered' | 'on' | 'refused'

/** `ask` must be called from a tap, because the browser shows its permission prompt. Throws the server's refusal. */
export function usePushSubscription(): {
  readonly state: PushState
  readonly busy: boolean
  readonly ask: () => Promise<void>
} {
  const [state, setState] = useState<PushState>('unknown')
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    let here = true
    void currentState().then((now) => here && setState(now))
    return () => {
      here = false
    }
  }, [])

  return {
    state,
    busy,
    async ask() {
      setBusy(true)
      try {
        setState(await subscribe())
      } finally {
        setBusy(false)
      }
    },
  }
}

async function currentState(): Promise<PushState> {
  // iPhones support push for pages on the home screen only.
  if (!('Notification' in window && 'PushManager' in window && navigator.serviceWorker)) return 'impossible'
  if (Notification.permission === 'denied') return 'impossible'
  const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined)
  // A push message needs a worker that shows it.
  if (!registration) return 'impossible'
  return (await registration.pushManager.getSubscription().catch(() => null)) ? 'on' : 'offered'
}

async function subscribe(): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return 'refused'
  const { publicKey } = await call('GET /api/push-key')
  const { pushManager } = await navigator.serviceWorker.ready
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  try {
    await register(subscription)
  } catch (error) {
    // A subscription that the server lacks would be shown as on.
    await subscription.unsubscribe()
    throw error
  }
  return 'on'
}

/** Registers an existing subscription for the session of now: the server deletes subscriptions with their session. */
export async function renewPushSubscription(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  if (subscription) await register(subscription)
}

async function register(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON() as PushSubscriptionBody
  await call('POST /api/push-subscriptions', { body: { endpoint, keys } })
}
