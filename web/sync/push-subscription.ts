import { useEffect, useState } from 'react'
import type { PushSubscriptionBody } from '#contract/push.ts'
import { call } from '#web/api/client.ts'

/** Whether this browser can be told of something while nobody looks: it cannot, it could, it is, or it was told no. */
export type NewsState = 'unknown' | 'impossible' | 'offered' | 'on' | 'refused'

/** `ask` belongs to a tap: the browser asks its own question then. It fails as the restaurant says. */
export function useNews(): { readonly state: NewsState; readonly busy: boolean; readonly ask: () => Promise<void> } {
  const [state, setState] = useState<NewsState>('unknown')
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

async function currentState(): Promise<NewsState> {
  // iPhones have it for pages on the home screen alone.
  if (!('Notification' in window && 'PushManager' in window && navigator.serviceWorker)) return 'impossible'
  if (Notification.permission === 'denied') return 'impossible'
  const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined)
  // Without a worker nobody would show the news.
  if (!registration) return 'impossible'
  return (await registration.pushManager.getSubscription().catch(() => null)) ? 'on' : 'offered'
}

async function subscribe(): Promise<NewsState> {
  if ((await Notification.requestPermission()) !== 'granted') return 'refused'
  const { publicKey } = await call('GET /api/push-key')
  const { pushManager } = await navigator.serviceWorker.ready
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  try {
    await giveToRestaurant(subscription)
  } catch (error) {
    // Half of it would say that it is on.
    await subscription.unsubscribe()
    throw error
  }
  return 'on'
}

/** A browser that was asked before, for whoever is signed in now: the restaurant forgets it with the session it came from. */
export async function renewNews(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  if (subscription) await giveToRestaurant(subscription)
}

async function giveToRestaurant(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON() as PushSubscriptionBody
  await call('POST /api/push-subscriptions', { body: { endpoint, keys } })
}
