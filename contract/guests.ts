import { z } from 'zod'
import { document, instant, line } from './fields.ts'
import { password } from './session.ts'

/** `POST /api/guests`: to order without an account. The rules of name and phone are the domain's. */
export const guest = z.strictObject({ name: line(200), phone: line(60) })
export type GuestForm = z.infer<typeof guest>

/** `POST /api/guest-links`: the secret part of a link that opens the guest's orders on any device. */
export const guestLink = document({ code: z.string(), endsAt: instant })
export type GuestLink = z.infer<typeof guestLink>

/** `POST /api/guest-sessions`: opens the session of the guest whose link it is. */
export const guestSession = z.strictObject({ code: line(100) })

/** `POST /api/guest-account`: the guest becomes an account, orders included. */
export const guestAccount = z.strictObject({ password })
