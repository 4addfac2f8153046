import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { AppKey } from '#contract/second-factor.ts'
import type { OfficeAccounts } from '#contract/settings.ts'
import { emailHost, noLimits, openTestRestaurant as openSignIn } from '#tests/support/auth.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { cheapHashes } from '#tests/support/password-hashes.ts'
import { cartOf, openTestRestaurant } from '#tests/support/restaurant.ts'
import { codeOf } from '#tests/support/totp.ts'
import { insertAccount } from '../auth/accounts.ts'
import { audit, events, settings, users } from '../db/schema.ts'
import { officeRoutes } from '../office/office-routes.ts'
import { accountRoutes } from './bank-account-routes.ts'
import { proposeAccounts, settleAccounts } from './bank-accounts.ts'

cheapHashes()
const database = await freshDatabase()
const restaurant = await openTestRestaurant(database)
const { orm } = database
const offices = await openSignIn(database, {
  limits: noLimits,
  more: (parts) => ({ ...accountRoutes(parts), ...officeRoutes(parts) }),
})
const password = 'suya after the rain'
const hash = await offices.auth.hashPassword(password)
const newBank = { bank: 'New Bank', number: '1234567890', name: 'Test Kitchen Ltd' }

async function owner(username: string, { hasApp = true } = {}) {
  const user = await database.transaction((tx) => insertAccount(tx, emailHost, { role: 'owner', username }, hash))
  return { user, ...(await enrolled(username, { hasApp })) }
}

async function enrolled(username: string, { hasApp = true } = {}) {
  const browser = offices.browser()
  expect((await browser.signIn(username, password)).status).toBe(200)
  if (!hasApp) return { ...browser, code: () => '000000', recoveryCodes: [] as string[] }
  const made = await browser.send('POST', '/api/account/second-factor/app', { password })
  const { key } = (await made.json()) as AppKey
  const confirmed = await browser.send('POST', '/api/account/second-factor/app-confirmation', { code: codeOf(key, 0) })
  const { recoveryCodes } = (await confirmed.json()) as { recoveryCodes: string[] }
  return { ...browser, code: () => codeOf(key, 1), recoveryCodes }
}

const kemi = await owner('kemi')
const bisi = await owner('bisi')

const ask = (who: Pick<typeof kemi, 'send'>, more: object) =>
  who.send('POST', '/api/office/account-changes', { accounts: [newBank], delayHours: 12, password, ...more })
const accountsOf = async (response: Response) => (await response.json()) as OfficeAccounts
const shown = async () => accountsOf(await kemi.send('GET', '/api/office/accounts'))
const entries = async () =>
  (await orm.select().from(audit).where(eq(audit.subject, 'accounts')).orderBy(audit.id)).map(({ action }) => action)

const takesEffectIn = (seconds: number) =>
  orm.update(settings).set({
    document: sql`jsonb_set(document, '{accountChange,from}', to_jsonb((extract(epoch from now()) + ${seconds}) * 1000))`,
  })

test('OWNER-4: bank accounts cannot be changed without a second factor, with a wrong password or with a wrong code', async () => {
  const plain = await owner('plain', { hasApp: false })
  expect((await ask(plain, { proof: { code: plain.code() } })).status).toBe(422)
  const before = await shown()
  const wrongPassword = await ask(kemi, { password: 'wrong', proof: { code: kemi.code() } })
  expect([wrongPassword.status, await wrongPassword.json()]).toMatchObject([422, { field: 'proof.password' }])
  const wrongCode = await ask(kemi, { proof: { code: '000000' } })
  expect([wrongCode.status, await wrongCode.json()]).toMatchObject([422, { field: 'proof.code' }])
  expect(await shown()).toEqual(before)
  expect(await entries()).toEqual([])
})

test('OWNER-4: a new owner can revoke a change of bank accounts immediately, but can propose a change only after the delay', async () => {
  const staff = (method: string, path: string, code: string | undefined, body: object) =>
    kemi.send(method, path, { ...body, proof: { password, code } })
  const [first, second, third] = kemi.recoveryCodes
  const added = await staff('POST', '/api/office/staff', first, { username: 'sade', role: 'owner', password })
  const { member } = (await added.json()) as { member: { id: string } }
  const cashier = await staff('POST', '/api/office/staff', second, { username: 'tolu', role: 'cashier', password })
  const { member: till } = (await cashier.json()) as { member: { id: string } }
  expect((await staff('PATCH', `/api/office/staff/${till.id}`, third, { role: 'owner' })).status).toBe(200)
  for (const [username, id] of [
    ['sade', member.id],
    ['tolu', till.id],
  ] as const) {
    const newcomer = await enrolled(username)
    const tooSoon = await ask(newcomer, { proof: { code: newcomer.recoveryCodes[0] } })
    expect(tooSoon.status).toBe(403)
    expect(await tooSoon.json()).toMatchObject({ detail: expect.stringContaining('less than 12 hours ago') })
    await orm
      .update(audit)
      .set({ at: sql`now() - interval '12 hours'` })
      .where(eq(audit.subject, `account:${id}`))
    const { change } = await accountsOf(await ask(newcomer, { proof: { code: newcomer.recoveryCodes[0] } }))
    expect(change?.by).toBe(username)
    await orm
      .update(audit)
      .set({ at: sql`now()` })
      .where(eq(audit.subject, `account:${id}`))
    expect((await newcomer.send('DELETE', `/api/office/account-changes/${change?.id}`)).status).toBe(200)
    await orm.update(users).set({ role: 'kitchen' }).where(eq(users.id, id))
  }
  await orm.delete(audit).where(eq(audit.subject, 'accounts'))
})

test('OWNER-4: a change of bank accounts waits twelve hours, is announced to every owner’s phone, and can be revoked by another owner', async () => {
  for (const { user } of [kemi, bisi]) {
    const [session] = (await orm.execute<{ id: string }>(sql`select id from sessions where user_id = ${user.id}`)).rows
    await orm.execute(sql`insert into push_subscriptions (endpoint, user_id, session_id, p256dh, auth)
      values (${`https://push.example/${user.id}`}, ${user.id}, ${session?.id}, 'p', 'a')`)
  }
  const code = kemi.recoveryCodes.at(-1) ?? ''
  const answer = await ask(kemi, { proof: { code } })
  expect(answer.status).toBe(201)
  const { accounts, change } = await accountsOf(answer)
  expect(accounts.map(({ id }) => id)).toEqual(['demo-bank', 'sample-trust'])
  expect(change).toMatchObject({ by: 'kemi', accounts: [newBank] })
  expect(Date.parse(change?.from ?? '') - Date.parse(change?.at ?? '')).toBe(12 * 60 * 60_000)
  const { rows } = await orm.execute(sql`select endpoint, message -> 'message' ->> 'path' as path from messages
    where about = ${`accounts:${change?.id}`} order by endpoint`)
  expect(rows).toHaveLength(2)
  expect(JSON.stringify(rows)).toContain('/office/settings')

  // The code is used up, and only one change can be pending.
  expect((await ask(kemi, { proof: { code } })).status).toBe(422)
  const second = await ask(bisi, { proof: { code: bisi.recoveryCodes[0] } })
  expect(await second.json()).toMatchObject({
    detail: 'Another change is already waiting. Revoke it first, or wait until it takes effect.',
  })

  const revoked = await bisi.send('DELETE', `/api/office/account-changes/${change?.id}`)
  expect(await accountsOf(revoked)).toMatchObject({ change: null })
  expect((await bisi.send('DELETE', `/api/office/account-changes/${change?.id}`)).status).toBe(404)
  expect(await entries()).toEqual(['accounts.propose', 'accounts.revoke'])
})

test('OWNER-4: after the owner has replaced the bank account, a valid quote keeps the old account, the desk can still choose it for a payment, and the next quote shows the new account', async () => {
  const ada = await restaurant.customer()
  const dish = await restaurant.dish(5000)
  const { body: held } = await restaurant.quote(ada, cartOf(dish))
  const [user] = await orm.select().from(users).where(eq(users.id, kemi.user.id))
  await proposeAccounts(
    database,
    { ...kemi.user, id: user?.id ?? '' },
    { accounts: [newBank], delayHours: 1 },
    async () => {},
  )
  const numbers = async () => {
    const { body } = await restaurant.quote(await restaurant.customer(), cartOf(dish))
    return body.accounts.map(({ number }) => number)
  }
  await takesEffectIn(3600)
  expect(await numbers()).toEqual(['0000000011', '0000000022'])
  await takesEffectIn(0)
  expect(await numbers()).toEqual(['1234567890'])

  const { body: again } = await restaurant.call<typeof held>(ada, 'GET', `/api/quotes/${held.id}`)
  expect(again.accounts).toEqual(held.accounts)
  await restaurant.place(ada, held.id)
  const { body: desk } = await restaurant.call<{ accounts: { id: string }[] }>(
    restaurant.cashier,
    'GET',
    '/api/desk/accounts',
  )
  expect(desk.accounts.map(({ id }) => id)).toEqual(['new-bank-7890', 'demo-bank', 'sample-trust'])
  expect(await restaurant.pay(restaurant.cashier, held.id, 5000)).toMatchObject({
    status: 200,
    body: { payment: 'found' },
  })
  const { body: receipt } = await restaurant.call<{ payments: { account: { number: string } }[] }>(
    ada,
    'GET',
    `/api/orders/${held.id}/receipt`,
  )
  expect(receipt.payments[0]?.account.number).toBe('0000000011')

  // The first of several processes settles the change.
  await Promise.all([settleAccounts(database), settleAccounts(database)])
  expect((await entries()).filter((action) => action === 'accounts.take-effect')).toHaveLength(1)
  expect(await shown()).toMatchObject({ delayHours: 1, change: null, accounts: [newBank] })
  const [event] = await orm.select().from(events).where(eq(events.type, 'settings.changed')).limit(1)
  expect(event?.topics).toEqual(['menu'])
})
