import { and, eq, lt } from 'drizzle-orm'
import type { SecondStep } from '#contract/second-factor.ts'
import type { User } from '#contract/session.ts'
import { recordAudit } from '../db/audit.ts'
import type { Database, Transaction } from '../db/database.ts'
import { sessions, totpKeys } from '../db/schema.ts'
import { refuse } from '../http/problems.ts'
import type { Auth } from './auth.ts'
import { deviceNamed } from './device.ts'
import { type Asking, countUse, findSigner } from './passkeys.ts'
import type { Tries } from './rate-limits.ts'
import { findRecoveryCode, recoveryCodesLeft, spendRecoveryCode } from './recovery-codes.ts'
import { endSessions } from './sessions.ts'
import { auditDenial } from './sign-in.ts'
import * as Totp from './totp.ts'

type Restaurant = { readonly database: Database; readonly auth: Auth; readonly tries: Tries }

/** Something that fits. `use` makes it unusable, and is false where somebody else was faster. */
type Proof = { readonly by: 'app' | 'recovery code' | 'passkey'; readonly use: (tx: Transaction) => Promise<boolean> }

/**
 * Replaces the session that waits for its second step by a full one, and returns the cookies. Whoever knows the password
 * shares the account's tries; a device that the account has signed in on has its own, so nobody else uses them up.
 */
export async function takeSecondStep(
  restaurant: Restaurant,
  user: User,
  form: SecondStep,
  asking: Asking,
  headers: Headers,
): Promise<string[]> {
  const { database, auth, tries } = restaurant
  const known = await auth.knownDevice(headers, user.id)
  const limit = known === undefined ? 'secondStepAccount' : 'secondStepDevice'
  const counted = known === undefined ? user.id : `${known} ${user.id}`
  await tries.count(limit, counted)
  const device = headers.get('user-agent')
  const proof = await findProof(restaurant, user, form, asking)
  const isUsed = proof && (await database.transaction((tx) => complete(tx, user, proof, asking.token)))
  if (!proof || !isUsed) {
    const reason = `a ${proof ? 'used' : 'wrong'} ${'passkey' in form ? 'passkey' : 'code'}`
    await auditDenial(restaurant, 'second-factor.refuse', user, reason, device)
    throw 'passkey' in form
      ? refuse('invalid', 'This passkey was not accepted. Please try again, or enter a code.', 'passkey')
      : refuse('invalid', 'This code does not fit, or was used already. Please enter a new one.', 'code')
  }
  await tries.clear(limit, counted)
  const cookies = await auth.openSession(user, headers, { secondStep: 'done' })
  const detail = { device: deviceNamed(device), secondStep: proof.by }
  await database.transaction((tx) => recordAudit(tx, user, 'session.begin', 'session', detail))
  return cookies
}

/** Uses the proof and ends the session that waited. */
async function complete(tx: Transaction, user: User, proof: Proof, token: string | undefined): Promise<boolean> {
  if (!(await proof.use(tx))) return false
  const [waiting] = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.token, token ?? ''))
  // Ended in the meantime: by a new password, or from the office.
  if (!waiting || (await endSessions(tx, user.id, { only: waiting.id })) === 0) {
    throw refuse('not-signed-in', 'User not authenticated')
  }
  if (proof.by === 'recovery code') {
    const left = await recoveryCodesLeft(tx, user.id)
    await recordAudit(tx, user, 'recovery-codes.use', `account:${user.id}`, { left })
  }
  return true
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
  const key = app?.key ? await auth.unseal(app.key) : undefined
  const step = key === undefined ? undefined : await Totp.stepOf(key, code, Date.now())
  return step === undefined ? undefined : { by: 'app', use: (tx) => spendStep(tx, user.id, step) }
}

/** A code is good once: neither it nor an earlier one is accepted again. */
async function spendStep(tx: Transaction, userId: string, step: number): Promise<boolean> {
  const used = await tx
    .update(totpKeys)
    .set({ lastStep: step })
    .where(and(eq(totpKeys.userId, userId), lt(totpKeys.lastStep, step)))
    .returning({ id: totpKeys.userId })
  return used.length > 0
}
