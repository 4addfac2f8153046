import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { ProblemBody } from '#contract/problem.ts'
import type { AuditList, MemberAdded, StaffList, StaffMember } from '#contract/staff.ts'
import type { Role } from '#domain/restaurant/policy.ts'
import { emailHost, noLimits, openTestRestaurant } from '#tests/support/auth.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { cheapHashes } from '#tests/support/password-hashes.ts'
import { insertAccount } from '../auth/accounts.ts'
import { audit, pushSubscriptions, sessions, users } from '../db/schema.ts'
import { sweepDetachedDevices } from '../messages/send-messages.ts'
import { riderList } from '../riders/rider-queries.ts'
import { officeRoutes } from './office-routes.ts'

cheapHashes()
const database = await freshDatabase()
const restaurant = await openTestRestaurant(database, { limits: noLimits, more: (parts) => officeRoutes(parts) })
const password = 'suya after the rain'
const hash = await restaurant.auth.hashPassword(password)

let made = 0

async function person(role: Role) {
  made += 1
  const account = { role, username: `${role} ${made}`, phone: `+23480${String(made).padStart(8, '0')}` }
  return database.transaction((tx) => insertAccount(tx, emailHost, account, hash))
}

async function signedIn(role: Role) {
  const user = await person(role)
  const browser = restaurant.browser()
  expect((await browser.signIn(user.username, password)).status).toBe(200)
  return { user, ...browser }
}

const owner = await signedIn('owner')
/** The proof (the owner's password) that every request sends, except in the tests of the proof itself. */
const proof = { password }
const provable = /^(POST|PATCH) \/api\/office\/staff|\/second-factor$/
const proving =
  ({ send }: Pick<typeof owner, 'send'>): typeof send =>
  (method, path, body) =>
    send(method, path, provable.test(`${method} ${path}`) ? { proof, ...(body as object) } : body)
const send = proving(owner)

async function answer<Body>(response: Response, status = 200): Promise<Body> {
  const body = await response.json()
  expect(response.status, JSON.stringify(body)).toBe(status)
  return body as Body
}

const refusal = (response: Response, status: number) => answer<ProblemBody>(response, status)
const member = async (id: string) =>
  (await answer<StaffList>(await send('GET', '/api/office/staff'))).members.find((each) => each.id === id)
const auditEntries = (id: string) =>
  database.orm
    .select()
    .from(audit)
    .where(eq(audit.subject, `account:${id}`))
    .orderBy(audit.id)

test('SAFE-9: changing roles that handle money, or other people’s passwords or second factors, requires entering the password again', async () => {
  const second = await person('owner')
  const cook = await person('kitchen')
  const of = ({ id }: { id: string }, more = '') => `/api/office/staff/${id}${more}`
  const before = await answer<StaffList>(await owner.send('GET', '/api/office/staff'))
  const entries = await database.orm.$count(audit)
  for (const [method, path, change] of [
    ['POST', '/api/office/staff', { username: 'Another Owner', role: 'owner' }],
    ['POST', '/api/office/staff', { username: 'Another Cashier', role: 'cashier' }],
    ['PATCH', of(second), { isOn: false }],
    ['PATCH', of(second), { role: 'kitchen' }],
    ['PATCH', of(second), { phone: '0803 111 2233' }],
    ['PATCH', of(cook), { role: 'owner' }],
    ['PATCH', of(cook), { role: 'cashier' }],
    ['POST', of(second, '/password'), {}],
    ['POST', of(cook, '/password'), { password: 'a password of theirs' }],
    ['DELETE', of(second, '/second-factor'), undefined],
  ] as const) {
    const problem = await refusal(await owner.send(method, path, change), 422)
    expect(problem).toMatchObject({ field: 'proof.password', detail: expect.stringContaining('Reload the page') })
    for (const wrong of ['', 'guessed']) {
      const guessed = { ...change, proof: { password: wrong } }
      expect(await refusal(await owner.send(method, path, guessed), 422)).toMatchObject({ field: 'proof.password' })
    }
  }
  expect(await answer<StaffList>(await owner.send('GET', '/api/office/staff'))).toEqual(before)
  expect(await database.orm.$count(audit)).toBe(entries)
  // Roles that do not handle money are added, changed and removed without a proof.
  const added = await owner.send('POST', '/api/office/staff', { username: 'New Cook', role: 'kitchen' })
  const { member: newCook } = await answer<MemberAdded>(added, 201)
  await answer(await owner.send('PATCH', of(newCook), { isOn: false }))
  const withPassword = { username: 'Another Owner', role: 'owner', proof }
  await answer(await owner.send('POST', '/api/office/staff', withPassword), 201)
  for (const role of ['Another Owner', second.username]) {
    await database.orm.update(users).set({ role: 'kitchen' }).where(eq(users.username, role))
  }
})

describe('SAFE-9: owners’ phones are notified of changes to owners', () => {
  const devicesOf = (id: string) =>
    database.orm
      .select()
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.userId, id))
      .orderBy(pushSubscriptions.endpoint)

  async function waitingFor(endpoint: string): Promise<number> {
    const { rows } = await database.orm.execute(
      sql`select message -> 'message' ->> 'title' as title from messages where endpoint = ${endpoint} and state = 'waiting'`,
    )
    for (const { title } of rows) expect(title).toBe('An owner’s account was changed')
    return rows.length
  }

  async function withDevice(role: Role) {
    const member = await signedIn(role)
    const [session] = await database.orm.select().from(sessions).where(eq(sessions.userId, member.user.id))
    const endpoint = `https://push.example/${member.user.id}`
    const device = { endpoint, userId: member.user.id, sessionId: session?.id ?? '', p256dh: 'p', auth: 'a' }
    await database.orm.insert(pushSubscriptions).values(device)
    return { ...member, endpoint, session: session?.id }
  }

  const sweep = () => database.transaction((tx) => sweepDetachedDevices(tx, 100))
  /** Marks all messages as sent, as `send-messages.ts` does. */
  const deliver = () => database.orm.execute(sql`update messages set state = 'sent'`)

  test.each([
    ['is switched off', (id: string) => send('PATCH', `/api/office/staff/${id}`, { isOn: false })],
    ['gets another password', (id: string) => send('POST', `/api/office/staff/${id}/password`, {})],
    ['is signed out everywhere', (id: string) => send('DELETE', `/api/office/staff/${id}/sessions`)],
    [
      'is signed out on one device',
      (id: string, session = '') => send('DELETE', `/api/office/staff/${id}/sessions/${session}`),
    ],
    [
      'loses the second factor',
      async (id: string) => {
        await database.orm.update(users).set({ secondFactorSince: new Date() }).where(eq(users.id, id))
        return send('DELETE', `/api/office/staff/${id}/second-factor`)
      },
    ],
  ])(
    'every owner’s phone is notified, and then the device of the changed owner is removed, when an owner %s',
    async (_how, change) => {
      const witness = await withDevice('owner')
      const other = await withDevice('owner')
      await answer(await change(other.user.id, other.session))
      expect((await other.account()).status).toBe(401)
      expect(await waitingFor(witness.endpoint)).toBe(1)
      expect(await waitingFor(other.endpoint)).toBe(1)
      await sweep()
      expect(await devicesOf(other.user.id)).toMatchObject([{ sessionId: null }])

      // The changed owner's device gets no later message, and is deleted after its last message.
      await answer(await send('PATCH', `/api/office/staff/${witness.user.id}`, { phone: '0803 999 0000' }))
      expect(await waitingFor(witness.endpoint)).toBe(2)
      expect(await waitingFor(other.endpoint)).toBe(1)
      await deliver()
      await sweep()
      expect(await devicesOf(other.user.id)).toEqual([])
      expect(await devicesOf(witness.user.id)).toMatchObject([{ sessionId: witness.session }])
      for (const { id } of [witness.user, other.user]) {
        await database.orm.update(users).set({ role: 'kitchen', phone: null }).where(eq(users.id, id))
      }
    },
  )

  test('every owner’s phone is notified of an added owner, and not of an added member with another role', async () => {
    const witness = await withDevice('owner')
    const { member: added } = await answer<MemberAdded>(
      await send('POST', '/api/office/staff', { username: 'Told Owner', role: 'owner' }),
      201,
    )
    expect(await waitingFor(witness.endpoint)).toBe(1)
    const cook = await signedIn('kitchen')
    await answer(await send('PATCH', `/api/office/staff/${cook.user.id}`, { isOn: false }))
    expect(await waitingFor(witness.endpoint)).toBe(1)
    for (const id of [witness.user.id, added.id]) {
      await database.orm.update(users).set({ role: 'kitchen' }).where(eq(users.id, id))
    }
  })
})

test('an added member of staff can sign in with the chosen password, and the addition is audited', async () => {
  const added = await answer<MemberAdded>(
    await send('POST', '/api/office/staff', { username: 'Bisi  Ade', role: 'cashier', password }),
    201,
  )
  expect(added).toMatchObject({ password: null, member: { username: 'Bisi Ade', role: 'cashier', isOn: true } })
  expect((await restaurant.browser().signIn('bisi ade', password)).status).toBe(200)
  expect(await auditEntries(added.member.id)).toMatchObject([{ action: 'staff.add', actorId: owner.user.id }])
})

test('a generated password is returned once, is accepted at sign-in, and is absent from lists and audit entries', async () => {
  const { member, password: generated } = await answer<MemberAdded>(
    await send('POST', '/api/office/staff', { username: 'Night Cook', role: 'kitchen' }),
    201,
  )
  expect(generated?.length).toBeGreaterThanOrEqual(15)
  expect((await restaurant.browser().signIn('night cook', generated ?? '')).status).toBe(200)
  expect(JSON.stringify(await send('GET', '/api/office/staff').then((list) => list.json()))).not.toContain(generated)
  expect(JSON.stringify(await auditEntries(member.id))).not.toContain(generated)
})

test.each([
  [
    { username: 'Short One', role: 'kitchen', password: 'fourteen chars' },
    422,
    'password',
    'Please use a password of at least 15 characters.',
  ],
  [{ username: '', role: 'kitchen' }, 422, 'username', 'Please enter a username.'],
  [{ username: 'No Phone', role: 'rider' }, 422, 'phone', 'A rider needs a phone number: customers call it.'],
  [
    { username: 'Bad Phone', role: 'rider', phone: '0603' },
    422,
    'phone',
    expect.stringContaining('Invalid Nigerian phone'),
  ],
  [{ username: 'A Guest', role: 'customer' }, 422, 'role', 'Choose what they do here.'],
])('adding a member of staff with %o is refused with its field', async (form, status, field, detail) => {
  const problem = await refusal(await send('POST', '/api/office/staff', form), status)
  expect(problem.errors ?? [problem]).toContainEqual(expect.objectContaining({ field, detail }))
  expect(await database.orm.$count(users, eq(users.username, form.username))).toBe(0)
})

test('adding a member of staff with a used name or phone returns 409 with both fields', async () => {
  const cashier = await person('cashier')
  const form = { username: cashier.username.toUpperCase(), role: 'rider', phone: cashier.phone }
  const { errors } = await refusal(await send('POST', '/api/office/staff', form), 409)
  expect(errors?.map(({ field }) => field)).toEqual(['username', 'phone'])
})

test('the owner sees each session of a member of staff, and ending one session leaves the other sessions', async () => {
  const cook = await person('kitchen')
  const phone = restaurant.browser()
  const tablet = restaurant.browser()
  await phone.signIn(cook.username, password)
  await tablet.signIn(cook.username, password)
  const [last, first] = (await member(cook.id))?.sessions ?? []
  expect(last?.isThis).toBe(false)
  const remaining = await answer<StaffMember>(
    await send('DELETE', `/api/office/staff/${cook.id}/sessions/${first?.id}`),
  )
  expect(remaining.sessions.map(({ id }) => id)).toEqual([last?.id])
  expect((await phone.account()).status).toBe(401)
  expect((await tablet.account()).status).toBe(200)
  await answer(await send('DELETE', `/api/office/staff/${cook.id}/sessions`))
  expect((await tablet.account()).status).toBe(401)
  expect(await auditEntries(cook.id)).toMatchObject([
    { action: 'staff.sign-out', detail: { sessionsEnded: 1 } },
    { action: 'staff.sign-out', detail: { sessionsEnded: 1 } },
  ])
})

test("a session cannot be ended through another account's id, and a customer's session cannot be ended", async () => {
  const cook = await signedIn('kitchen')
  const session = (await member(cook.user.id))?.sessions[0]?.id
  const other = await person('kitchen')
  await answer(await send('DELETE', `/api/office/staff/${other.id}/sessions/${session}`))
  expect((await cook.account()).status).toBe(200)
  const customer = await signedIn('customer')
  await refusal(await send('DELETE', `/api/office/staff/${customer.user.id}/sessions`), 404)
  await refusal(await send('PATCH', `/api/office/staff/${customer.user.id}`, { role: 'cashier' }), 404)
  await refusal(await send('POST', `/api/office/staff/${customer.user.id}/password`, {}), 404)
  expect((await customer.account()).status).toBe(200)
})

test('ending all of one’s own sessions keeps the current one', async () => {
  const other = restaurant.browser()
  await other.signIn(owner.user.username, password)
  const { sessions } = await answer<StaffMember>(await send('DELETE', `/api/office/staff/${owner.user.id}/sessions`))
  expect(sessions.map(({ isThis }) => isThis)).toEqual([true])
  expect((await other.account()).status).toBe(401)
})

test('a deactivated account is signed out immediately, cannot sign in and gets no delivery until it is activated again', async () => {
  const rider = await signedIn('rider')
  const isAssignable = async () => (await riderList(database)).riders.some(({ id }) => id === rider.user.id)
  expect(await isAssignable()).toBe(true)
  const off = await answer<StaffMember>(await send('PATCH', `/api/office/staff/${rider.user.id}`, { isOn: false }))
  expect(off).toMatchObject({ isOn: false, sessions: [] })
  expect((await rider.account()).status).toBe(401)
  expect((await rider.signIn(rider.user.username, password)).status).toBe(401)
  expect(await isAssignable()).toBe(false)
  // A session that a concurrent sign-in has opened is refused too.
  const late = (await database.transaction((tx) => restaurant.auth.openSession(tx, rider.user)))[0]?.split(';')[0] ?? ''
  expect((await restaurant.app.request('/api/account', { headers: { cookie: late } })).status).toBe(401)

  await answer(await send('PATCH', `/api/office/staff/${rider.user.id}`, { isOn: true }))
  expect((await rider.signIn(rider.user.username, password)).status).toBe(200)
  const entries = (await auditEntries(rider.user.id)).map(({ action }) => action)
  expect(entries.filter((action) => action.startsWith('staff.'))).toEqual(['staff.off', 'staff.on'])
})

test('a role change applies immediately to open sessions', async () => {
  const cook = await signedIn('kitchen')
  expect((await cook.send('GET', '/api/office/staff')).status).toBe(403)
  await answer(await send('PATCH', `/api/office/staff/${cook.user.id}`, { role: 'owner' }))
  expect((await cook.send('GET', '/api/office/staff')).status).toBe(200)
  await answer(await send('PATCH', `/api/office/staff/${cook.user.id}`, { role: 'kitchen' }))
  expect((await cook.send('GET', '/api/office/staff')).status).toBe(403)
  expect(await auditEntries(cook.user.id)).toMatchObject([
    { action: 'staff.role', detail: { before: 'kitchen', after: 'owner' } },
    { action: 'staff.role', detail: { before: 'owner', after: 'kitchen' } },
  ])
})

test('an account without a phone cannot get the role of a rider', async () => {
  const { member: cook } = await answer<MemberAdded>(
    await send('POST', '/api/office/staff', { username: 'Phoneless', role: 'kitchen' }),
    201,
  )
  const change = (body: object) => send('PATCH', `/api/office/staff/${cook.id}`, body)
  expect(await refusal(await change({ role: 'rider' }), 422)).toMatchObject({ field: 'phone' })
  expect(await answer(await change({ role: 'rider', phone: '0901 234 5678' }))).toMatchObject({
    role: 'rider',
    phone: '+2349012345678',
  })
})

test('the last owner cannot lose the role or be deactivated', async () => {
  for (const change of [{ role: 'cashier' }, { isOn: false }]) {
    const problem = await refusal(await send('PATCH', `/api/office/staff/${owner.user.id}`, change), 409)
    expect(problem).toMatchObject({ code: 'last-owner', detail: expect.stringContaining('only owner who can sign in') })
  }
  // A deactivated owner does not count as another owner.
  const second = await person('owner')
  await answer(await send('PATCH', `/api/office/staff/${second.id}`, { isOn: false }))
  await refusal(await send('PATCH', `/api/office/staff/${owner.user.id}`, { isOn: false }), 409)
})

test('one of two owners who give up the role concurrently stays owner', async () => {
  const second = await signedIn('owner')
  const giveUp = ({ user, ...browser }: typeof second) =>
    proving(browser)('PATCH', `/api/office/staff/${user.id}`, { role: 'cashier' })
  const statuses = await Promise.all([giveUp(owner), giveUp(second)].map(async (response) => (await response).status))
  // The later request would remove the last owner, and is refused.
  expect(statuses.sort()).toEqual([200, 409])
  await database.orm.update(users).set({ role: 'owner' }).where(eq(users.id, owner.user.id))
  await database.orm.update(users).set({ role: 'cashier' }).where(eq(users.id, second.user.id))
})

test("a password set by the owner ends the sessions of that account; the owner's own password cannot be set this way", async () => {
  const cook = await signedIn('kitchen')
  const set = (id: string, body: object) => send('POST', `/api/office/staff/${id}/password`, body)
  expect(await refusal(await set(cook.user.id, { password: 'too short' }), 422)).toMatchObject({ field: 'password' })
  expect((await cook.account()).status).toBe(200)
  const { password: generated } = await answer<{ password: string }>(await set(cook.user.id, {}))
  expect((await cook.account()).status).toBe(401)
  expect((await cook.signIn(cook.user.username, password)).status).toBe(401)
  expect((await cook.signIn(cook.user.username, generated)).status).toBe(200)
  await refusal(await set(owner.user.id, {}), 403)
})

test('audit entries are listed by person, by order and by words, newest first', async () => {
  const cook = await person('kitchen')
  const row = { actorId: cook.id, actorRole: 'kitchen', detail: {} }
  await database.orm.insert(audit).values([
    { ...row, action: 'order.start', subject: 'order:ACD345TXY' },
    { ...row, action: 'order.mark-ready', subject: 'order:ACD345TXY' },
    { ...row, action: 'order.start', subject: 'order:GGG345TXY' },
    {
      action: 'order.confirm-payment',
      subject: 'order:ACD345TXY',
      detail: { received: 31_507, from: 'TUNDE O BAKARE' },
    },
  ])
  await answer(await send('PATCH', `/api/office/staff/${cook.id}`, { role: 'cashier' }))
  const entries = async (query: string) =>
    (await answer<AuditList>(await send('GET', `/api/office/audit?${query}`))).entries.map(
      ({ action, subject, actor }) => `${actor?.name ?? 'nobody'} ${action} ${subject}`,
    )
  const name = cook.username
  expect(await entries(`person=${cook.id}`)).toEqual([
    `${owner.user.username} staff.role account:${name}`,
    `${name} order.start order:GGG345TXY`,
    `${name} order.mark-ready order:ACD345TXY`,
    `${name} order.start order:ACD345TXY`,
  ])
  expect(await entries('q=345txy')).toHaveLength(4)
  expect(await entries('q=ACD345TXY')).toEqual([
    'nobody order.confirm-payment order:ACD345TXY',
    `${name} order.mark-ready order:ACD345TXY`,
    `${name} order.start order:ACD345TXY`,
  ])
  expect(await entries(`q=345TXY&person=${cook.id}`)).toHaveLength(3)
  expect(await entries('q=QQQQQQ')).toEqual([])
  for (const words of ['₦31,507', 'tunde o b']) {
    expect(await entries(`q=${encodeURIComponent(words)}`)).toEqual(['nobody order.confirm-payment order:ACD345TXY'])
  }
  expect(await entries('q=100%25')).toEqual([])
  expect(await entries(`q=${encodeURIComponent(name.toUpperCase())}`)).toEqual(await entries(`person=${cook.id}`))
})

test('audit entries are listed in pages without gaps and duplicates', async () => {
  const rows = Array.from({ length: 130 }, (_, at) => ({
    action: 'kitchen-load.change' as const,
    subject: 'kitchen-load',
    actorId: 'nobody-known',
    detail: { at },
  }))
  await database.orm.insert(audit).values(rows)
  const read: unknown[] = []
  for (let after: number | null = 0; after !== null; ) {
    const path: string = `/api/office/audit?person=nobody-known${after === 0 ? '' : `&after=${after}`}`
    const page: AuditList = await answer<AuditList>(await send('GET', path))
    read.push(...page.entries.map(({ detail }) => detail.at))
    after = page.next
  }
  expect(read).toEqual(Array.from({ length: 130 }, (_, at) => 129 - at))
})
