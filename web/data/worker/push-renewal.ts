type Made = { readonly subscription: PushSubscription; readonly isMade: boolean; readonly replaces: string | undefined }

/**
 * Returns the browser's subscription with the server's key `publicKey`, base64url. Replaces a subscription that was
 * made with another key, because the push service would refuse the server's messages. If `isDead`, replaces the
 * subscription in any case.
 */
export async function subscribeWith(pushManager: PushManager, publicKey: string, isDead = false): Promise<Made> {
  const held = await pushManager.getSubscription()
  if (held && !isDead && isMadeWith(held, publicKey)) return { subscription: held, isMade: false, replaces: undefined }
  await held?.unsubscribe()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  return { subscription, isMade: true, replaces: held?.endpoint }
}

/**
 * Returns true if the subscription has this key. Also returns true in old browsers, which hide the key; a subscription
 * with a wrong key then ends with its first refused message.
 */
function isMadeWith({ options }: PushSubscription, publicKey: string): boolean {
  const key = (options as PushSubscriptionOptions | undefined)?.applicationServerKey
  return !key || base64url(new Uint8Array(key)) === publicKey
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** Returns the body of `POST /api/push-subscriptions`. */
export function registrationOf(subscription: PushSubscription, replaces: string | undefined) {
  const { endpoint, keys } = subscription.toJSON() as { endpoint: string; keys: { p256dh: string; auth: string } }
  return { endpoint, keys, ...(replaces !== undefined && { replaces }) }
}
