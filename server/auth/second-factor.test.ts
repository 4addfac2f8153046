import { and, eq, inArray, or } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { KitchenLoad } from '#contract/kitchen-load.ts'
import type { ProblemBody } from '#contract/problem.ts'
import type { AppKey, SecondFactor } from '#contract/second-factor.ts'
import type { Session } from '#contract/session.ts'
import type { StaffList } from '#contract/staff.ts'
import type { Role } from '#domain/restaurant/policy.ts'
import { emailHost, openTestRestaurant, type TestRestaurant, withoutNewSessions } from '#tests/support/auth.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { securityKey } from '#tests/support/passkey.ts'
import { cheapHashes } from '#tests/support/password-hashes.ts'
import { codeOf, formerKey } from '#tests/support/totp.ts'
import { audit, kitchenLoad, passkeys, recoveryCodes, sessions, settings, totpKeys } from '../db/schema.ts'
import { officeRoutes } from '../office/office-routes.ts'
import { rescueOwner } from '../office/staff.ts'
import { settingsRoutes } from '../settings/settings-routes.ts'
import { insertAccount } from './accounts.ts'
import { defaultLimits } from './rate-limits.ts'

cheapHashes()
const database = await freshDatabase()
const { orm } = database
const more = (parts: Parameters<typeof officeRoutes>[0]) => ({ ...officeRoutes(parts), ...settingsRoutes(parts) })
const optional = await openTestRestaurant(database, { more })
const required = await openTestRestaurant(database, { more, requireSecondFactor: true })
await orm.insert(settings).values({ document: { name: 'Test Kitchen', emailHost } as never })
const password = 'suya after the rain'
const hash = await optional.auth.hashPassword(password)

let made = 0

async function person(role: Role) {
  made += 1
  return database.transaction((tx) => insertAccount(tx, emailHost, { role, username: `${role} ${made}` }, hash))
}

/**
 * Returns the code of the next half minute, which the server already accepts, and which stays valid while a test runs.
 */
const nextCodeOf = (key: string) => codeOf(key, 1)

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

async function body<Of>(response: Response, status = 200): Promise<Of> {
  const answer = await response.json()
  expect(response.status, JSON.stringify(answer)).toBe(status)
  return answer as Of
}

type Browser = ReturnType<TestRestaurant['browser']>

const secondStep = (browser: Browser, code: string) => browser.send('POST', '/api/session/second-step', { code })
const refusal = (response: Response, status: number) => body<ProblemBody>(response, status)

async function enrol(browser: Browser) {
  const { key, uri } = await body<AppKey>(await browser.send('POST', '/api/account/second-factor/app', { password }))
  const confirmation = await browser.send('POST', '/api/account/second-factor/app-confirmation', {
    code: nextCodeOf(key),
  })
  const { recoveryCodes: codes } = await body<{ recoveryCodes: string[] }>(confirmation)
  return { key, uri, codes }
}

/** Lets a code be accepted a second time, because tests cannot wait half a minute for the next code. */
const forgetCode = (userId: string) => orm.update(totpKeys).set({ lastStep: 0 }).where(eq(totpKeys.userId, userId))

/** Returns a signed-out member of staff with an app, and a browser that the account knows. */
async function enrolled(role: Role, restaurant = optional) {
  const user = await person(role)
  const browser = restaurant.browser()
  await browser.signIn(user.username, password)
  const app = await enrol(browser)
  await browser.signOut()
  // Delete the session that enrolled the app, because it would otherwise stay valid for some seconds.
  await orm.delete(sessions).where(eq(sessions.userId, user.id))
  await forgetCode(user.id)
  return { user, browser, ...app }
}

const entries = (id: string) =>
  orm
    .select({ action: audit.action, detail: audit.detail })
    .from(audit)
    .where(
      and(
        or(eq(audit.actorId, id), eq(audit.subject, `account:${id}`)),
        inArray(audit.action, [
          'session.begin',
          'second-factor.add',
          'second-factor.remove',
          'second-factor.reset',
          'second-factor.refuse',
          'recovery-codes.make',
          'recovery-codes.use',
        ]),
      ),
    )
    .orderBy(audit.id)

test('SAFE-9: an authenticator app becomes active with its first code; its key and the recovery codes are never stored as plain text', async () => {
  const owner = await person('owner')
  const browser = optional.browser()
  const elsewhere = optional.browser('192.0.2.7')
  await browser.signIn(owner.username, password)
  await elsewhere.signIn(owner.username, password)

  await refusal(await browser.send('POST', '/api/account/second-factor/app', { password: 'guessed' }), 422)
  const { key, uri } = await body<AppKey>(await browser.send('POST', '/api/account/second-factor/app', { password }))
  expect(uri).toMatch(/^otpauth:\/\/totp\/Test%20Kitchen:owner%20\d+\?/)
  expect(uri).toContain(`secret=${key}`)
  const confirm = (code: string) => browser.send('POST', '/api/account/second-factor/app-confirmation', { code })
  for (const code of [wrong(nextCodeOf(key)), '₦₦₦₦₦₦', 'six']) {
    expect(await refusal(await confirm(code), 422)).toMatchObject({ field: 'code' })
  }
  expect((await optional.browser('192.0.2.8').signIn(owner.username, password)).status).toBe(200)
  expect(await body(await browser.send('GET', '/api/account/second-factor'))).toMatchObject({ hasApp: false })

  const { recoveryCodes: codes } = await body<{ recoveryCodes: string[] }>(await confirm(nextCodeOf(key)))
  expect(new Set(codes).size).toBe(8)
  const own: SecondFactor = { isRequired: false, hasApp: true, passkeys: [], recoveryCodesLeft: 8 }
  expect(await body(await browser.send('GET', '/api/account/second-factor'))).toEqual(own)
  // The enrolling session continues. The other session ends, because no second factor was entered in it.
  expect(await browser.session()).toMatchObject({ id: owner.id })
  expect(await elsewhere.session()).toBeNull()
  const stored = JSON.stringify([await orm.select().from(totpKeys), await orm.select().from(recoveryCodes)])
  for (const secret of [key, ...codes]) expect(stored).not.toContain(secret)
  expect(stored).not.toContain(Buffer.from(key).toString('hex'))
  expect(await entries(owner.id)).toMatchObject([
    { action: 'session.begin' },
    { action: 'session.begin' },
    { action: 'session.begin' },
    { action: 'second-factor.add', detail: { factor: 'app', sessionsEnded: 3 } },
  ])
})

test('SAFE-9: adding a first second factor replaces the session, and requests with the replaced session succeed for 20 s', async () => {
  const owner = await person('owner')
  const browser = optional.browser()
  await browser.signIn(owner.username, password)
  const underWay = optional.browser()
  for (const [name, value] of browser.cookies) underWay.cookies.set(name, value)
  await enrol(browser)
  expect(underWay.cookies).not.toEqual(browser.cookies)
  expect((await underWay.account()).status).toBe(200)
  expect(await underWay.session()).toMatchObject({ id: owner.id })
  // The replaced session stays valid for at most 20 seconds, for requests that are under way; the new session lasts.
  const left = await orm.select().from(sessions).where(eq(sessions.userId, owner.id)).orderBy(sessions.expiresAt)
  expect(left.map(({ expiresAt }) => +expiresAt - Date.now() <= 20_000)).toEqual([true, false])
  await orm
    .update(sessions)
    .set({ expiresAt: new Date() })
    .where(eq(sessions.id, left[0]?.id ?? ''))
  await refusal(await underWay.account(), 401)
  expect(await browser.session()).toMatchObject({ id: owner.id })
})

test('SAFE-9: after the password alone a session allows only entering the second factor; then it is complete for one shift', async () => {
  const { user, browser, key } = await enrolled('cashier')
  const session = await body<Session>(await browser.signIn(user.username, password))
  expect(session).toMatchObject({ user: null, incomplete: { lacks: 'second-step', hasApp: true, hasPasskey: false } })
  expect(await body(await browser.send('GET', '/api/session'))).toEqual(session)
  expect(await refusal(await browser.account(), 401)).toMatchObject({ code: 'second-factor-needed' })
  // Adding another factor is refused as well: a person who knows only the password must not be able to add a factor.
  const add = await browser.send('POST', '/api/account/second-factor/app', { password })
  expect(await refusal(add, 401)).toMatchObject({ code: 'second-factor-needed' })

  const waiting = await orm.select().from(sessions).where(eq(sessions.userId, user.id))
  expect(waiting.map(({ expiresAt, createdAt }) => +expiresAt - +createdAt < 601_000)).toEqual([true])
  const before = [...browser.cookies.values()]
  expect(await refusal(await secondStep(browser, wrong(nextCodeOf(key))), 422)).toMatchObject({ field: 'code' })
  const code = nextCodeOf(key)
  expect(await body<Session>(await secondStep(browser, `${code.slice(0, 3)} ${code.slice(3)}`))).toMatchObject({
    user: { id: user.id },
  })
  expect((await browser.account()).status).toBe(200)
  const full = await orm.select().from(sessions).where(eq(sessions.userId, user.id))
  expect(full.map(({ expiresAt, createdAt }) => Math.round((+expiresAt - +createdAt) / 3_600_000))).toEqual([12])
  expect([...browser.cookies.values()]).not.toEqual(before)
  expect((await entries(user.id)).slice(2)).toMatchObject([
    { action: 'second-factor.refuse', detail: { reason: 'a wrong code' } },
    { action: 'session.begin', detail: { secondStep: 'app' } },
  ])
})

test('SAFE-9: after a code was accepted, this code and all earlier codes are refused in every browser', async () => {
  const { user, browser, key } = await enrolled('owner')
  const code = nextCodeOf(key)
  const earlier = codeOf(key, 0)
  await browser.signIn(user.username, password)
  await body(await secondStep(browser, code))
  for (const [replayed, address] of [
    [code, '192.0.2.1'],
    [code, '192.0.2.9'],
    [earlier, '192.0.2.1'],
  ] as const) {
    const other = optional.browser(address)
    await other.signIn(user.username, password)
    await refusal(await secondStep(other, replayed), 422)
    expect(await other.session()).toBeNull()
  }
  expect((await entries(user.id)).at(-1)).toMatchObject({ detail: { reason: 'a used code' } })
})

test('SAFE-9: a code sent by two browsers concurrently opens one session', async () => {
  const { user, key } = await enrolled('owner')
  const two = [optional.browser('192.0.2.21'), optional.browser('192.0.2.22')]
  for (const each of two) await each.signIn(user.username, password)
  const code = nextCodeOf(key)
  const statuses = await Promise.all(two.map(async (each) => (await secondStep(each, code)).status))
  expect(statuses.sort()).toEqual([200, 422])
})

test('SAFE-9: a recovery code opens a session once, however it is typed, and is audited', async () => {
  const { user, browser, codes } = await enrolled('owner')
  const [code = ''] = codes
  await browser.signIn(user.username, password)
  await body(await secondStep(browser, ` ${code.slice(0, 3)}-${code.slice(3).toLowerCase()}`))
  expect(await body(await browser.send('GET', '/api/account/second-factor'))).toMatchObject({ recoveryCodesLeft: 7 })
  expect((await entries(user.id)).slice(-2)).toMatchObject([
    { action: 'recovery-codes.use', detail: { left: 7 } },
    { action: 'session.begin', detail: { secondStep: 'recovery code' } },
  ])
  await browser.signOut()
  await browser.signIn(user.username, password)
  await refusal(await secondStep(browser, code), 422)

  const { codes: others } = await enrolled('owner')
  await refusal(await secondStep(browser, others[0] ?? ''), 422)
})

test('SAFE-9: creating new recovery codes requires the password and a code, and invalidates the earlier codes', async () => {
  const { user, browser, key, codes } = await enrolled('cashier')
  await browser.signIn(user.username, password)
  const used = nextCodeOf(key)
  await body(await secondStep(browser, used))
  const renew = (given: string, code = codes[1]) =>
    browser.send('POST', '/api/account/second-factor/recovery-codes', { proof: { password: given, code } })
  expect(await refusal(await renew('guessed'), 422)).toMatchObject({ field: 'proof.password' })
  expect(await refusal(await renew(password, ''), 422)).toMatchObject({ field: 'proof.code' })
  expect(await refusal(await renew(password, used), 422)).toMatchObject({ field: 'proof.code' })
  const renewed = await body<{ recoveryCodes: string[] }>(await renew(password))
  await browser.signOut()
  await browser.signIn(user.username, password)
  await refusal(await secondStep(browser, codes[0] ?? ''), 422)
  await body(await secondStep(browser, renewed.recoveryCodes[0] ?? ''))
  expect((await entries(user.id)).map(({ action }) => action)).toContain('recovery-codes.make')
})

test('SAFE-9: wrong codes after the right password use up the limit of unknown devices and do not lock known devices', async () => {
  const { user, browser, key } = await enrolled('owner')
  const { most } = defaultLimits.secondStepAccount
  const statuses: number[] = []
  for (let at = 0; at <= most; at += 1) {
    // Each attempt uses a new browser, which is an unknown device. All unknown devices share one limit of the account.
    const stranger = optional.browser(`198.51.100.${at}`)
    expect((await stranger.signIn(user.username, password)).status).toBe(200)
    statuses.push((await secondStep(stranger, wrong(nextCodeOf(key)))).status)
  }
  expect(statuses).toEqual([...Array(most).fill(422), 429])
  const late = optional.browser('198.51.100.99')
  await late.signIn(user.username, password)
  expect((await secondStep(late, nextCodeOf(key))).status).toBe(429)

  await browser.signIn(user.username, password)
  await body(await secondStep(browser, nextCodeOf(key)))
  const refused = (await entries(user.id)).filter(({ action }) => action === 'second-factor.refuse')
  expect(refused).toHaveLength(defaultLimits.auditedDenial.most)
})

test('SAFE-9: owner and cashier need a second factor for any access while the setting is on, and other roles do not', async () => {
  for (const role of ['owner', 'cashier'] as const) {
    const user = await person(role)
    const browser = required.browser()
    const session = await body<Session>(await browser.signIn(user.username, password))
    expect(session).toMatchObject({ user: null, incomplete: { lacks: 'second-factor', user: { id: user.id } } })
    expect(await refusal(await browser.account(), 401)).toMatchObject({ code: 'second-factor-needed' })
    const { codes } = await enrol(browser)
    expect(await browser.session()).toMatchObject({ id: user.id })
    const proof = { password, code: codes[0] }
    const removed = await browser.send('POST', '/api/account/second-factor/removal', { proof })
    expect(await body(removed)).toMatchObject({ isRequired: true, hasApp: false, recoveryCodesLeft: 0 })
    expect(await browser.session()).toBeNull()
    expect((await browser.account()).status).toBe(401)
    await browser.signOut()
    expect(browser.cookies.has('buka.session_token')).toBe(false)
  }
  for (const role of ['kitchen', 'rider'] as const) {
    const user = await person(role)
    const browser = required.browser()
    await body(await browser.signIn(user.username, password))
    expect(await browser.session()).toMatchObject({ id: user.id })
  }
})

test('SAFE-9: an account needs its second factor even while the setting is off, and can remove it with the password and a code', async () => {
  const { user, browser, key, codes } = await enrolled('kitchen')
  await browser.signIn(user.username, password)
  expect(await browser.session()).toBeNull()
  await body(await secondStep(browser, nextCodeOf(key)))
  const remove = (given: string, code = codes[0]) =>
    browser.send('POST', '/api/account/second-factor/removal', { proof: { password: given, code } })
  expect(await refusal(await remove('guessed'), 422)).toMatchObject({ field: 'proof.password' })
  // A page of the last release sends only the password. The password alone must not remove a factor.
  const byPassword = await browser.send('POST', '/api/account/second-factor/removal', { password })
  expect(await refusal(byPassword, 422)).toMatchObject({ field: 'proof.code' })
  const another = { proof: { password, code: codes[1] }, passkey: 'a key of somebody else' }
  expect((await browser.send('POST', '/api/account/second-factor/removal', another)).status).toBe(404)
  await body(await remove(password))
  expect(await browser.session()).toMatchObject({ id: user.id })
  await browser.signOut()
  await browser.signIn(user.username, password)
  expect(await browser.session()).toMatchObject({ id: user.id })
  expect((await entries(user.id)).map(({ action }) => action)).toContain('second-factor.remove')
})

test('SAFE-9: replacing an authenticator app requires a code of the old app, and takes effect with the first code of the new app', async () => {
  const { user, browser, key, codes } = await enrolled('owner')
  await browser.signIn(user.username, password)
  await body(await secondStep(browser, nextCodeOf(key)))
  const replace = (proof: object) => browser.send('POST', '/api/account/second-factor/app', { proof })
  expect(await refusal(await replace({ password }), 422)).toMatchObject({ field: 'proof.code' })
  const second = await body<AppKey>(await replace({ password, code: codes[0] }))
  await browser.signOut()
  await forgetCode(user.id)
  await browser.signIn(user.username, password)
  await refusal(await secondStep(browser, nextCodeOf(second.key)), 422)
  await body(await secondStep(browser, nextCodeOf(key)))
  const code = nextCodeOf(second.key)
  const confirmed = await browser.send('POST', '/api/account/second-factor/app-confirmation', { code })
  expect(await body(confirmed)).toEqual({ recoveryCodes: null })
  expect((await browser.account()).status).toBe(200)
  await browser.signOut()
  await forgetCode(user.id)
  await browser.signIn(user.username, password)
  await refusal(await secondStep(browser, nextCodeOf(key)), 422)
  await body(await secondStep(browser, nextCodeOf(second.key)))
})

test('SAFE-9: the owner sees who has a second factor, and a reset by the owner ends the sessions and is audited', async () => {
  const cashier = await enrolled('cashier')
  await cashier.browser.signIn(cashier.user.username, password)
  await body(await secondStep(cashier.browser, nextCodeOf(cashier.key)))
  await orm.insert(passkeys).values({
    id: 'a key',
    userId: cashier.user.id,
    credentialId: 'a key',
    publicKey: '',
    counter: 0,
    transports: [],
    name: 'Chrome on Android',
  })
  const owner = await person('owner')
  const office = optional.browser()
  await office.signIn(owner.username, password)
  const seen = async (id: string) => {
    const { members } = await body<StaffList>(await office.send('GET', '/api/office/staff'))
    return members.find((each) => each.id === id)
  }
  await optional.browser('192.0.2.31').signIn(cashier.user.username, password)
  expect((await seen(cashier.user.id))?.sessions).toHaveLength(1)
  expect(await seen(cashier.user.id)).toMatchObject({ hasSecondFactor: true })
  expect(await seen(owner.id)).toMatchObject({ hasSecondFactor: false })
  const resetOf = (id: string, body?: object) => office.send('DELETE', `/api/office/staff/${id}/second-factor`, body)
  for (const unproved of [undefined, {}]) {
    expect(await refusal(await resetOf(cashier.user.id, unproved), 422)).toMatchObject({ field: 'proof.password' })
  }
  const reset = await resetOf(cashier.user.id, { proof: { password } })
  expect(await body(reset)).toMatchObject({ hasSecondFactor: false, sessions: [] })
  expect(await cashier.browser.session()).toBeNull()
  for (const table of [totpKeys, passkeys, recoveryCodes]) {
    expect(await orm.select().from(table).where(eq(table.userId, cashier.user.id))).toEqual([])
  }
  expect((await entries(cashier.user.id)).at(-1)).toEqual({
    action: 'second-factor.reset',
    detail: { sessionsEnded: 2 },
  })
  await cashier.browser.signIn(cashier.user.username, password)
  expect(await cashier.browser.session()).toMatchObject({ id: cashier.user.id })
  expect((await resetOf(owner.id, { proof: { password } })).status).toBe(403)
})

test('SAFE-9: an owner with a second factor can change limits or another person’s account only by entering both factors again', async () => {
  const { user, browser, key, codes } = await enrolled('owner')
  await browser.signIn(user.username, password)
  const used = nextCodeOf(key)
  await body(await secondStep(browser, used))
  const cashier = await person('cashier')
  const changes = [
    ['PATCH', '/api/kitchen-load', { secondPersonAbove: null }],
    ['PATCH', '/api/office/settings', { cashAtDoorUpTo: 50_000 }],
    ['POST', `/api/office/staff/${cashier.id}/password`, {}],
  ] as const
  const limits = async () =>
    body<KitchenLoad>(await browser.send('GET', '/api/kitchen-load')).then(({ secondPersonAbove, cashAtDoorUpTo }) => ({
      secondPersonAbove,
      cashAtDoorUpTo,
    }))
  await orm.update(kitchenLoad).set({ secondPersonAbove: 20_000, cashAtDoorUpTo: null })
  const before = await limits()
  const key2 = securityKey()
  for (const [method, path, change] of changes) {
    for (const [proof, field] of [
      [undefined, 'proof.password'],
      [{ password: 'guessed', code: codes[0] }, 'proof.password'],
      [{ password }, 'proof.code'],
      [{ password, code: wrong(used) }, 'proof.code'],
      // `used` is the code that opened the session.
      [{ password, code: used }, 'proof.code'],
      [{ password, passkey: key2.sign({ challenge: 'made up' }) }, 'proof.passkey'],
    ] as const) {
      expect(await refusal(await browser.send(method, path, { ...change, proof }), 422)).toMatchObject({ field })
    }
  }
  expect(await limits()).toEqual(before)
  expect((await optional.browser('192.0.2.41').signIn(cashier.username, password)).status).toBe(200)
  // A change of other settings needs no proof. The request also contains the limits, which need one, but unchanged.
  await body(await browser.send('PATCH', '/api/kitchen-load', { rushMinutes: 10, ...before }))

  // The new passkey can sign a proof. Each signature and each recovery code is accepted once.
  const options = await body<Record<string, unknown>>(
    await browser.send('POST', '/api/account/second-factor/passkey-challenge', { proof: { password, code: codes[0] } }),
  )
  await body(await browser.send('POST', '/api/account/second-factor/passkeys', { passkey: key2.register(options) }))
  const [passkeyChange, codeChange, last] = changes
  const challenge = await body<Record<string, unknown>>(await browser.send('POST', '/api/session/passkey-challenge'))
  const signed = { password, passkey: key2.sign(challenge) }
  await body(await browser.send(passkeyChange[0], passkeyChange[1], { ...passkeyChange[2], proof: signed }))
  await refusal(await browser.send(codeChange[0], codeChange[1], { ...codeChange[2], proof: signed }), 422)
  const proof = { password, code: codes[1] }
  await body(await browser.send(codeChange[0], codeChange[1], { ...codeChange[2], proof }))
  await refusal(await browser.send(last[0], last[1], { ...last[2], proof }), 422)
  expect(await limits()).toEqual({ secondPersonAbove: null, cashAtDoorUpTo: 50_000 })
})

test('SAFE-9: attempts at a risky change with a wrong second factor are limited, and a used code does not reset the limit', async () => {
  const { most } = defaultLimits.secondStepDevice
  const { user, browser, key } = await enrolled('owner')
  await browser.signIn(user.username, password)
  const code = nextCodeOf(key)
  await body(await secondStep(browser, code))
  const change = (code: string) =>
    browser.send('PATCH', '/api/office/settings', { capacity: 5, proof: { password, code } })
  const statuses: number[] = []
  for (let at = 0; at < most; at += 1) statuses.push((await change(at === most - 2 ? code : wrong(code))).status)
  expect(statuses).toEqual([...Array(most - 2).fill(422), 200, 422])
  expect((await change(wrong(code))).status).toBe(429)
})

test('SAFE-9: npm run owner removes the second factor of an owner who has lost it', async () => {
  const { user } = await enrolled('owner')
  const rescued = await rescueOwner({ database, auth: optional.auth }, user.username)
  const browser = optional.browser()
  await body(await browser.signIn(user.username, rescued.password))
  expect(await browser.session()).toMatchObject({ id: user.id })
  expect((await entries(user.id)).map(({ action }) => action)).toContain('second-factor.reset')
})

test('SAFE-9: a session that still lacks the second factor ends when the password is changed', async () => {
  const { user, browser, key } = await enrolled('owner')
  await browser.signIn(user.username, password)
  await rescueOwner({ database, auth: optional.auth }, user.username)
  expect((await secondStep(browser, nextCodeOf(key))).status).toBe(401)
})

test("SAFE-9: a second-factor key sealed with another folder's secret accepts no code, and a recovery code still works", async () => {
  const { user, browser, key, codes } = await enrolled('owner')
  await orm
    .update(totpKeys)
    .set({ key: '00'.repeat(80) })
    .where(eq(totpKeys.userId, user.id))
  await browser.signIn(user.username, password)
  await refusal(await secondStep(browser, nextCodeOf(key)), 422)
  await body(await secondStep(browser, codes[0] ?? ''))
})

test('SAFE-9: a second-factor key sealed by the last release accepts codes, and its first code reseals it in the current format', async () => {
  const { user, browser } = await enrolled('owner')
  const { base32, sealed, key } = formerKey
  const stored = async () => (await orm.select().from(totpKeys).where(eq(totpKeys.userId, user.id)))[0]?.key ?? ''
  await orm.update(totpKeys).set({ key: sealed }).where(eq(totpKeys.userId, user.id))
  await browser.signIn(user.username, password)
  await refusal(await secondStep(browser, wrong(nextCodeOf(base32))), 422)
  expect(await stored()).toBe(sealed)
  await body(await secondStep(browser, nextCodeOf(base32)))
  const resealed = await stored()
  expect(resealed).toMatch(/^v1\./)
  expect(optional.auth.sealedTexts.unseal(resealed)).toBe(key)

  await forgetCode(user.id)
  await browser.signOut()
  await browser.signIn(user.username, password)
  await body(await secondStep(browser, nextCodeOf(base32)))
  expect(await stored()).toBe(resealed)
})

test('SAFE-9: a passkey response that is malformed or belongs to another session is refused', async () => {
  const { user, browser } = await enrolled('owner')
  await browser.signIn(user.username, password)
  const answer = (passkey: unknown) => browser.send('POST', '/api/session/second-step', { passkey })
  for (const passkey of [{}, { id: 'a key' }, { id: {}, response: [] }]) {
    expect(await refusal(await answer(passkey), 422)).toMatchObject({ field: 'passkey' })
  }
  const options = await body<{ challenge: string }>(await browser.send('POST', '/api/session/passkey-challenge'))
  expect(Buffer.from(options.challenge, 'base64url').length).toBeGreaterThanOrEqual(32)
  expect(await refusal(await answer({ id: 'a key', response: {} }), 422)).toMatchObject({ field: 'passkey' })
})

test('SAFE-9: adding a passkey requires the password, and a challenge for sign-in is invalid for registration and vice versa', async () => {
  const owner = await person('owner')
  const browser = optional.browser()
  await browser.signIn(owner.username, password)
  const key = securityKey()
  const challenge = async () =>
    body<Record<string, unknown>>(await browser.send('POST', '/api/session/passkey-challenge'))
  const begin = async () =>
    body<Record<string, unknown>>(
      await browser.send('POST', '/api/account/second-factor/passkey-challenge', { password }),
    )
  const add = (options: Record<string, unknown>) =>
    browser.send('POST', '/api/account/second-factor/passkeys', { passkey: key.register(options) })
  expect(await refusal(await add(await challenge()), 422)).toMatchObject({ field: 'passkey' })
  expect(await body(await browser.send('GET', '/api/account/second-factor'))).toMatchObject({ passkeys: [] })

  const added = await body<{ recoveryCodes: string[] }>(await add(await begin()))
  expect(added.recoveryCodes).toHaveLength(8)
  // The challenge for the registration was used up above, so a challenge for sign-in is still refused.
  expect((await add(await challenge())).status).toBe(422)

  await browser.signOut()
  await browser.signIn(owner.username, password)
  const sign = (options: Record<string, unknown>) =>
    browser.send('POST', '/api/session/second-step', { passkey: key.sign(options) })
  const [waiting] = await orm.select().from(sessions).where(eq(sessions.userId, owner.id))
  await orm
    .update(sessions)
    .set({ registrationChallenge: 'begun' })
    .where(eq(sessions.id, waiting?.id ?? ''))
  expect((await sign({ challenge: 'begun' })).status).toBe(422)
  expect(await body<Session>(await sign(await challenge()))).toMatchObject({ user: { id: owner.id } })
})

test('SAFE-9: a recovery code is not spent if the session fails to begin', async () => {
  const { user, browser, codes } = await enrolled('cashier')
  await browser.signIn(user.username, password)
  const [code = ''] = codes
  await withoutNewSessions(database, () => expect(secondStep(browser, code)).rejects.toThrow())
  expect(await body<Session>(await secondStep(browser, code))).toMatchObject({ user: { id: user.id } })
})

test('SAFE-9: a first second factor is not added if the session fails to begin, and its code stays valid', async () => {
  const user = await person('cashier')
  const browser = optional.browser()
  await browser.signIn(user.username, password)
  const { key } = await body<AppKey>(await browser.send('POST', '/api/account/second-factor/app', { password }))
  const code = nextCodeOf(key)
  const confirm = () => browser.send('POST', '/api/account/second-factor/app-confirmation', { code })
  await withoutNewSessions(database, () => expect(confirm()).rejects.toThrow())
  expect((await browser.account()).status).toBe(200)
  const factor = await body<SecondFactor>(await browser.send('GET', '/api/account/second-factor'))
  expect(factor).toMatchObject({ hasApp: false, recoveryCodesLeft: 0 })
  await body(await confirm())
  expect((await browser.account()).status).toBe(200)
})
