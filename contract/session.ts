import { z } from 'zod'
import { password as passwordLength } from '#domain/restaurant/account.ts'
import { roles } from '#domain/restaurant/policy.ts'
import { accountId, document, instant, line, list, requestKey } from './parts/fields.ts'

export const password = z.string().max(1000, `Please keep the password under ${passwordLength.most + 1} characters.`)

/**
 * The schema only limits lengths. The domain (`domain/restaurant/account.ts`) validates usernames, passwords and
 * phones; browsers run the same checks before sending.
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
 * `PATCH /api/account`. A queued change carries its account and the previous values: the server applies the change
 * once, only to that account, and never over a newer value.
 */
export const accountChange = profile.extend({
  account: accountId.optional(),
  was: profile.optional(),
  /** The current password, required for a change of the phone. A password is never queued. */
  current: password.optional(),
  key: requestKey,
})

/** `POST /api/account/password`. Ends the person's other sessions. */
export const passwordChange = z.strictObject({ current: password, password })
export type PasswordChange = z.infer<typeof passwordChange>

export const sessionFields = {
  id: z.string(),
  /** The browser's description: 'Chrome on Android'. */
  device: z.string(),
  startedAt: instant,
  /** True for the session of this request. */
  isThis: z.boolean(),
}
const ownSession = document(sessionFields)
export type OwnSession = z.infer<typeof ownSession>

/** `GET /api/account/sessions`, latest first. */
export const ownSessionList = document({ sessions: list(ownSession) })

/** `POST /api/account/deletion`: permanent. Orders stay without the customer's name. */
export const accountDeletion = z.strictObject({ password })

/**
 * `POST /api/password-reset`: by a customer with a code from the restaurant, or by the first owner with the code
 * printed at the first start. The first owner may also choose a `username`.
 */
export const passwordReset = z.strictObject({
  identifier: line(200),
  code: line(40),
  password,
  username: line(200).optional(),
})
export type PasswordReset = z.infer<typeof passwordReset>

export const user = document({
  id: z.string(),
  role: z.enum(roles),
  username: z.string(),
  /** The name that other people read, if it differs from the username. */
  name: z.exactOptional(z.string()),
  /** E.164, or as typed if a guest typed several numbers; '' for staff without a phone. */
  phone: z.string(),
  address: z.string(),
  location: z.string(),
  /** Set for a guest without an account: `username` is the name as typed. */
  guest: z.exactOptional(z.literal(true)),
}).describe(
  'The customer’s record of the specification, or that of a member of staff. location is the id of a place. Beyond it: role and guest.',
)
export type User = z.infer<typeof user>

/** A session of staff without access yet: the second factor has to be entered, or a required one has to be set up. */
const incompleteSession = document({
  lacks: z.enum(['second-step', 'second-factor']),
  user,
  /** The second factors that the account has, other than recovery codes. */
  hasApp: z.boolean(),
  hasPasskey: z.boolean(),
})
export type IncompleteSession = z.infer<typeof incompleteSession>

/** The response to `GET /api/session`. `user` is null when signed out, and while the session is incomplete. */
export const session = document({ user: user.nullable(), incomplete: z.exactOptional(incompleteSession) })
export type Session = z.infer<typeof session>

/** `POST /api/guests`: starts ordering without an account. The domain validates name and phone. */
export const guest = z.strictObject({ name: line(200), phone: line(60) })
export type GuestForm = z.infer<typeof guest>

/** `POST /api/guest-links`: the secret part of a link that opens the guest's orders on any device. */
export const guestLink = document({ code: z.string(), endsAt: instant })
export type GuestLink = z.infer<typeof guestLink>

/** `POST /api/guest-sessions`: opens a session for the guest of the link. */
export const guestSession = z.strictObject({ code: line(100) })

/** `POST /api/guest-account`: turns the guest into an account and keeps the orders. */
export const guestAccount = z.strictObject({ password })
