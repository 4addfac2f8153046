import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { form, noLimits, openTestRestaurant, secret } from '#tests/support/auth.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { cheapHashes } from '#tests/support/password-hashes.ts'
import { rateLimits } from '../db/schema.ts'
import { networkOf } from '../http/client-address.ts'
import { ownDataRoutes } from '../own-data/own-data-routes.ts'
import { defaultRetention } from '../process/retention.ts'
import { ratingRoutes } from '../ratings/rating-routes.ts'
import { createTries, defaultLimits, sweepRateLimits } from './rate-limits.ts'

const hashes = cheapHashes()
const database = await freshDatabase()
const limits = { ...noLimits, signInAccount: { most: 3, seconds: 900 } }
const restaurant = await openTestRestaurant(database, { limits })
const password = 'suya after dark'
await restaurant.browser().signUp(form({ username: 'Ada Obi', phone: '08035550001', password }))

async function letTimePass(seconds: number) {
  await database.orm.update(rateLimits).set({ windowStarted: sql`window_started - make_interval(secs => ${seconds})` })
}

async function attempts(identifier: string, number: number, typed = 'wrong password') {
  const browser = restaurant.browser()
  const answers: Response[] = []
  for (let attempt = 0; attempt < number; attempt++) answers.push(await browser.signIn(identifier, typed))
  return answers
}

const statuses = (answers: readonly Response[]) => answers.map(({ status }) => status)

test.each([['Ada Obi'], ['Nobody Here'], ['08035550001'], ['08099999999'], ['nobody@else.example']])(
  'AUTH-7: too many sign-in attempts as %s return 429, whether or not the account exists',
  async (identifier) => {
    await database.orm.delete(rateLimits)
    expect(statuses(await attempts(identifier, 4))).toEqual([401, 401, 401, 429])
    // The wait is measured from the first attempt. Slow attempts would shorten the wait, so this statement moves the
    // time of the first attempt to now.
    await database.orm.update(rateLimits).set({ windowStarted: sql`now()` })
    const [last] = await attempts(identifier, 1)
    expect(last?.status).toBe(429)
    expect(await last?.json()).toMatchObject({
      code: 'too-many-tries',
      detail: 'Too many tries. Please try again in 15 minutes.',
    })
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(840)
    expect(Number(last?.headers.get('retry-after'))).toBeLessThanOrEqual(900)
  },
)

test('the right password of a rate-limited account returns 429 until the wait is over', async () => {
  await database.orm.delete(rateLimits)
  await attempts('Ada Obi', 3)
  expect(statuses(await attempts('Ada Obi', 1, password))).toEqual([429])
  await letTimePass(870)
  const [early] = await attempts('Ada Obi', 1, password)
  expect(await early?.json()).toMatchObject({ detail: 'Too many tries. Please try again in a minute.' })
  await letTimePass(31)
  expect(statuses(await attempts('Ada Obi', 1, password))).toEqual([200])
})

test.each([
  ['GET', '/api/account/export', undefined, 200],
  ['PUT', '/api/orders/ABCDEFGH2/rating', { stars: 5, comment: '', mayShow: false }, 404],
] as const)('the audited requests of a customer are rate-limited: %s %s', async (method, path, body, status) => {
  const tries = createTries({ database, secret, limits: { ...noLimits, accountChange: { most: 2, seconds: 60 } } })
  const { browser } = await openTestRestaurant(database, {
    more: (parts) => ({
      ...ownDataRoutes({ ...parts, tries, retention: defaultRetention, provider: undefined }),
      ...ratingRoutes({ ...parts, tries }),
    }),
  })
  await database.orm.delete(rateLimits)
  const customer = browser()
  await customer.signUp(form())
  const answers = []
  for (let count = 0; count < 3; count++) answers.push(await customer.send(method, path, body))
  expect(statuses(answers)).toEqual([status, status, 429])
})

test('a rate-limited sign-in attempt computes no password hash', async () => {
  await database.orm.delete(rateLimits)
  hashes.length = 0
  await attempts('Ada Obi', 3)
  expect(hashes).toHaveLength(3)
  expect(statuses(await attempts('Ada Obi', 2))).toEqual([429, 429])
  expect(hashes).toHaveLength(3)
})

test('a successful sign-in clears the attempts of its account', async () => {
  await database.orm.delete(rateLimits)
  expect(statuses(await attempts('Ada Obi', 2))).toEqual([401, 401])
  expect(statuses(await attempts('ada obi', 1, password))).toEqual([200])
  expect(statuses(await attempts('Ada Obi', 4))).toEqual([401, 401, 401, 429])
})

test('sign-in attempts by another spelling of a username, and by its e-mail, count for the same account', async () => {
  await database.orm.delete(rateLimits)
  expect(statuses(await attempts('ADA OBI', 1))).toEqual([401])
  expect(statuses(await attempts('ada  obi', 1))).toEqual([401])
  expect(statuses(await attempts('adaobi@grill.example', 1))).toEqual([401])
  expect(statuses(await attempts('Ada Obi', 1))).toEqual([429])
})

test('SAFE-9: attempts by username and by phone count for one account, whose right password is then refused like a wrong one', async () => {
  await database.orm.delete(rateLimits)
  expect(statuses(await attempts('Ada Obi', 2))).toEqual([401, 401])
  expect(statuses(await attempts('0803 555 0001', 1))).toEqual([401])
  hashes.length = 0
  const [wrong, right] = [...(await attempts('+2348035550001', 1)), ...(await attempts('+2348035550001', 1, password))]
  expect(await right?.text()).toBe(await wrong?.text())
  expect([wrong?.status, right?.status]).toEqual([401, 401])
  // Refusing a locked account takes as long as refusing a wrong password: each attempt computes one hash.
  expect(hashes).toHaveLength(2)
  await letTimePass(901)
  expect(statuses(await attempts('+2348035550001', 1, password))).toEqual([200])
})

test.each([
  ['POST /api/session', { password: 'a wrong guess' }, 401],
  ['POST /api/password-reset', { code: 'WRONGCODE', password: 'a pot of ogbono soup' }, 422],
] as const)(
  'AUTH-7: attempts with several spellings of a name do not reveal whether the name has an account: %s',
  async (endpoint, given, wrong) => {
    await database.orm.delete(rateLimits)
    const strict = await openTestRestaurant(database, { limits: { ...limits, passwordReset: limits.signInAccount } })
    const [method = '', path = ''] = endpoint.split(' ')
    const answersTo = async (spellings: readonly string[]) => {
      const browser = strict.browser()
      const answers: unknown[] = []
      for (const identifier of spellings) {
        const response = await browser.send(method, path, { ...given, identifier })
        const { detail } = (await response.json()) as { detail: string }
        answers.push([response.status, detail])
      }
      return answers
    }
    await strict.browser().signUp(form({ username: 'zzabcd', phone: '08035550077' }))
    const spellings = (name: string) => [`${name[0]} ${name.slice(1)}`, `${name} `, `${name}@x.example`, name, name]
    const known = await answersTo(spellings('zzabcd'))
    expect(known).toEqual(await answersTo(spellings('zznone')))
    expect(known.map((answer) => (answer as number[])[0])).toEqual([wrong, wrong, wrong, 429, 429])
    // Attempts by username also use up the limit of the same account's phone.
    await database.orm.delete(rateLimits)
    const byPhone = (name: string, phone: string) => answersTo([name, name, name, phone, phone, phone, phone])
    expect(await byPhone('zzabcd', '08035550077')).toEqual(await byPhone('zznone', '08035550078'))
  },
)

const strictLimits = { ...limits, signInDevice: { most: 2, seconds: 900 }, signInAddress: { most: 4, seconds: 900 } }

test("SAFE-9 ACCESS-3: the known devices of an account can sign in after strangers have used up the account's and the address's attempts", async () => {
  await database.orm.delete(rateLimits)
  const strict = await openTestRestaurant(database, { limits: strictLimits })
  const own = strict.browser('198.51.100.20')
  expect((await own.signIn('Ada Obi', password)).status).toBe(200)
  const stranger = strict.browser('198.51.100.20')
  const guesses: number[] = []
  for (let guess = 0; guess < 5; guess++) guesses.push((await stranger.signIn('Ada Obi', 'a wrong guess')).status)
  expect(guesses).toEqual([401, 401, 401, 429, 429])
  expect((await strict.browser('198.51.100.21').signIn('Ada Obi', password)).status).toBe(429)
  expect((await own.signIn('Ada Obi', password)).status).toBe(200)

  // A device is known only to the accounts that signed in on it, and only by a signed cookie.
  expect((await own.signIn('Nobody Here', password)).status).toBe(429)
  const forged = strict.browser('198.51.100.22')
  forged.cookies.set(
    'buka.device',
    (own.cookies.get('buka.device') ?? '').replace(/^./, (first) => (first === 'a' ? 'b' : 'a')),
  )
  expect((await forged.signIn('Ada Obi', password)).status).toBe(429)
})

test('SAFE-9: a known device has a separate sign-in limit, which locks only that device', async () => {
  await database.orm.delete(rateLimits)
  const strict = await openTestRestaurant(database, { limits: strictLimits })
  const [tablet, phone] = [strict.browser('198.51.100.30'), strict.browser('198.51.100.31')]
  for (const browser of [tablet, phone]) expect((await browser.signIn('Ada Obi', password)).status).toBe(200)
  const guesses: number[] = []
  for (let guess = 0; guess < 3; guess++) guesses.push((await tablet.signIn('Ada Obi', 'a wrong guess')).status)
  expect(guesses).toEqual([401, 401, 429])
  expect((await tablet.signIn('Ada Obi', password)).status).toBe(429)
  expect((await phone.signIn('Ada Obi', password)).status).toBe(200)
  expect((await strict.browser('198.51.100.32').signIn('Ada Obi', password)).status).toBe(200)
})

test('SAFE-9: successful sign-ins do not count against the limit of their address', async () => {
  await database.orm.delete(rateLimits)
  const strict = await openTestRestaurant(database, { limits: strictLimits })
  for (let each = 0; each < 6; each++) {
    expect((await strict.browser('198.51.100.40').signIn('Ada Obi', password)).status).toBe(200)
  }
})

test('SAFE-9: wrong codes from one address do not prevent another address from setting a password', async () => {
  await database.orm.delete(rateLimits)
  const strict = await openTestRestaurant(database, { limits: { ...limits, passwordReset: { most: 2, seconds: 900 } } })
  const reset = async (address: string) => {
    const body = { identifier: 'Ada Obi', code: 'WRONGCODE', password: 'a pot of ogbono soup' }
    return (await strict.browser(address).send('POST', '/api/password-reset', body)).status
  }
  expect([await reset('198.51.100.50'), await reset('198.51.100.50'), await reset('198.51.100.50')]).toEqual([
    422, 422, 429,
  ])
  expect(await reset('198.51.100.51')).toBe(422)
})

test('limits are shared between processes and survive a restart', async () => {
  await database.orm.delete(rateLimits)
  await attempts('Ada Obi', 3)
  const restarted = await openTestRestaurant(database, { limits })
  expect((await restarted.browser().signIn('Ada Obi', password)).status).toBe(429)
})

test('of 12 concurrent sign-in attempts, only the 3 that the limit allows compare the password', async () => {
  await database.orm.delete(rateLimits)
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => restaurant.browser().signIn('Ada Obi', 'wrong password')),
  )
  expect(statuses(answers).filter((status) => status === 401)).toHaveLength(3)
  expect(statuses(answers).filter((status) => status === 429)).toHaveLength(9)
})

test('sign-in attempts from one address are limited, whatever the accounts', async () => {
  const strict = await openTestRestaurant(database, {
    limits: { ...noLimits, signInAddress: { most: 4, seconds: 60 } },
  })
  const guesser = strict.browser('198.51.100.7')
  const answers: Response[] = []
  for (let guess = 0; guess < 5; guess++) answers.push(await guesser.signIn(`Target ${guess}`, 'password123'))
  expect(statuses(answers)).toEqual([401, 401, 401, 401, 429])
  expect((await strict.browser('198.51.100.8').signIn('Ada Obi', password)).status).toBe(200)
})

test('sign-ups are rate-limited by address, and the refusal explains how to order without an account', async () => {
  const strict = await openTestRestaurant(database, {
    limits: { ...noLimits, signUpAddress: { most: 2, seconds: 3600 } },
  })
  const browser = strict.browser('198.51.100.9')
  expect((await browser.signUp(form())).status).toBe(201)
  expect((await browser.signUp(form({ phone: 'none' }))).status).toBe(422)
  const refused = await browser.signUp(form())
  expect(refused.status).toBe(429)
  expect(await refused.json()).toMatchObject({
    detail:
      'Many people on your network have signed up within the hour. Please try again in 60 minutes. ' +
      'To order now, choose Continue as guest in your cart: it needs no account.',
  })
})

test('the default limits are 10 attempts for an account and 30 from an address in 15 minutes', () => {
  expect(defaultLimits.signInAccount).toEqual({ most: 10, seconds: 900 })
  expect(defaultLimits.signInAddress).toEqual({ most: 30, seconds: 900 })
})

test('the table of rate limits stores no name, phone or address, and the sweep deletes expired windows', async () => {
  await database.orm.delete(rateLimits)
  const tries = createTries({ database, secret })
  await tries.count('signInAccount', '+2348035550001')
  await tries.count('signInAddress', '203.0.113.9')
  for (const { key } of await database.orm.select().from(rateLimits)) expect(key).toMatch(/^[\w-]{43}$/)
  await database.transaction((tx) => sweepRateLimits(tx, 10))
  expect(await database.orm.$count(rateLimits)).toBe(2)
  await letTimePass(3601)
  await database.transaction((tx) => sweepRateLimits(tx, 10))
  expect(await database.orm.$count(rateLimits)).toBe(0)
})

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['adaobi', 'adaobi'],
])('sign-in attempts from the address %s are counted for the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
