import { z } from 'zod'
import { document, instant, list } from './parts/fields.ts'

/** `GET /api/push-key`: the server's public key for a browser's subscription. Base64url. */
export const pushKey = document({ publicKey: z.string() })

const base64url = (bytes: number) =>
  z
    .string()
    .refine(
      (text) => /^[\w-]+$/.test(text) && Math.floor((text.length * 3) / 4) === bytes,
      `This is not a key of ${bytes} bytes. Turn notifications on again.`,
    )

const endpoint = z.string().max(1000)

/** `POST /api/push-subscriptions`: the browser's `PushSubscription`, as its `toJSON` gives it. */
export const pushSubscription = z.object({
  endpoint: endpoint.refine(
    (address) => !/^[^/]*\/\/[^/?#]*@/.test(address),
    'This address holds a name or a password. Turn notifications on again.',
  ),
  keys: z.object({ p256dh: base64url(65), auth: base64url(16) }),
  /** The browser's former endpoint, if the browser has replaced the subscription. */
  replaces: endpoint.optional(),
})

/** The times at which a push service last accepted and last failed to accept a message for the device. */
const deliveries = { deliveredAt: instant.nullable(), failedAt: instant.nullable() }
export type Deliveries = { readonly [Time in keyof typeof deliveries]: string | null }

/** `isNew`: the server did not have this subscription, or had deleted it after the push service refused it. */
export const pushDevice = document({ isNew: z.boolean(), ...deliveries })

/** `POST /api/push-tests`: sends a test message to the user's own device. */
export const pushTest = z.object({ endpoint })

/** `gone`: the push service rejects the device permanently, or the server does not know it. */
export const pushTested = document({ outcome: z.enum(['sent', 'failed', 'gone']), ...deliveries })

/** `GET /api/desk/owner-devices`: the devices alerted to an unacknowledged order. */
export const ownerDevices = document({
  devices: list(document({ owner: z.string(), device: z.string(), ...deliveries })),
})
