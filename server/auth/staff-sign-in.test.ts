import { and, desc, eq, or, sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import type { Role } from '#domain/restaurant/policy.ts'
import { emailHost, form, noLimits, openTestRestaurant } from '#tests/support/auth.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { cheapHashes } from '#tests/support/password-hashes.ts'
import { audit, rateLimits, sessions, users } from '../db/schema.ts'
import { insertAccount } from './accounts.ts'
import { defaultLimits } from './rate-limits.ts'

cheapHashes()
const database = await freshDatabase()
const { auditedDenial } = defaultLimits
const restaurant = await openTestRestaurant(database, { limits: { ...noLimits, auditedDenial } })
const password = 'suya after the rain'
const hash = await restaurant.auth.hashPassword(password)

let made = 0

async function person(role: Role) {
  made += 1
  return database.transaction((tx) => insertAccount(tx, emailHost, { role, username: `${role} ${made}` }, hash))
}

const sessionEntries = async (id: string) =>
  (
    await database.orm
      .select()
      .from(audit)
      .where(and(or(eq(audit.actorId, id), eq(audit.subject, `account:${id}`)), sql`${audit.action} like 'session.%'`))
      .orderBy(desc(audit.id))
  ).reverse()

const tablet = 'Mozilla/5.0 (Linux; Android 14; TECNO) AppleWebKit/537.36 Chrome/140.0 Safari/537.36'
const device = 'Chrome on Android'

/** Waits for an effect that is recorded after the response. */
const soon = (fact: () => Promise<unknown>) => vi.waitFor(fact, { timeout: 60_000 })

const tabletBrowser = () => restaurant.browser(undefined, tablet)

test('sign-in and sign-out of staff write audit entries with the device', async () => {
  const cook = await person('kitchen')
  const browser = tabletBrowser()
  expect((await browser.signIn(cook.username, password)).status).toBe(200)
  await browser.signOut()
  expect(await sessionEntries(cook.id)).toMatchObject([
    { action: 'session.begin', actorId: cook.id, actorRole: 'kitchen', subject: 'session', detail: { device } },
    { action: 'session.end', actorId: cook.id, actorRole: 'kitchen', subject: 'session', detail: { device } },
  ])
  await browser.signOut()
  expect(await sessionEntries(cook.id)).toHaveLength(2)
})

test('a session of staff does not begin if its audit entry cannot be written', async () => {
  const cook = await person('kitchen')
  const noSignIns = sql`alter table audit add constraint no_sign_ins check (action <> 'session.begin') not valid`
  await database.orm.execute(noSignIns)
  await expect(tabletBrowser().signIn(cook.username, password)).rejects.toThrow()
  await database.orm.execute(sql`alter table audit drop constraint no_sign_ins`)
  expect(await database.orm.$count(sessions, eq(sessions.userId, cook.id))).toBe(0)
})

test('sign-ins of customers and of unknown names write no audit entry', async () => {
  const before = await database.orm.$count(audit)
  const browser = tabletBrowser()
  const { username, password: own } = form()
  await browser.signUp(form({ username, password: own }))
  await browser.signOut()
  expect((await browser.signIn(username, own)).status).toBe(200)
  expect((await browser.signIn(username, 'not this one')).status).toBe(401)
  expect((await browser.signIn('0803 000 0000 is my password', 'not this one')).status).toBe(401)
  await browser.signOut()
  // The server writes audit entries in order, after the responses. Once the cook's entry exists, an entry for one of
  // the earlier sign-ins would exist too.
  const cook = await person('kitchen')
  await browser.signIn(cook.username, 'not this one')
  await soon(async () => expect(await sessionEntries(cook.id)).toHaveLength(1))
  expect(await database.orm.$count(audit)).toBe(before + 1)
})

test('a refused sign-in of staff writes an audit entry without what was typed', async () => {
  const cashier = await person('cashier')
  await tabletBrowser().signIn(cashier.username, 'my own secret typed')
  await soon(async () =>
    expect(await sessionEntries(cashier.id)).toMatchObject([
      { action: 'session.refuse', actorId: null, detail: { reason: 'wrong password', device } },
    ]),
  )
  await database.orm.update(users).set({ switchedOffAt: sql`now()` }).where(eq(users.id, cashier.id))
  expect((await tabletBrowser().signIn(cashier.username, password)).status).toBe(401)
  await soon(async () =>
    expect((await sessionEntries(cashier.id)).at(-1)).toMatchObject({
      action: 'session.refuse',
      detail: { reason: 'the right password, but switched off', device },
    }),
  )
  expect(JSON.stringify(await sessionEntries(cashier.id))).not.toMatch(/secret|suya/)
})

test('at most five refused sign-ins of an account are audited in an hour, and the fifth entry says that no more follow', async () => {
  const owner = await person('owner')
  const guess = () => tabletBrowser().signIn(owner.username, 'password1234567')
  const reasons = async () =>
    (await sessionEntries(owner.id)).map(({ detail }) => (detail as { reason: string }).reason)
  for (let times = 0; times < 8; times += 1) expect((await guess()).status).toBe(401)
  const last = 'wrong password; further attempts within the hour are not audited'
  const ofAnHour = [...Array<string>(4).fill('wrong password'), last].sort()
  await soon(async () => expect((await reasons()).sort()).toEqual(ofAnHour))
  expect((await tabletBrowser().signIn(owner.username, password)).status).toBe(200)
  expect((await sessionEntries(owner.id)).at(-1)).toMatchObject({ action: 'session.begin' })
  await guess()
  // Refusals are counted after their response. Wait for the ninth count before moving the window.
  await soon(async () => {
    const counts = await database.orm.select({ count: rateLimits.count }).from(rateLimits)
    expect(counts.map(({ count }) => count)).toContain(9)
  })
  await database.orm.update(rateLimits).set({ windowStarted: sql`window_started - interval '1 hour'` })
  await guess()
  await soon(async () => expect(await reasons()).toHaveLength(7))
})

test('SAFE-9: a session of staff ends 12 hours after the sign-in, even while in use', async () => {
  const cook = await person('kitchen')
  const browser = restaurant.browser()
  const signedIn = await browser.signIn(cook.username, password)
  const [session, hint] = signedIn.headers.getSetCookie()
  expect([session, hint]).toEqual([
    expect.stringContaining('; Max-Age=43200;'),
    expect.stringContaining('; Max-Age=43200;'),
  ])
  const ofCook = eq(sessions.userId, cook.id)
  const shift = async () =>
    (await database.orm.select().from(sessions).where(ofCook)).map(
      ({ createdAt, expiresAt }) => expiresAt.getTime() - createdAt.getTime(),
    )
  const [length = 0] = await shift()
  expect(Math.abs(length - 12 * 3_600_000)).toBeLessThan(60_000)
  await database.orm.update(sessions).set({ expiresAt: sql`now() + interval '1 minute'` }).where(ofCook)
  const used = await browser.send('GET', '/api/session')
  expect(await used.json()).toMatchObject({ user: { id: cook.id } })
  expect(used.headers.getSetCookie()).toEqual([])
  const [row] = await database.orm
    .select({ isOver: sql<boolean>`expires_at < now() + interval '2 minutes'` })
    .from(sessions)
    .where(ofCook)
  expect(row).toEqual({ isOver: true })
})
