import { randomUUID } from 'node:crypto'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { and, eq, lte } from 'drizzle-orm'
import type { User } from '#contract/session.ts'
import type { Database, Transaction } from '../db/database.ts'
import { passkeys, sessions } from '../db/schema.ts'
import { deviceNamed } from './device.ts'

/**
 * The session that requests a passkey's signature. A passkey is bound to the host of `origin`, the address in the
 * browser.
 */
export type Asking = { readonly database: Database; readonly origin: string; readonly token: string | undefined }

type Json = Record<string, unknown>

/** The library has hundreds of files, so it is loaded at first use instead of at every start. */
const library = () => import('@simplewebauthn/server')

/**
 * EdDSA, ES256 and RS256, the algorithms of common passkeys. Set here, because Node warns about experimental algorithms
 * among the library's defaults.
 */
const supportedAlgorithmIDs = [-8, -7, -257]

/** Returns options for `navigator.credentials.create`. The phone shows the restaurant's name. */
export async function registrationOptions(
  { database, origin, token }: Asking,
  user: User,
  restaurant: string,
): Promise<Json> {
  const own = await database.orm.select().from(passkeys).where(eq(passkeys.userId, user.id))
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: restaurant,
    rpID: new URL(origin).hostname,
    userID: new Uint8Array(Buffer.from(user.id)),
    userName: user.username,
    userDisplayName: user.username,
    supportedAlgorithmIDs,
    excludeCredentials: own.map(({ credentialId: id, transports }) => ({ id, transports })),
  })
  await keepChallenge(database, token, { registrationChallenge: options.challenge })
  return options as unknown as Json
}

/** Returns the row of a new passkey; undefined if the passkey was not created for this session and this site. */
export async function newPasskey(
  { database, origin, token }: Asking,
  user: User,
  response: Json,
  userAgent: string | null,
): Promise<typeof passkeys.$inferInsert | undefined> {
  const expectedChallenge = await takeChallenge(database, token, 'registrationChallenge')
  if (expectedChallenge === undefined) return undefined
  const { verifyRegistrationResponse } = await library()
  const checked = await verifyRegistrationResponse({
    response: response as unknown as RegistrationResponseJSON,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: new URL(origin).hostname,
    supportedAlgorithmIDs,
    // A touch of the passkey suffices, without PIN or fingerprint, because the person has already entered the password.
    requireUserVerification: false,
  }).catch(() => undefined)
  if (!checked?.verified) return undefined
  const { id, publicKey, counter, transports = [] } = checked.registrationInfo.credential
  return {
    id: randomUUID(),
    userId: user.id,
    credentialId: id,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports,
    name: deviceNamed(userAgent),
  }
}

/** Returns options for `navigator.credentials.get`. */
export async function assertionOptions({ database, origin, token }: Asking, user: User): Promise<Json> {
  const own = await database.orm.select().from(passkeys).where(eq(passkeys.userId, user.id))
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: new URL(origin).hostname,
    allowCredentials: own.map(({ credentialId: id, transports }) => ({ id, transports })),
  })
  await keepChallenge(database, token, { passkeyChallenge: options.challenge })
  return options as unknown as Json
}

/** Returns the user's passkey that signed this session's challenge, and its new counter. */
export async function findSigner(
  { database, origin, token }: Asking,
  user: User,
  response: Json,
): Promise<{ id: string; counter: number } | undefined> {
  const expectedChallenge = await takeChallenge(database, token, 'passkeyChallenge')
  if (expectedChallenge === undefined) return undefined
  const [own] = await database.orm
    .select()
    .from(passkeys)
    .where(and(eq(passkeys.userId, user.id), eq(passkeys.credentialId, String(response.id))))
  if (!own) return undefined
  const { credentialId, publicKey, counter, transports } = own
  const { verifyAuthenticationResponse } = await library()
  const checked = await verifyAuthenticationResponse({
    response: response as unknown as AuthenticationResponseJSON,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: new URL(origin).hostname,
    credential: {
      id: credentialId,
      publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
      counter,
      transports,
    },
    requireUserVerification: false,
  }).catch(() => undefined)
  return checked?.verified ? { id: own.id, counter: checked.authenticationInfo.newCounter } : undefined
}

/** Stores the passkey's new counter. Returns false if another request has removed or used the passkey meanwhile. */
export async function countUse(tx: Transaction, { id, counter }: { id: string; counter: number }): Promise<boolean> {
  const counted = await tx
    .update(passkeys)
    .set({ counter })
    .where(and(eq(passkeys.id, id), lte(passkeys.counter, counter)))
    .returning({ id: passkeys.id })
  return counted.length > 0
}

/** What a challenge is for: a registration, which begins with the password, or a signature by an existing passkey. */
type Purpose = 'registrationChallenge' | 'passkeyChallenge'

async function keepChallenge(
  { orm }: Database,
  token: string | undefined,
  challenge: { readonly [Kept in Purpose]?: string },
): Promise<void> {
  await orm
    .update(sessions)
    .set(challenge)
    .where(eq(sessions.token, token ?? ''))
}

/** Reads and deletes the session's challenge, which is valid for one response, right or wrong. */
async function takeChallenge(
  database: Database,
  token: string | undefined,
  purpose: Purpose,
): Promise<string | undefined> {
  const own = eq(sessions.token, token ?? '')
  return database.transaction(async (tx) => {
    const [found] = await tx.select({ challenge: sessions[purpose] }).from(sessions).where(own).for('update')
    await tx
      .update(sessions)
      .set({ [purpose]: null })
      .where(own)
    return found?.challenge ?? undefined
  })
}
