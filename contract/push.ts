import { z } from 'zod'
import { document } from './parts/fields.ts'

/** `GET /api/push-key`: what the browser needs to subscribe. Base64url. */
export const pushKey = document({ publicKey: z.string() })

const base64url = (bytes: number) =>
  z
    .string()
    .refine((text) => /^[\w-]+$/.test(text) && Math.floor((text.length * 3) / 4) === bytes, 'This is not a key.')

/** `POST /api/push-subscriptions`: the browser's `PushSubscription`, as its `toJSON` gives it. */
export const pushSubscription = z.object({
  endpoint: z.string().max(1000),
  keys: z.object({ p256dh: base64url(65), auth: base64url(16) }),
})
export type PushSubscriptionBody = z.infer<typeof pushSubscription>
