import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { GuestLink, User } from '#contract/session.ts'
import { tooManyOfAccount } from '#domain/order/unpaid-limits.ts'
import { form, openTestRestaurant as openAuth, userIn, withoutNewSessions } from '#tests/support/auth.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { cheapHashes } from '#tests/support/password-hashes.ts'
import { cartOf, openTestRestaurant } from '#tests/support/restaurant.ts'
import { defaultLimits } from '../auth/rate-limits.ts'
import { locations, orders, quotes, sessions, users } from '../db/schema.ts'
import { ownDataRoutes } from '../own-data/own-data-routes.ts'
import { defaultRetention } from '../process/retention.ts'
import { guestRoutes } from './guest-routes.ts'
import { sweepGuests } from './guests.ts'

cheapHashes()
const database = await freshDatabase()
const restaurant = await openTestRestaurant(database)
const { orm } = restaurant
const tries = { count: async () => {}, clear: async () => {}, refund: async () => {} }
const { browser } = await openAuth(database, {
  limits: { ...defaultLimits, signUpAddress: { most: 1000, seconds: 60 } },
  more: (parts) => ({
    ...guestRoutes({ ...parts, tries }),
    ...ownDataRoutes({ ...parts, tries, retention: defaultRetention, provider: undefined }),
  }),
})
const password = 'jollof at midnight'

let made = 0
const nextPhone = () => `0903${String(++made).padStart(7, '0')}`
const inE164 = (phone: string) => `+234${phone.slice(1)}`

type Browser = ReturnType<typeof browser>

async function guest(name = 'Ada Obi', phone = nextPhone()): Promise<{ chrome: Browser; user: User }> {
  const chrome = browser()
  const response = await chrome.send('POST', '/api/guests', { name, phone })
  expect(response.status).toBe(201)
  return { chrome, user: await userIn(response) }
}

async function linkOf(chrome: Browser): Promise<GuestLink> {
  return (await (await chrome.send('POST', '/api/guest-links')).json()) as GuestLink
}

const openLink = (chrome: Browser, code: string) => chrome.send('POST', '/api/guest-sessions', { code })
const endWeek = ({ id }: User) =>
  orm.update(users).set({ guestUntil: sql`now() - interval '1 second'` }).where(eq(users.id, id))

test('GUEST-1: a guest gives name and phone, and orders under that name with that phone', async () => {
  const phone = nextPhone()
  const { chrome, user } = await guest('  Ada   Obi ', phone)
  expect(user).toMatchObject({ role: 'customer', username: 'Ada Obi', phone: inE164(phone), guest: true })
  expect(await chrome.session()).toEqual(user)
  const order = await restaurant.order(user)
  expect(order).toMatchObject({
    customerName: 'Ada Obi',
    customerPhone: inE164(phone),
    paymentReference: 'Ada Obi',
    payerName: 'Ada Obi',
  })
})

test('GUEST-1: a guest whose session fails to begin is not created, and a private link whose session fails works later', async () => {
  const before = await orm.$count(users)
  const begin = () => browser().send('POST', '/api/guests', { name: 'Ada Obi', phone: nextPhone() })
  await withoutNewSessions(database, () => expect(begin()).rejects.toThrow())
  expect(await orm.$count(users)).toBe(before)
  const { chrome, user } = await guest()
  const { code } = await linkOf(chrome)
  const phone = browser()
  await withoutNewSessions(database, () => expect(openLink(phone, code)).rejects.toThrow())
  expect((await openLink(phone, code)).status).toBe(200)
  expect(await phone.session()).toEqual(user)
})

test('GUEST-1: a delivery to a guest is refused without an address and without a location', async () => {
  const { user } = await guest()
  const to = (more: object) => restaurant.quote(user, { ...cartOf('jollof'), deliveryMethod: 'delivery', ...more })
  expect((await to({})).body.code).toBe('profile-incomplete')
  expect((await to({ deliveryAddress: '4 Creek Road' })).body.code).toBe('location-unknown')
  expect((await to({ deliveryAddress: '4 Creek Road', locationId: 'yaba' })).body).toMatchObject({
    deliveryAddress: '4 Creek Road',
    deliveryFee: 4000,
  })
})

test('PEOPLE-1: a guest gives one or two phones in any usual notation, and the account has the first', async () => {
  const figures = nextPhone().slice(1)
  for (const typed of [`234${figures}`, `+234 (0) ${figures}`, figures]) {
    expect((await guest('Ada Obi', typed)).user.phone, typed).toBe(`+234${figures}`)
  }
  const two = `${figures} / ${nextPhone()}`
  const { chrome, user } = await guest('Ada Obi', two)
  expect(user.phone).toBe(two)
  const account = await chrome.send('POST', '/api/guest-account', { password: 'suya after dawn' })
  expect(await userIn(account)).toMatchObject({ id: user.id, phone: `+234${figures}` })
  expect((await browser().signIn(two, 'suya after dawn')).status).toBe(200)
})

test('AUTH-4: a guest can give a foreign number, and an account needs a Nigerian number', async () => {
  const { chrome, user } = await guest('Ada Obi', '+44 20 7946 0000')
  expect(user.phone).toBe('+442079460000')
  const refused = await chrome.send('POST', '/api/guest-account', { password: 'suya after dawn' })
  expect(refused.status).toBe(422)
  expect(await refused.json()).toMatchObject({ field: 'phone', detail: expect.stringContaining('Nigerian phone') })
  expect(await chrome.session()).toMatchObject({ id: user.id, guest: true })
})

test('GUEST-1: a guest without name or with a wrong phone gets a sentence for each field', async () => {
  const response = await browser().send('POST', '/api/guests', { name: ' 12 ', phone: '0123' })
  expect(response.status).toBe(422)
  expect(((await response.json()) as { errors: { field: string }[] }).errors.map(({ field }) => field)).toEqual([
    'name',
    'phone',
  ])
})

test('GUEST-1: the limits of an account apply to a guest', async () => {
  const { user } = await guest()
  for (let order = 1; order <= 3; order++) await restaurant.order(user)
  expect((await restaurant.quote(user, cartOf('jollof'))).body.detail).toBe(tooManyOfAccount)
})

test('GUEST-1: 40 guests an hour can begin from one address, and the next is refused', async () => {
  const { browser } = await openAuth(database, {
    more: (parts) => guestRoutes({ ...parts, tries: limited.tries }),
  })
  const begin = () => browser('198.51.100.7').send('POST', '/api/guests', { name: 'Ada', phone: nextPhone() })
  for (let each = 1; each <= 40; each++) expect((await begin()).status).toBe(201)
  const refused = await begin()
  expect(refused.status).toBe(429)
  expect(await refused.json()).toMatchObject({ detail: expect.stringMatching(/sign up, or message us on WhatsApp\.$/) })
})
const limited = await openAuth(database)

test('GUEST-1: a guest can order from an address whose sign-ups and sign-ins are used up', async () => {
  const { browser } = await openAuth(database, {
    more: (parts) => guestRoutes({ ...parts, tries: limited.tries }),
  })
  const cafe = '198.51.100.8'
  for (const limit of ['signUpAddress', 'signInAddress'] as const) {
    for (let each = 0; each < defaultLimits[limit].most; each++) await limited.tries.count(limit, cafe)
  }
  expect((await browser(cafe).signUp(form({ phone: nextPhone() }))).status).toBe(429)
  expect((await browser(cafe).signIn('Nobody', password)).status).toBe(429)
  const response = await browser(cafe).send('POST', '/api/guests', { name: 'Ada', phone: nextPhone() })
  expect(response.status).toBe(201)
  expect(await restaurant.order(await userIn(response))).toMatchObject({ customerName: 'Ada' })
})

test('GUEST-1: the phone or the name of a guest cannot sign in, with any password', async () => {
  const phone = nextPhone()
  const { user } = await guest('Ngozi Eze', phone)
  const [row] = await orm.select().from(users).where(eq(users.id, user.id))
  for (const identifier of [phone, 'Ngozi Eze', row?.username ?? '', row?.email ?? '']) {
    expect((await browser().signIn(identifier, password)).status, identifier).toBe(401)
  }
})

test('GUEST-1: a guest cannot change a profile', async () => {
  const { chrome } = await guest()
  expect((await chrome.change({ address: '1 Road' })).status).toBe(403)
})

test('GUEST-2: the private link shows a guest’s order in another browser, and no data of other customers', async () => {
  const { chrome, user } = await guest()
  const order = await restaurant.order(user)
  const { user: eve } = await guest('Eve', nextPhone())
  const others = await restaurant.order(eve)
  const { code, endsAt } = await linkOf(chrome)
  expect(code).toMatch(/^[\w-]{43}$/)
  expect(Date.parse(endsAt) / 864e5 - Date.now() / 864e5).toBeCloseTo(7, 1)
  const phone = browser()
  expect(await userIn(await openLink(phone, code))).toEqual(user)
  expect(await phone.session()).toEqual(user)
  expect((await restaurant.call(user, 'GET', `/api/orders/${order.orderId}`)).status).toBe(200)
  expect((await restaurant.call(user, 'GET', `/api/orders/${others.orderId}`)).status).toBe(404)
})

test('GUEST-2: the private link is stored in no table', async () => {
  const { chrome, user } = await guest()
  const { code } = await linkOf(chrome)
  const open = await orm.select().from(sessions).where(eq(sessions.userId, user.id))
  expect(open).toHaveLength(2)
  expect(JSON.stringify(open)).not.toContain(code)
})

test('GUEST-2: a wrong private link, and a session token used as a link, are refused', async () => {
  const ada = await restaurant.customer()
  const { user } = await guest()
  const tokens = ['a session of an account', 'a session of a guest']
  for (const [at, token] of tokens.entries()) {
    const expiresAt = new Date(Date.now() + 60_000)
    await orm.insert(sessions).values({ id: token, userId: [ada, user][at]?.id ?? '', token, expiresAt })
  }
  for (const code of ['', 'x', ...tokens]) expect((await openLink(browser(), code)).status, code).toBe(404)
})

test('GUEST-2: private links count among the 1,000 sessions of an account', async () => {
  const { chrome, user } = await guest()
  await orm.execute(sql`insert into sessions (id, user_id, token, expires_at)
    select 'old ' || each, ${user.id}, 'old ' || each, now() + interval '1 hour' from generate_series(1, 999) as each`)
  await linkOf(chrome)
  expect(await orm.$count(sessions, eq(sessions.userId, user.id))).toBe(1000)
  expect(await chrome.session()).toEqual(user)
})

test('GUEST-2: a private link does not replace the session of somebody who is signed in', async () => {
  const { chrome } = await guest()
  const { code } = await linkOf(chrome)
  const { chrome: other, user } = await guest('Eve', nextPhone())
  expect((await openLink(other, code)).status).toBe(403)
  expect(await other.session()).toEqual(user)
})

test("GUEST-2: a guest's session and private link end a week after the last checkout", async () => {
  const { chrome, user } = await guest()
  const { code } = await linkOf(chrome)
  await orm.update(users).set({ guestUntil: sql`now() + interval '1 hour'` }).where(eq(users.id, user.id))
  await restaurant.quote(user, cartOf('jollof'))
  const [row] = await orm.select().from(users).where(eq(users.id, user.id))
  expect((row?.guestUntil?.getTime() ?? 0) / 864e5 - Date.now() / 864e5).toBeCloseTo(7, 1)
  await endWeek(user)
  expect(await chrome.session()).toBeNull()
  expect((await openLink(browser(), code)).status).toBe(404)
})

test('GUEST-3: setting a password turns a guest into an account, which keeps the order and ends the private links', async () => {
  const phone = nextPhone()
  const { chrome, user } = await guest('Chidi Okafor', phone)
  const { body: quote } = await restaurant.quote(user, {
    ...cartOf('jollof'),
    deliveryMethod: 'delivery',
    deliveryAddress: '4 Creek Road',
    locationId: 'yaba',
  })
  await restaurant.place(user, quote.id)
  const { code } = await linkOf(chrome)
  expect((await chrome.send('POST', '/api/guest-account', { password: 'short' })).status).toBe(422)
  const account = await userIn(await chrome.send('POST', '/api/guest-account', { password }))
  expect(account).toEqual({
    id: user.id,
    role: 'customer',
    username: 'Chidi Okafor',
    phone: inE164(phone),
    address: '4 Creek Road',
    location: 'yaba',
  })
  expect(await chrome.session()).toEqual(account)
  expect((await openLink(browser(), code)).status).toBe(404)
  expect((await browser().signIn(phone, password)).status).toBe(200)
  expect((await restaurant.call(account, 'GET', `/api/orders/${quote.id}`)).status).toBe(200)
  expect(await restaurant.auditEntries(`account:${user.id}`)).toMatchObject([{ action: 'account.of-guest' }])
  expect((await chrome.send('POST', '/api/guest-account', { password })).status).toBe(403)
})

test('GUEST-3: a guest whose name is taken signs in with a similar name', async () => {
  const names: string[] = []
  for (let each = 1; each <= 2; each++) {
    const { chrome } = await guest('Ife')
    names.push((await userIn(await chrome.send('POST', '/api/guest-account', { password }))).username)
  }
  expect(names).toEqual(['Ife', expect.stringMatching(/^Ife \d{4}$/)])
})

test('GUEST-3: a guest who types the phone of an account gets none of the account’s data and cannot claim the number', async () => {
  const [location] = await orm.select().from(locations).limit(1)
  const phone = nextPhone()
  const owner = browser()
  const form = { username: 'Owner of it', password, phone, location: location?.id, address: '1 Road' }
  const account = await userIn(await owner.signUp(form))
  await restaurant.order(account)
  const { chrome, user } = await guest('Mallory', phone)
  const order = await restaurant.order(user)
  expect(await orm.$count(orders, eq(orders.customerId, account.id))).toBe(1)
  const refused = await chrome.send('POST', '/api/guest-account', { password: 'another password' })
  expect(refused).toMatchObject({ status: 409 })
  expect(await refused.json()).toMatchObject({ code: 'phone-taken' })
  // The order stays with the guest, even after somebody signs in to the account with this phone.
  await owner.signIn(phone, password)
  const [row] = await orm.select().from(orders).where(eq(orders.orderId, order.orderId))
  expect(row?.customerId).toBe(user.id)
})

test('GUEST-2: the sweep deletes guests after a week, except guests with an open order', async () => {
  const [{ user: gone }, { user: waiting }, { user: recent }] = [await guest(), await guest(), await guest()]
  const done = await restaurant.order(gone)
  await restaurant.quote(gone, cartOf('jollof'))
  await restaurant.act(gone, done.orderId, 'cancel', {})
  await restaurant.order(waiting)
  for (const user of [gone, waiting]) await endWeek(user)
  await database.transaction((tx) => sweepGuests(tx, 100))
  const kept = async ({ id }: User) => (await orm.$count(users, eq(users.id, id))) === 1
  expect([await kept(gone), await kept(waiting), await kept(recent)]).toEqual([false, true, true])
  const [order] = await orm.select().from(orders).where(eq(orders.orderId, done.orderId))
  expect(order).toMatchObject({ customerId: null, customerName: 'Ada Obi', totalAmount: done.totalAmount })
  expect(await orm.$count(quotes, eq(quotes.customerId, gone.id))).toBe(0)
})

test('ACCESS-6: a guest can delete their data without a password', async () => {
  const { chrome, user } = await guest()
  const order = await restaurant.order(user)
  await restaurant.act(user, order.orderId, 'cancel', {})
  expect((await chrome.send('POST', '/api/account/deletion', { password: '' })).status).toBe(200)
  const [row] = await orm.select().from(orders).where(eq(orders.orderId, order.orderId))
  expect(row).toMatchObject({ customerId: null, customerName: 'Name not kept', customerPhone: 'Not Provided' })
})

test('GUEST-1: a private link opened while its guest is deleted is refused', async () => {
  const { chrome, user } = await guest()
  const { code } = await linkOf(chrome)
  const opened = await restaurant.whileDeleted(user, () => openLink(browser(), code))
  expect(opened.status).toBe(401)
})
