import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Deliveries } from '#contract/push.ts'
import { ApiFailure, call } from '#web/data/api/client.ts'
import { registrationOf, subscribeWith } from '#web/data/worker/push-renewal.ts'

/** The state of a browser whose push subscription the server has stored. */
type Device = Deliveries & { readonly state: 'on'; readonly endpoint: string }

/**
 * The push state of this browser. `offered`: the browser can subscribe. `refused`: the person has just refused the
 * permission. `unchecked`: the server could not be asked about the subscription.
 */
export type PushState = 'unknown' | 'unchecked' | 'impossible' | 'offered' | 'on' | 'refused'

/** Registers the browser's subscription for the current session. Replaces a subscription that no longer works. */
export const pushQuery = queryOptions({ queryKey: ['push-device'], queryFn: currentDevice, staleTime: 0 })

/**
 * Call `ask` only from a tap, because `ask` shows the browser's permission prompt, which browsers may block without a
 * tap. `ask` and `test` throw the server's refusal.
 */
export function usePushSubscription(): {
  readonly state: PushState
  readonly deliveries: Deliveries | undefined
  readonly busy: boolean
  readonly ask: () => Promise<void>
  /** Sends a test message to this browser. */
  readonly test: () => Promise<void>
} {
  const client = useQueryClient()
  const { data, isError } = useQuery(pushQuery)
  const [isRefused, setRefused] = useState(false)
  const [busy, setBusy] = useState(false)

  async function work(device: () => Promise<Device | undefined>): Promise<void> {
    setBusy(true)
    try {
      const now = await device()
      setRefused(now === undefined)
      if (now) client.setQueryData(pushQuery.queryKey, now)
    } catch (error) {
      void client.invalidateQueries(pushQuery)
      throw error
    } finally {
      setBusy(false)
    }
  }

  return {
    state: isRefused ? 'refused' : (data?.state ?? (isError ? 'unchecked' : 'unknown')),
    deliveries: data?.state === 'on' ? data : undefined,
    busy,
    ask: () =>
      work(async () => {
        if ((await Notification.requestPermission()) !== 'granted') return undefined
        return register((await navigator.serviceWorker.ready).pushManager)
      }),
    test: () => work(test),
  }
}

export function lastFailed({ deliveredAt, failedAt }: Deliveries): boolean {
  return failedAt !== null && failedAt > (deliveredAt ?? '')
}

async function currentDevice(): Promise<Device | { readonly state: 'impossible' | 'offered' }> {
  // iPhones support push only for pages on the home screen.
  if (!('Notification' in window && 'PushManager' in window && navigator.serviceWorker)) return { state: 'impossible' }
  if (Notification.permission === 'denied') return { state: 'impossible' }
  const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined)
  // Without a service worker, nothing could show a push message.
  if (!registration) return { state: 'impossible' }
  const held = await registration.pushManager.getSubscription().catch(() => null)
  return held ? register(registration.pushManager) : { state: 'offered' }
}

/**
 * Registers the browser's subscription. Replaces a subscription that the server did not know, because the server may
 * have deleted it as dead. `isDead` is true if the push service has just refused the subscription.
 */
async function register(pushManager: PushManager, isDead = false): Promise<Device> {
  const { publicKey } = await call('GET /api/push-key')
  const { subscription, isMade, replaces } = await subscribeWith(pushManager, publicKey, isDead)
  const body = registrationOf(subscription, replaces)
  try {
    // A server of the last release answers without a body.
    const { isNew, ...deliveries } = (await call('POST /api/push-subscriptions', { body })) ?? unanswered
    return isNew && !isMade
      ? await register(pushManager, true)
      : { state: 'on', endpoint: body.endpoint, ...deliveries }
  } catch (error) {
    // The server has refused this new subscription. End it, so that later pages do not register it again.
    if (error instanceof ApiFailure && isMade) await subscription.unsubscribe()
    throw error
  }
}

const unanswered = { isNew: false, deliveredAt: null, failedAt: null }

async function test(): Promise<Device> {
  const { pushManager } = await navigator.serviceWorker.ready
  let { endpoint } = await register(pushManager)
  let answer = await call('POST /api/push-tests', { body: { endpoint } })
  if (answer.outcome === 'gone') {
    endpoint = (await register(pushManager, true)).endpoint
    answer = await call('POST /api/push-tests', { body: { endpoint } })
  }
  if (answer.outcome === 'gone') throw new Error('The push service refuses a new subscription.')
  const { deliveredAt, failedAt } = answer
  return { state: 'on', endpoint, deliveredAt, failedAt }
}
