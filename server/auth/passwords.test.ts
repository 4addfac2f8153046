import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { ResetCode } from '#contract/staff.ts'
import { emailHost, form, noLimits, openTestRestaurant, userIn, withoutNewSessions } from '#tests/support/auth.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { cheapHashes } from '#tests/support/password-hashes.ts'
import { audit, events, verifications } from '../db/schema.ts'
import { insertAccount } from './accounts.ts'
import { makeResetCode } from './passwords.ts'
import { defaultLimits } from './rate-limits.ts'

cheapHashes()
const database = await freshDatabase()
const restaurant = await openTestRestaurant(database, { limits: noLimits })
const owner = { id: 'the-owner', role: 'owner' } as const

async function customer() {
  const browser = restaurant.browser()
  const sent = form()
  const user = await userIn(await browser.signUp(sent))
  return { ...browser, user, password: sent.password, username: sent.username, phone: sent.phone }
}

const change = (browser: { send: ReturnType<typeof restaurant.browser>['send'] }, current: string, password: string) =>
  browser.send('POST', '/api/account/password', { current, password })
const reset = (identifier: string, code: string, password: string, browser = restaurant.browser()) =>
  browser.send('POST', '/api/password-reset', { identifier, code, password })
const codeFor = (identifier: string) => makeResetCode({ database, auth: restaurant.auth }, owner, identifier)

test('a password change invalidates the old password and ends the sessions of other browsers', async () => {
  const ada = await customer()
  const phone = restaurant.browser()
  await phone.signIn(ada.username, ada.password)
  expect((await change(ada, ada.password, 'eba and ogbono')).status).toBe(204)
  expect((await ada.account()).status).toBe(200)
  expect((await phone.account()).status).toBe(401)
  expect((await phone.signIn(ada.username, ada.password)).status).toBe(401)
  expect((await phone.signIn(ada.username, 'eba and ogbono')).status).toBe(200)
  const entries = await database.orm
    .select()
    .from(audit)
    .where(eq(audit.subject, `account:${ada.user.id}`))
  expect(entries).toMatchObject([{ action: 'password.change', actorId: ada.user.id, detail: { sessionsEnded: 1 } }])
  const published = await database.orm.select().from(events).where(eq(events.subject, ada.user.id))
  expect(published).toMatchObject([{ topics: [`account:${ada.user.id}`] }])
})

test('a password change with a wrong current password or a new password that is too short changes nothing', async () => {
  const ada = await customer()
  const phone = restaurant.browser()
  await phone.signIn(ada.username, ada.password)
  const wrong = await change(ada, 'not the password', 'eba and ogbono')
  expect([wrong.status, await wrong.json()]).toMatchObject([
    422,
    { field: 'current', detail: 'This is not your current password.' },
  ])
  const short = await change(ada, ada.password, 'seven77')
  expect([short.status, await short.json()]).toMatchObject([
    422,
    { field: 'password', detail: 'Please use a password of at least 8 characters.' },
  ])
  expect((await phone.account()).status).toBe(200)
  expect((await restaurant.browser().signIn(ada.username, ada.password)).status).toBe(200)
})

test('a new password needs 15 characters for staff and 8 for customers', async () => {
  const password = 'a long old password'
  const hash = await restaurant.auth.hashPassword(password)
  await database.transaction((tx) => insertAccount(tx, emailHost, { role: 'kitchen', username: 'the cook' }, hash))
  const cook = restaurant.browser()
  await cook.signIn('the cook', password)
  const short = await change(cook, password, 'fourteen chars')
  expect([short.status, await short.json()]).toMatchObject([
    422,
    { field: 'password', detail: 'Please use a password of at least 15 characters.' },
  ])
  expect((await change(cook, password, 'fifteen letters')).status).toBe(204)
  const ada = await customer()
  expect((await change(ada, ada.password, 'eight 88')).status).toBe(204)
})

test('SAFE-9: a customer’s password that consists of the username or the phone is refused with its field', async () => {
  const ada = await customer()
  const named = { status: 422, field: 'password', detail: expect.stringMatching(/from your name, your phone or/) }
  const signUp = (password: string) =>
    restaurant.browser().signUp(form({ username: 'Folake Adeyemi', phone: '08031112223', password }))
  for (const password of ['folakeadeyemi', 'Folake Adeyemi', 'Folake-Adeyemi!', '08031112223', '+2348031112223']) {
    expect(await (await signUp(password)).json(), password).toMatchObject(named)
  }
  expect(await (await change(ada, ada.password, ada.phone)).json()).toMatchObject(named)
  expect(await (await change(ada, ada.password, ada.username)).json()).toMatchObject(named)
  const { code } = await codeFor(ada.username)
  expect(await (await reset(ada.username, code, ada.username)).json()).toMatchObject(named)
  expect((await signUp('folake adeyemi eats suya')).status).toBe(201)
})

test('SAFE-9: common and repetitive passwords are refused at sign-up, change and reset, and for staff also names and sequences', async () => {
  const common = { field: 'password', detail: 'This password is on lists of common ones. Please choose another one.' }
  const named = { field: 'password', detail: expect.stringMatching(/from your name, your phone or the restaurant/) }
  const repeated = { field: 'password', detail: expect.stringMatching(/repeats itself/) }
  const ada = await customer()
  const refused = async (response: Response) => (await response.json()) as object
  for (const [password, expected] of [
    ['Trustno1', common],
    ['abcabcabc', repeated],
  ] as const) {
    expect(await refused(await change(ada, ada.password, password)), password).toMatchObject(expected)
  }
  const signUp = await restaurant.browser().signUp(form({ username: 'Folake Ade', password: 'sunshine1' }))
  expect(await refused(signUp)).toMatchObject({ status: 422, ...common })
  const { code } = await codeFor(ada.username)
  expect(await refused(await reset(ada.username, code, 'iloveyou'))).toMatchObject(common)

  const hash = await restaurant.auth.hashPassword('a long old password')
  await database.transaction((tx) =>
    insertAccount(tx, emailHost, { role: 'cashier', username: 'Ngozi Okonjo Wuraola' }, hash),
  )
  const till = restaurant.browser()
  await till.signIn('Ngozi Okonjo Wuraola', 'a long old password')
  for (const [password, expected] of [
    ['ngozi okonjo wuraola 1', named],
    ['abcdefghijklmnop', { detail: expect.stringMatching(/follows the keyboard/) }],
  ] as const) {
    expect(await refused(await change(till, 'a long old password', password)), password).toMatchObject(expected)
  }
})

test('password changes with a wrong current password are rate-limited and then return 429', async () => {
  const strict = await openTestRestaurant(database, {
    limits: { ...noLimits, passwordChange: { most: 2, seconds: 60 } },
  })
  const ada = strict.browser()
  const sent = form()
  await ada.signUp(sent)
  const statuses = []
  for (const guess of ['one', 'two', sent.password]) statuses.push((await change(ada, guess, 'eba and ogbono')).status)
  expect(statuses).toEqual([422, 422, 429])
})

test('a reset code sets a new password once, signs in, and ends all other sessions', async () => {
  const ada = await customer()
  const before = Date.now()
  const { code, username, expiresAt } = await codeFor(ada.phone)
  const after = Date.now()
  expect(username).toBe(ada.username)
  expect(Date.parse(expiresAt)).toBeGreaterThanOrEqual(before + 30 * 60_000 - 1)
  expect(Date.parse(expiresAt)).toBeLessThanOrEqual(after + 30 * 60_000)
  const browser = restaurant.browser()
  // Customers type the code in lower case, with spaces and dashes.
  const typed = ` ${code.slice(0, 3)}-${code.slice(3).toLowerCase()} `
  const response = await reset(ada.username, typed, 'eba and ogbono', browser)
  expect([response.status, await response.json()]).toMatchObject([200, { user: { id: ada.user.id } }])
  expect((await browser.account()).status).toBe(200)
  expect((await ada.account()).status).toBe(401)
  expect((await restaurant.browser().signIn(ada.phone, 'eba and ogbono')).status).toBe(200)
  expect((await reset(ada.username, code, 'another password')).status).toBe(422)
})

test('a reset whose session fails to begin sets no password, ends no session, and leaves its code valid', async () => {
  const ada = await customer()
  const { code } = await codeFor(ada.username)
  await withoutNewSessions(database, () => expect(reset(ada.username, code, 'eba and ogbono')).rejects.toThrow())
  expect((await ada.account()).status).toBe(200)
  expect((await restaurant.browser().signIn(ada.username, ada.password)).status).toBe(200)
  expect((await reset(ada.username, code, 'eba and ogbono')).status).toBe(200)
})

test('of two concurrent resets with one code, one succeeds', async () => {
  const ada = await customer()
  const { code } = await codeFor(ada.username)
  const answers = await Promise.all(
    ['first password', 'second password'].map((text) => reset(ada.username, code, text)),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
})

test('a reset gets the same response for a wrong code, an expired code and another account’s code', async () => {
  const ada = await customer()
  const late = await customer()
  const eve = await customer()
  const { code } = await codeFor(ada.username)
  const expired = await codeFor(late.username)
  await database.orm
    .update(verifications)
    .set({ expiresAt: sql`now() - interval '1 second'` })
    .where(eq(verifications.identifier, `password-reset:${late.user.id}`))
  const answers = await Promise.all([
    reset(ada.username, 'ACDEFGHJK', 'eba and ogbono'),
    reset(eve.username, code, 'eba and ogbono'),
    reset(late.username, expired.code, 'eba and ogbono'),
    reset('nobody at all', code, 'eba and ogbono'),
  ])
  const bodies = await Promise.all(answers.map(async (answer) => ({ ...(await answer.json()), request: '' })))
  expect(new Set(bodies.map((each) => JSON.stringify(each))).size).toBe(1)
  expect(bodies[0]).toMatchObject({ status: 422, field: 'code' })
})

test('a reset with a short password leaves the code valid', async () => {
  const ada = await customer()
  const { code } = await codeFor(ada.username)
  expect(await (await reset(ada.username, code, 'short')).json()).toMatchObject({ field: 'password' })
  expect((await reset(ada.username, code, 'long enough')).status).toBe(200)
})

test('a new reset code replaces the earlier one, and codes are stored only as hashes', async () => {
  const ada = await customer()
  const first: ResetCode = await codeFor(ada.username)
  const second = await codeFor(ada.username)
  const stored = await database.orm
    .select()
    .from(verifications)
    .where(eq(verifications.identifier, `password-reset:${ada.user.id}`))
  expect(stored).toHaveLength(1)
  expect(stored[0]?.value).not.toContain(second.code)
  expect((await reset(ada.username, first.code, 'eba and ogbono')).status).toBe(422)
  expect((await reset(ada.username, second.code, 'eba and ogbono')).status).toBe(200)
})

test('a reset code for a staff account or an unknown name is refused', async () => {
  const hash = await restaurant.auth.hashPassword('a long old password')
  await database.transaction((tx) => insertAccount(tx, emailHost, { role: 'cashier', username: 'the till' }, hash))
  for (const name of ['the till', 'nobody at all']) {
    await expect(codeFor(name)).rejects.toMatchObject({ problem: { code: 'invalid', field: 'identifier' } })
  }
})

test('password resets are rate-limited: after 10 wrong codes the right one returns 429', async () => {
  const { most } = defaultLimits.passwordReset
  const strict = await openTestRestaurant(database, {
    limits: { ...noLimits, passwordReset: defaultLimits.passwordReset },
  })
  const ada = await customer()
  const { code } = await codeFor(ada.username)
  for (let guess = 0; guess < most; guess++) await reset(ada.username, 'WRONG', 'eba and ogbono', strict.browser())
  expect((await reset(ada.username, code, 'eba and ogbono', strict.browser())).status).toBe(429)
})
