import { z } from 'zod'
import { document, instant, line, list } from './parts/fields.ts'
import { password } from './session.ts'

/**
 * A WebAuthn object as JSON, exchanged between the browser's passkey functions and the server. The server's WebAuthn
 * library validates the fields.
 */
const webAuthn = z.record(z.string(), z.unknown())

/** Options for `navigator.credentials`. */
export const passkeyOptions = webAuthn

/** `POST /api/session/second-step`: a code of the app, a recovery code, or a passkey's signature. */
export const secondStep = z.union([z.strictObject({ code: line(40) }), z.strictObject({ passkey: webAuthn })])
export type SecondStep = z.infer<typeof secondStep>

export const secondFactor = document({
  isRequired: z.boolean(),
  hasApp: z.boolean(),
  /** `name` is the device on which the passkey was created. */
  passkeys: list(document({ id: z.string(), name: z.string(), createdAt: instant })),
  recoveryCodesLeft: z.int(),
})
export type SecondFactor = z.infer<typeof secondFactor>

/**
 * A proof of identity for sensitive changes: the password and, for accounts with a second factor, a code of the app, a
 * recovery code or a passkey's signature.
 */
export const proof = z.strictObject({
  password: password.optional(),
  code: line(40).optional(),
  passkey: webAuthn.optional(),
})
export type Proof = z.infer<typeof proof>

/** The proof for changing the second factor. Clients of the last release send the password in a field of its own. */
const proven = { password: password.optional(), proof: proof.optional() }
export const withProof = z.strictObject(proven)

/** The key of an authenticator app, active once `app-confirmation` has received one of the app's codes. */
export const appKey = document({
  /** Base32, for people who type the key into the app. */
  key: z.string(),
  /** The `otpauth:` address for the QR code. */
  uri: z.string(),
})
export type AppKey = z.infer<typeof appKey>

export const appConfirmation = z.strictObject({ code: line(40) })
export const newPasskey = z.strictObject({ passkey: webAuthn })

/** The recovery codes, shown only once; null if the account already has some. */
export const factorAdded = document({ recoveryCodes: list(z.string()).nullable() })
export const codesMade = document({ recoveryCodes: list(z.string()) })

/** Removes one passkey, or everything: app, passkeys and recovery codes. */
export const factorRemoval = z.strictObject({ ...proven, passkey: z.string().max(100).optional() })
