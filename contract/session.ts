import { z } from 'zod'
import { password as passwordLength } from '#domain/restaurant/account.ts'
import { roles } from '#domain/restaurant/policy.ts'
import { accountId, document, instant, line, list, requestKey } from './parts/fields.ts'

export const password = z.string().max(1000, `Please keep the password under ${passwordLength.most + 1} characters.`)

/**
 * Only lengths are bounded here: what makes a good username, password or phone is the domain's to say, in the domain's
 * words (`domain/restaurant/account.ts`), and the browser says the same before it sends.
 */
export const signUp = z.strictObject({
  username: line(200),
  password,
  phone: line(60),
  location: line(60),
  address: line(300),
})
export type SignUp = z.infer<typeof signUp>

export const signIn = z.strictObject({
  identifier: line(200),
  password,
})
export type SignIn = z.infer<typeof signIn>

const profile = z
  .strictObject({ username: line(200), phone: line(60), address: line(300), location: line(60) })
  .partial()
export type AccountChange = z.infer<typeof profile>

/**
 * `PATCH /api/account`. What has waited for a network says whose it is and what stood there when it was made: it is done
 * once, to nobody else's account and not over anything newer.
 */
export const accountChange = profile.extend({
  account: accountId.optional(),
  was: profile.optional(),
  /** The password, which a change of the phone needs. It is never queued. */
  current: password.optional(),
  key: requestKey,
})

/** `POST /api/account/password`. The person's other sessions end. */
export const passwordChange = z.strictObject({ current: password, password })
export type PasswordChange = z.infer<typeof passwordChange>

/** A browser that somebody is signed in with. */
export const sessionFields = {
  id: z.string(),
  /** What it calls itself: 'Chrome on Android'. */
  device: z.string(),
  startedAt: instant,
  /** The one that asks. */
  isThis: z.boolean(),
}
const ownSession = document(sessionFields)
export type OwnSession = z.infer<typeof ownSession>

/** `GET /api/account/sessions`, the latest on top. */
export const ownSessionList = document({ sessions: list(ownSession) })

/** `POST /api/account/deletion`: for good. Orders stay, and name nobody any more. */
export const accountDeletion = z.strictObject({ password })

/**
 * `POST /api/password-reset`: by a customer who forgot it, with the code that the restaurant gave them, or by the first owner
 * with the code that the first start printed. That owner may choose a `username` as well.
 */
export const passwordReset = z.strictObject({
  identifier: line(200),
  code: line(40),
  password,
  username: line(200).optional(),
})
export type PasswordReset = z.infer<typeof passwordReset>

/** The person who is signed in. */
export const user = document({
  id: z.string(),
  role: z.enum(roles),
  username: z.string(),
  /** E.164, or '' for staff without one. */
  phone: z.string(),
  address: z.string(),
  location: z.string(),
  /** Orders without an account: `username` is the name as typed. */
  guest: z.exactOptional(z.literal(true)),
}).describe(
  'The customer’s record of the specification, or that of a member of staff. location is the id of a place. Beyond it: role and guest.',
)
export type User = z.infer<typeof user>

/** A session of staff that opens nothing yet: before the second step, or before a second factor that is required. */
const incompleteSession = document({
  lacks: z.enum(['second-step', 'second-factor']),
  user,
  /** What the second step can be done with, besides a recovery code. */
  hasApp: z.boolean(),
  hasPasskey: z.boolean(),
})
export type IncompleteSession = z.infer<typeof incompleteSession>

/** The answer to `GET /api/session`. `user` is null when signed out, and while the session is incomplete. */
export const session = document({ user: user.nullable(), incomplete: z.exactOptional(incompleteSession) })
export type Session = z.infer<typeof session>

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
