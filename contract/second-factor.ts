import { z } from 'zod'
import { document, instant, line, list } from './parts/fields.ts'
import { password } from './session.ts'

/** What browsers and passkeys exchange: the JSON of WebAuthn, which the server's library checks. */
const webAuthn = z.record(z.string(), z.unknown())

/** Options for `navigator.credentials`. */
export const passkeyOptions = webAuthn

/** `POST /api/session/second-step`: a code of the app or a recovery code, or what a passkey signed. */
export const secondStep = z.union([z.strictObject({ code: line(40) }), z.strictObject({ passkey: webAuthn })])
export type SecondStep = z.infer<typeof secondStep>

/** What the account's second step can be done with. */
export const secondFactor = document({
  /** Whether this account has to have one. */
  isRequired: z.boolean(),
  hasApp: z.boolean(),
  /** `name` is the device that it was made on. */
  passkeys: list(document({ id: z.string(), name: z.string(), createdAt: instant })),
  recoveryCodesLeft: z.int(),
})
export type SecondFactor = z.infer<typeof secondFactor>

/**
 * What a change of who decides needs of whoever makes it: their password once more, and a code of their app, a recovery code or
 * what a passkey signed, where they have a second factor.
 */
export const proof = z.strictObject({
  password: password.optional(),
  code: line(40).optional(),
  passkey: webAuthn.optional(),
})
export type Proof = z.infer<typeof proof>

/** What changes the second factor. A client of the last release sends the password beside the proof. */
const proven = { password: password.optional(), proof: proof.optional() }
export const withProof = z.strictObject(proven)

/** The key of an authenticator app. It counts once a code of it was sent to `app-confirmation`. */
export const appKey = document({
  /** Base32, for typing. */
  key: z.string(),
  /** `otpauth:` */
  uri: z.string(),
})
export type AppKey = z.infer<typeof appKey>

export const appConfirmation = z.strictObject({ code: line(40) })
export const newPasskey = z.strictObject({ passkey: webAuthn })

/** The codes are told this once; null where the account has some from before. */
export const factorAdded = document({ recoveryCodes: list(z.string()).nullable() })
export const codesMade = document({ recoveryCodes: list(z.string()) })

/** One passkey, or all there is: app, passkeys and recovery codes. */
export const factorRemoval = z.strictObject({ ...proven, passkey: z.string().max(100).optional() })
