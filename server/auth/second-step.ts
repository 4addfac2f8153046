import { and, eq, lt } from 'drizzle-orm'
import type { Proof as GivenProof, SecondStep } from '#contract/second-factor.ts'
import type { User } from '#contract/session.ts'
import { recordAudit } from '../db/audit.ts'
import type { Database, Transaction } from '../db/database.ts'
import { sessions, totpKeys, users } from '../db/schema.ts'
import { originOf } from '../http/origin.ts'
import { notSignedIn, type Refusal, refuse, refuseSecret } from '../http/problems.ts'
import type { Call } from '../http/route.ts'
import { type Auth, requireAccount } from './auth.ts'
import { deviceNamed } from './device.ts'
import { type Asking, countUse, findSigner } from './passkeys.ts'
import { requireCurrentPassword } from './passwords.ts'
import type { Tries } from './rate-limits.ts'
import { findRecoveryCode, recoveryCodesLeft, spendRecoveryCode } from './recovery-codes.ts'
import { endSessions } from './sessions.ts'
import { auditDenial } from './sign-in.ts'
import * as Totp from './totp.ts'

type Restaurant = { readonly database: Database; readonly auth: Auth; readonly tries: Tries }

/** A valid proof. `use` invalidates the proof, and returns false if another request was faster. */
type Proof = { readonly by: 'app' | 'recovery code' | 'passkey'; readonly use: (tx: Transaction) => Promise<boolean> }

/** Invalidates a proof, in the transaction of the change that needs the proof. */
export type Prove = (tx: Transaction) => Promise<void>

export type ProvingCall = Pick<Call<'GET /api/account'>, 'user' | 'headers' | 'context'>

/**
 * Runs a change with the proof from its request: the password, and a second factor if the account has one. A change
 * that needs a proof calls `prove` in its transaction. `prove` throws a Refusal if the request had no proof.
 */
export type WithProof = <Value>(
  call: ProvingCall,
  given: GivenProof | undefined,
  change: (prove: Prove) => Promise<Value>,
) => Promise<Value>

export function openProofs({
  publicUrl,
  ...restaurant
}: Restaurant & {
  /** The public address; if undefined, each request's own address is used. */
  readonly publicUrl: string | undefined
}): WithProof {
  const { database, auth, tries } = restaurant
  return async ({ user, headers, context }, given, change) => {
    if (!given) {
      return change(async () => {
        throw noProof()
      })
    }
    await tries.count('passwordChange', user.id)
    await requireCurrentPassword(restaurant, user, given.password ?? '', `${proofField}password`)
    await tries.clear('passwordChange', user.id)
    const [row] = await database.orm.select({ since: users.secondFactorSince }).from(users).where(eq(users.id, user.id))
    if (!row?.since) return change(async () => {})
    const { code = '', passkey } = given
    if (code === '' && !passkey) throw refuse('invalid', 'Please enter a code, or use a passkey.', `${proofField}code`)
    const form = passkey ? { passkey } : { code }
    const counted = await triesOf(auth, headers, user)
    await tries.count(...counted)
    const asking = { database, origin: originOf(context, publicUrl), token: auth.sessionToken(headers) }
    const proof = await findProof(restaurant, user, form, asking)
    if (!proof) throw await refused(restaurant, user, form, 'wrong', headers, proofField)
    let isUsed = false
    const value = await change(async (tx) => {
      if (!(await proof.use(tx))) throw wrongProof(form, proofField)
      await auditRecoveryCode(tx, user, proof)
      isUsed = true
    })
    // Only a request that has used up a proof resets the limit. A code that was used before also matches, but must not
    // reset it.
    if (isUsed) await tries.clear(...counted)
    return value
  }
}

const proofField = 'proof.'

/** The last release's pages send no proof. They show this sentence as well, so it tells the user to reload the page. */
const noProof = () =>
  refuse(
    'invalid',
    'This needs your own password once more, and your second factor if you have one. Reload the page if it asks for neither.',
    `${proofField}password`,
  )

/**
 * Returns the limit to count. Unknown devices share the account's limit; each device known to the account has its own.
 */
async function triesOf(
  auth: Auth,
  headers: Headers,
  { id }: User,
): Promise<[limit: 'secondStepAccount' | 'secondStepDevice', subject: string]> {
  const known = await auth.knownDevice(headers, id)
  return known === undefined ? ['secondStepAccount', id] : ['secondStepDevice', `${known} ${id}`]
}

/** Replaces the session that waits for its second factor by a complete session, and returns the cookies. */
export async function takeSecondStep(
  restaurant: Restaurant,
  user: User,
  form: SecondStep,
  asking: Asking,
  headers: Headers,
): Promise<string[]> {
  const { auth, tries } = restaurant
  const counted = await triesOf(auth, headers, user)
  await tries.count(...counted)
  const proof = await findProof(restaurant, user, form, asking)
  const cookies = proof && (await complete(restaurant, user, proof, asking.token, headers))
  if (!cookies) throw await refused(restaurant, user, form, proof ? 'used' : 'wrong', headers)
  await tries.clear(...counted)
  return cookies
}

async function refused(
  restaurant: Restaurant,
  user: User,
  form: SecondStep,
  fault: 'used' | 'wrong',
  headers: Headers,
  at = '',
): Promise<Refusal> {
  const reason = `a ${fault} ${'passkey' in form ? 'passkey' : 'code'}`
  await auditDenial(restaurant, 'second-factor.refuse', user, reason, headers.get('user-agent'))
  return wrongProof(form, at)
}

/** Returns the refusal of a wrong proof. `at` is the prefix of the field's name. */
function wrongProof(form: SecondStep, at = ''): Refusal {
  return 'passkey' in form
    ? refuseSecret('This passkey was not accepted. Please try again, or enter a code.', `${at}passkey`)
    : refuseSecret('This code is wrong or was already used. Please enter a new one.', `${at}code`)
}

async function auditRecoveryCode(tx: Transaction, user: User, { by }: Proof): Promise<void> {
  if (by !== 'recovery code') return
  await recordAudit(tx, user, 'recovery-codes.use', `account:${user.id}`, {
    left: await recoveryCodesLeft(tx, user.id),
  })
}

/**
 * Uses up the proof, and replaces the waiting session by a complete session. Returns undefined if another request has
 * used the proof meanwhile.
 */
async function complete(
  { database, auth }: Restaurant,
  user: User,
  proof: Proof,
  token: string | undefined,
  headers: Headers,
): Promise<string[] | undefined> {
  return database.transaction(async (tx) => {
    await requireAccount(tx, user.id)
    if (!(await proof.use(tx))) return undefined
    const [waiting] = await tx
      .select({ id: sessions.id })
      .from(sessions)
      .where(eq(sessions.token, token ?? ''))
    // The session has ended meanwhile, for example by a change of the password or by the owner in the office.
    if (!waiting || (await endSessions(tx, user.id, { only: waiting.id })) === 0) throw notSignedIn()
    await auditRecoveryCode(tx, user, proof)
    const detail = { device: deviceNamed(headers.get('user-agent')), secondStep: proof.by }
    await recordAudit(tx, user, 'session.begin', 'session', detail)
    return auth.openSession(tx, user, headers, 'done')
  })
}

async function findProof(
  { database, auth }: Restaurant,
  user: User,
  form: SecondStep,
  asking: Asking,
): Promise<Proof | undefined> {
  if ('passkey' in form) {
    const signer = await findSigner(asking, user, form.passkey)
    return signer && { by: 'passkey', use: (tx) => countUse(tx, signer) }
  }
  const code = form.code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(code)) {
    const id = await findRecoveryCode({ database, auth }, user.id, code)
    return id === undefined ? undefined : { by: 'recovery code', use: (tx) => spendRecoveryCode(tx, id) }
  }
  const [app] = await database.orm.select().from(totpKeys).where(eq(totpKeys.userId, user.id))
  const sealed = app?.key
  if (!sealed) return undefined
  const key = auth.sealedTexts.unseal(sealed)
  const step = key === undefined ? undefined : Totp.stepOf(key, code, Date.now())
  if (step === undefined) return undefined
  const resealed = auth.sealedTexts.reseal(sealed)
  return { by: 'app', use: (tx) => spendStep(tx, user.id, { step, sealed, resealed }) }
}

/**
 * Stores the half minute to which a code belongs (its step), so this code and all earlier codes are refused from now
 * on. Replaces the app's encrypted key by `resealed`, the same key in the current format of encryption. Returns false if
 * the code was used meanwhile, or the app was replaced.
 */
async function spendStep(
  tx: Transaction,
  userId: string,
  { step, sealed, resealed }: { step: number; sealed: string; resealed: string },
): Promise<boolean> {
  const used = await tx
    .update(totpKeys)
    .set({ lastStep: step, key: resealed })
    .where(and(eq(totpKeys.userId, userId), eq(totpKeys.key, sealed), lt(totpKeys.lastStep, step)))
    .returning({ id: totpKeys.userId })
  return used.length > 0
}
