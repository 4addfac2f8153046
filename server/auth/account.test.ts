import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { withTodaysNames } from '#contract/last-release.ts'
import type { User } from '#contract/session.ts'
import { form, noLimits, openTestRestaurant, userIn } from '#tests/support/auth.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { cheapHashes } from '#tests/support/password-hashes.ts'
import { audit, users } from '../db/schema.ts'

cheapHashes()
const database = await freshDatabase()
const restaurant = await openTestRestaurant(database, { limits: noLimits })

async function customer(changes: Record<string, unknown> = {}) {
  const sent = form(changes)
  const browser = restaurant.browser()
  const user = await userIn(await browser.signUp(sent))
  return { ...browser, sent, user }
}

async function problem(response: Response) {
  const { code, detail, field } = (await response.json()) as Record<string, unknown>
  return { status: response.status, code, detail, field }
}

test('AUTH-10: the account shows username, phone, address and location', async () => {
  const ada = await customer()
  const response = await ada.account()
  expect(response.status).toBe(200)
  expect(withTodaysNames(await response.json())).toEqual(ada.user)
})

test.each(['GET', 'PATCH'])('AUTH-10: %s /api/account without a session returns 401', async (method) => {
  const response = await restaurant
    .browser()
    .send(method, '/api/account', method === 'PATCH' ? { address: 'x' } : undefined)
  expect(response.status).toBe(401)
})

test.each(['GET', 'PATCH'])(
  "AUTH-10: %s /api/account of a deleted account returns 404 'User data not found'",
  async (method) => {
    const deleted: User = { id: 'gone', role: 'customer', username: 'Gone', phone: '', address: '', location: '' }
    const orphaned = await openTestRestaurant(database, { limits: noLimits, callers: { user: async () => deleted } })
    const body = method === 'PATCH' ? { address: '1 Nowhere' } : undefined
    expect(await problem(await orphaned.browser().send(method, '/api/account', body))).toMatchObject({
      status: 404,
      code: 'profile-missing',
      detail: 'User data not found',
    })
  },
)

test.each([
  [{ username: 'Renamed Person' }, { username: 'Renamed Person' }],
  [{ phone: '0909 888 7777' }, { phone: '+2349098887777' }],
  [{ address: '9 New Street' }, { address: '9 New Street' }],
  [{ location: 'test-creek' }, { location: 'test-creek' }],
  [{}, {}],
])('AUTH-10: changing %o changes only that field', async (change, changed) => {
  const ada = await customer()
  const response = await ada.change({ ...change, current: ada.sent.password })
  expect(response.status).toBe(200)
  expect(withTodaysNames(await response.json())).toEqual({ ...ada.user, ...changed })
  expect(withTodaysNames(await (await ada.account()).json())).toEqual({ ...ada.user, ...changed })
})

test('AUTH-10: after a change of username, sign-in accepts the new name and refuses the old one', async () => {
  const ada = await customer({ username: 'Before Wedding' })
  await ada.change({ username: 'After Wedding' })
  const status = async (identifier: string) => (await restaurant.browser().signIn(identifier, ada.sent.password)).status
  expect(await status('after wedding')).toBe(200)
  expect(await status('afterwedding@grill.example')).toBe(200)
  expect(await status(ada.sent.phone)).toBe(200)
  expect(await status('Before Wedding')).toBe(401)
  expect(await status('beforewedding@grill.example')).toBe(401)
  expect(await ada.session()).toMatchObject({ username: 'After Wedding' })
})

test('AUTH-10: a change to another spelling of the account’s own username, with its own phone, is accepted', async () => {
  const ada = await customer({ username: 'ada eze' })
  const response = await ada.change({ username: 'Ada Eze', phone: ada.sent.phone })
  expect(response.status).toBe(200)
  expect(withTodaysNames(await response.json())).toEqual({ ...ada.user, username: 'Ada Eze' })
})

test('AUTH-3: a change to the username or phone of another account returns 409 and changes nothing', async () => {
  const [ada, bisi] = [await customer(), await customer()]
  expect(await problem(await bisi.change({ username: ada.user.username.toUpperCase(), address: 'x' }))).toEqual({
    status: 409,
    code: 'username-taken',
    detail: 'Username already exists',
    field: 'username',
  })
  expect(
    await problem(await bisi.change({ phone: ada.user.phone, address: 'x', current: bisi.sent.password })),
  ).toEqual({
    status: 409,
    code: 'phone-taken',
    detail: 'Phone number already registered',
    field: 'phone',
  })
  expect(withTodaysNames(await (await bisi.account()).json())).toEqual(bisi.user)
})

test('AUTH-3: of six concurrent changes to one username, one succeeds', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => customer()))
  const answers = await Promise.all(people.map((person) => person.change({ username: 'Wanted Name' })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
})

test.each([
  [{ username: '' }, 'username'],
  [{ phone: '0123' }, 'phone'],
  [{ address: ' ' }, 'address'],
  [{ location: 'atlantis' }, 'location'],
  [{ role: 'owner' }, 'role'],
  [{ email: 'x@y.example' }, 'email'],
  [{ password: 'another one' }, 'password'],
  [{ id: 'other' }, 'id'],
])('AUTH-10: the account change %o is refused with the field %s', async (change, field) => {
  const ada = await customer()
  expect(await problem(await ada.change(change))).toMatchObject({ status: 422, field })
  expect(withTodaysNames(await (await ada.account()).json())).toEqual(ada.user)
})

test('LIVE-6: a queued account change that is sent twice is applied once', async () => {
  const ada = await customer()
  const change = { address: '9 New Street', account: ada.user.id, was: { address: ada.user.address } }
  expect((await ada.change(change)).status).toBe(200)
  // Repeats the request, as the browser does after a lost response.
  expect((await ada.change(change)).status).toBe(200)
  expect(withTodaysNames(await (await ada.account()).json())).toEqual({ ...ada.user, address: '9 New Street' })
  expect(await database.orm.$count(audit, eq(audit.subject, `account:${ada.user.id}`))).toBe(1)
})

test('LIVE-6: a queued account change that is older than the profile returns 409 and changes no field', async () => {
  const ada = await customer()
  await ada.change({ address: '2 Newer Street' })
  const late = { address: '9 Late Street', phone: '0909 111 2222', current: ada.sent.password }
  const answer = await ada.change({ ...late, was: { address: ada.user.address, phone: ada.user.phone } })
  expect(await problem(answer)).toMatchObject({ status: 409, code: 'profile-moved-on', field: 'address' })
  expect(withTodaysNames(await (await ada.account()).json())).toEqual({ ...ada.user, address: '2 Newer Street' })
})

test('LIVE-6: an account change that another account queued returns 403', async () => {
  const [ada, bisi] = [await customer(), await customer()]
  const answer = await bisi.change({ address: '9 New Street', account: ada.user.id })
  expect(await problem(answer)).toMatchObject({ status: 403, code: 'not-allowed' })
  expect(withTodaysNames(await (await bisi.account()).json())).toEqual(bisi.user)
})

test('an account change writes an audit entry without the new values', async () => {
  const ada = await customer()
  await ada.change({ phone: '08177776666', address: '12 Secret Lane', current: ada.sent.password })
  const rows = await database.orm
    .select()
    .from(audit)
    .where(eq(audit.subject, `account:${ada.user.id}`))
  expect(rows).toEqual([
    expect.objectContaining({
      actorId: ada.user.id,
      actorRole: 'customer',
      action: 'account.change',
      detail: { fields: ['phone', 'address'], sessionsEnded: 0 },
    }),
  ])
})

test('staff can read their account and cannot change it', async () => {
  const ada = await customer()
  await database.orm.update(users).set({ role: 'kitchen' }).where(eq(users.id, ada.user.id))
  expect((await ada.account()).status).toBe(200)
  expect((await ada.change({ address: 'x' })).status).toBe(403)
})

test('account changes are rate-limited, so that probing for taken names is slow', async () => {
  const strict = await openTestRestaurant(database, {
    limits: { ...noLimits, accountChange: { most: 1, seconds: 3600 } },
  })
  const browser = strict.browser()
  await browser.signUp(form())
  expect((await browser.change({ address: '1 First Street' })).status).toBe(200)
  expect((await browser.change({ address: '2 Second Street' })).status).toBe(429)
})

test('SAFE-8: changing the account’s phone needs the password and ends the account’s other sessions', async () => {
  const ada = await customer()
  const laptop = restaurant.browser()
  await laptop.signIn(ada.sent.username, ada.sent.password)
  const phone = '0909 222 3333'
  for (const current of [undefined, '', 'not my password']) {
    expect(await problem(await ada.change({ phone, current }))).toMatchObject({ status: 422, field: 'current' })
  }
  expect(withTodaysNames(await (await laptop.account()).json())).toEqual(ada.user)
  expect((await ada.change({ phone, current: ada.sent.password })).status).toBe(200)
  expect(await (await ada.account()).json()).toMatchObject({ phone: '+2349092223333' })
  expect((await laptop.account()).status).toBe(401)
  // The stored number in another notation counts as unchanged.
  expect((await ada.change({ phone: '+234 909 222 3333' })).status).toBe(200)
})

test('SAFE-8: attempts to change the phone with a wrong password are limited', async () => {
  const strict = await openTestRestaurant(database, {
    limits: { ...noLimits, passwordChange: { most: 2, seconds: 60 } },
  })
  const [browser, sent] = [strict.browser(), form()]
  await browser.signUp(sent)
  const statuses: number[] = []
  for (const current of ['one', 'two', sent.password]) {
    statuses.push((await browser.change({ phone: '0909 222 4444', current })).status)
  }
  expect(statuses).toEqual([422, 422, 429])
})

test('SAFE-8: a customer sees the account’s sessions, with the current session marked, and can end all sessions', async () => {
  const ada = await customer()
  const [bisi, tablet] = [
    await customer(),
    restaurant.browser(undefined, 'Mozilla/5.0 (Linux; Android 14) Chrome/140.0 Safari/537.36'),
  ]
  await tablet.signIn(ada.sent.username, ada.sent.password)
  const listed = await (await ada.send('GET', '/api/account/sessions')).json()
  expect(listed).toEqual({
    sessions: [
      { id: expect.any(String), device: 'Chrome on Android', startedAt: expect.any(String), isThis: false },
      { id: expect.any(String), device: 'An unknown device', startedAt: expect.any(String), isThis: true },
    ],
  })
  const ended = await tablet.send('DELETE', '/api/account/sessions')
  expect(await ended.json()).toEqual({ user: null })
  expect([...tablet.cookies.keys()]).toEqual(['buka.device'])
  expect([(await ada.account()).status, (await tablet.account()).status, (await bisi.account()).status]).toEqual([
    401, 401, 200,
  ])
})

test('SAFE-8: a sign-in ends the session that the browser had before', async () => {
  const [ada, bisi] = [await customer(), await customer()]
  const thief = restaurant.browser()
  for (const [name, value] of ada.cookies) thief.cookies.set(name, value)
  expect((await thief.account()).status).toBe(200)
  await ada.signIn(bisi.sent.username, bisi.sent.password)
  expect(await ada.session()).toEqual(bisi.user)
  expect((await thief.account()).status).toBe(401)
})
