import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type APIRequestContext,
  type BrowserContext,
  test as base,
  type Page,
  request as requests,
} from '@playwright/test'
import pg from 'pg'
import type { MenuItems } from '#contract/menu/menu.ts'
import type { Order } from '#contract/order/orders.ts'
import type { Session } from '#contract/session.ts'
import { presets } from '#domain/menu/menu.ts'
import { priceLine } from '#domain/menu/pricing.ts'
import type { CartLine } from '#domain/order/cart.ts'
import { startPostgres } from '#server/db/postgres.ts'
import { connectionUrl } from '../support/database.ts'
import {
  postgresOf,
  printedSignIns,
  programHooks,
  type RunningServer,
  readyDataDir,
  startServer,
} from '../support/running-server.ts'
import { addApp } from '../support/totp.ts'

// biome-ignore lint/performance/noBarrelFile: the tests' own `test` comes with the `expect` that fits it
export { expect } from '@playwright/test'

programHooks.push('--import', new URL('../support/cheap-hashes.mjs', import.meta.url).href)

export type Restaurant = RunningServer & {
  /** The passwords of the demo accounts by username, as the server printed them at its start. */
  readonly passwords: Readonly<Record<string, string>>
}

/** Starts a restaurant with these environment variables and command line options. */
export async function openRestaurant(env: Record<string, string> = {}, options: string[] = []): Promise<Restaurant> {
  // The server trusts one proxy, so each test can send an address of its own in X-Forwarded-For. The rate limit on
  // sign-ups then counts each test separately.
  const server = await startServer({
    env: { TRUSTED_PROXIES: '1', ...env },
    options,
  })
  return { ...server, passwords: Object.fromEntries(printedSignIns(server.stdout())) }
}

/** Starts a PostgreSQL, and a restaurant that uses it by DATABASE_URL. */
export async function openRestaurantElsewhere(): Promise<Restaurant> {
  const elsewhere = await startPostgres({ dataDir: await readyDataDir(), log: () => {} })
  const restaurant = await openRestaurant({ DATABASE_URL: connectionUrl(elsewhere.connection), DEMO_STAFF: 'on' })
  return {
    ...restaurant,
    stop: async () => {
      await restaurant.stop()
      await elsewhere.stop()
    },
  }
}

/** The actions of the desk through the API. Each returns the changed order. */
export type Desk = {
  pay(order: Order, amount?: number): Promise<Order>
  /** Reports that the transfer was not found. */
  reportMissing(order: Order): Promise<Order>
  start(order: Order): Promise<Order>
  startUnpaid(order: Order): Promise<Order>
  markReady(order: Order): Promise<Order>
  complete(order: Order): Promise<Order>
  cancel(order: Order, reason: string): Promise<Order>
  assignTo(order: Order, riderId: string): Promise<Order>
  /** Creates the rider's account if needed, and replaces the assigned rider. */
  assignRider(order: Order, rider: { name: string; phone: string }): Promise<Order>
}

/** Shared by all tests of a worker, and made on first use. */
type Tools = {
  restaurant: Restaurant
  database: pg.Pool
  /** An API context signed in as the owner. */
  deskRequest: APIRequestContext
  desk: Desk
  turn: undefined
  resends: undefined
}

/**
 * `test` with a running restaurant. A test fails if a page throws or breaks the content security policy. All fixtures
 * of a worker are here, because a test with other worker fixtures would run on another worker, with another restaurant.
 */
export const test = base.extend<{ address: string; customer: Customer; faultless: undefined }, Tools>({
  // Workers beyond the first two wait until the other suites of `npm test` have ended (tools/test.ts).
  turn: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from the pattern
    async ({}, use, { parallelIndex }) => {
      const { OTHER_SUITES: others } = process.env
      while (parallelIndex > 1 && others && existsSync(others)) await sleep(500)
      await use(undefined)
    },
    { scope: 'worker', auto: true, timeout: 3_600_000 },
  ],
  // The server closes a connection after 5 idle seconds, perhaps while a request is sent. Repeat the request, as
  // browsers do.
  resends: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      const context = await requests.newContext()
      const all = Object.getPrototypeOf(context) as APIRequestContext
      const { fetch } = all
      const resending: typeof fetch = function (this: APIRequestContext, target, options) {
        return fetch.call(this, target, { maxRetries: 2, ...options }) as never
      }
      all.fetch = resending
      await context.dispose()
      await use(undefined)
    },
    { scope: 'worker', auto: true },
  ],
  restaurant: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      const restaurant = await openRestaurant()
      await use(restaurant)
      await restaurant.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  database: [
    async ({ restaurant }, use) => {
      const postgres = await postgresOf(restaurant.dataDir)
      if (!postgres) throw new Error('The restaurant has no PostgreSQL of its own.')
      const pool = new pg.Pool({ host: postgres.host, port: postgres.port, user: 'buka', database: 'buka', max: 1 })
      await use(pool)
      await pool.end()
    },
    { scope: 'worker' },
  ],
  deskRequest: [
    async ({ restaurant, playwright }, use) => {
      const request = await playwright.request.newContext({ baseURL: restaurant.url })
      await signInStaff(request, restaurant, 'desk')
      await use(request)
      await request.dispose()
    },
    { scope: 'worker' },
  ],
  desk: [
    async ({ restaurant, database }, use) => {
      const desk = await signedIn(restaurant, 'desk')
      const post = async (order: Order, resource: string, data: object = {}) => {
        const answer = await desk.post(`/api/orders/${order.orderId}/${resource}`, { data })
        if (!answer.ok()) throw new Error(`${resource}: ${await answer.text()}`)
        // The desk's document has fewer fields than the customer's.
        return { ...order, ...(await answer.json()) } as Order
      }
      await use({
        pay: (order, amount = order.totalAmount) =>
          post(order, 'confirm-payment', {
            accountId: 'demo-bank',
            amount,
            sender: 'ADA OBI',
            sessionId: sessionId(),
          }),
        reportMissing: (order) => post(order, 'report-missing'),
        start: (order) => post(order, 'start'),
        startUnpaid: (order) => post(order, 'start-unpaid', { reason: 'A regular guest' }),
        markReady: (order) => post(order, 'mark-ready'),
        complete: (order) => post(order, 'complete'),
        cancel: (order, reason) => post(order, 'cancel', { reason }),
        assignTo: (order, riderId) => post(order, 'assign-rider', { riderId }),
        assignRider: async (order, { name, phone }) => {
          const riderId = `rider ${phone}`
          await database.query(
            `INSERT INTO users (id, name, username, email, role, phone) VALUES ($1, $2, $2, $1, 'rider', $3)
               ON CONFLICT (id) DO UPDATE SET switched_off_at = NULL`,
            [riderId, name, phone],
          )
          const now = (await (await desk.get(`/api/orders/${order.orderId}`)).json()) as Order
          const from = now.assignedRider?.id
          return from ? post(order, 'change-rider', { riderId, from }) : post(order, 'assign-rider', { riderId })
        },
      })
      await desk.dispose()
    },
    { scope: 'worker' },
  ],
  baseURL: ({ restaurant }, use) => use(restaurant.url),
  // biome-ignore lint/correctness/noEmptyPattern: as above
  address: async ({}, use) => use(phoneAddress()),
  extraHTTPHeaders: ({ address }, use) => use({ 'X-Forwarded-For': address }),
  customer: async ({ restaurant, address }, use) => {
    const request = await requests.newContext({
      baseURL: restaurant.url,
      extraHTTPHeaders: { 'X-Forwarded-For': address },
    })
    await use({ request, ...(await signUp({ request })) })
    await request.dispose()
  },
  faultless: [
    async ({ context, browser }, use) => {
      const faults = watchFaults(context)
      await use(undefined)
      // Close the pages of the test, which would follow the events of later tests.
      for (const left of browser.contexts()) if (left !== context) await left.close()
      if (faults.length > 0) throw new Error(`The page was not faultless:\n${faults.join('\n')}`)
    },
    { auto: true },
  ],
})

/** `test` with a restaurant of these settings; each call makes another restaurant. */
export function testWith(env: Record<string, string>, options: string[] = []) {
  return test.extend<object, { restaurant: Restaurant }>({
    restaurant: [
      // biome-ignore lint/correctness/noEmptyPattern: as above
      async ({}, use) => {
        const restaurant = await openRestaurant(env, options)
        await use(restaurant)
        await restaurant.stop()
      },
      { scope: 'worker', timeout: 120_000 },
    ],
  })
}

/** Returns uncaught errors and violations of the content security policy, a list that grows. */
export function watchFaults(context: BrowserContext): string[] {
  const faults: string[] = []
  context.on('weberror', (fault) => faults.push(String(fault.error())))
  context.on('console', (message) => {
    if (/Content.Security.Policy|Hydration|did not match/i.test(message.text())) faults.push(message.text())
  })
  return faults
}

export function phoneAddress(): string {
  const figure = () => Math.floor(Math.random() * 256)
  return `10.${figure()}.${figure()}.${figure()}`
}

let transfers = 0

/** Returns an unused bank session id. */
export function sessionId(): string {
  transfers += 1
  return `0000152611201${Date.now()}${transfers}`
}

let made = 0

export type Person = { readonly username: string; readonly password: string; readonly phone: string }

/** The sender of requests: a page, or a request context in a test without a page. */
export type Requester = Pick<Page, 'request'>

/** A customer's account without a browser. */
export type Customer = Requester & Person

/** Returns the data of a new customer. */
export function somebody(): Person {
  made += 1
  const number = `${Date.now()}${made}`.slice(-8)
  return { username: `ada ${number}`, password: 'hot pepper soup', phone: `0803${number.slice(-7)}` }
}

/**
 * Signs the browser or API context of `request` in as a member of staff. If a second factor is required, adds an
 * authenticator app to the account, so this works once for each account.
 */
export async function signInStaff(request: APIRequestContext, restaurant: Restaurant, username: string): Promise<void> {
  const post = async (path: string, data: object): Promise<unknown> => {
    const answer = await request.post(path, { data })
    if (!answer.ok()) throw new Error(`sign-in as ${username}: ${await answer.text()}`)
    return answer.json()
  }
  const password = restaurant.passwords[username] ?? ''
  const { incomplete } = (await post('/api/session', { identifier: username, password })) as Session
  if (incomplete) await addApp(post, password)
}

/** Opens an API context with its own network address, signed in as a member of staff. */
export async function signedIn(restaurant: Restaurant, username: string) {
  const context = await requests.newContext({
    baseURL: restaurant.url,
    extraHTTPHeaders: { 'X-Forwarded-For': phoneAddress() },
  })
  await signInStaff(context, restaurant, username)
  return context
}

/** Signs up a customer with a profile in this page's browser. */
export async function signUp(
  page: Requester,
  person: Person = somebody(),
  profile: Record<string, string> = {},
): Promise<Person> {
  const answer = await page.request.post('/api/customers', {
    data: { ...person, locationId: 'lekki-phase-1', address: '12 Admiralty Way', ...profile },
  })
  if (!answer.ok()) throw new Error(`sign-up: ${await answer.text()}`)
  return person
}

/**
 * Stores a dish without choices in this page's cart, from the next document on. Tests that begin with the cart use
 * this, because a menu page would take most of their time.
 */
export async function addPlain(page: Page, itemId: string): Promise<void> {
  const { items, sources }: MenuItems = await (await page.request.get(`/api/menu-items?ids=${itemId}`)).json()
  const [item] = items
  if (!item) throw new Error(`There is no ${itemId}.`)
  const priced = priceLine(item, sources, presets(item, sources), 1)
  if (!priced.ok) throw new Error(`${itemId} cannot be added.`)
  made += 1
  const line: CartLine = {
    id: `${itemId}-${made}`,
    itemId,
    category: item.category,
    selection: presets(item, sources),
    quantity: 1,
    chefComment: '',
    seen: priced.value,
    picture: item.picture?.name ?? '',
  }
  await page.addInitScript((line) => {
    // Add the line once, so later changes by the page remain.
    if (!location.protocol.startsWith('http') || sessionStorage.getItem(line.id)) return
    sessionStorage.setItem(line.id, 'added')
    const { items } = JSON.parse(localStorage.getItem('cart') ?? '{"items":[]}')
    localStorage.setItem('cart', JSON.stringify({ items: [...items, line] }))
  }, line)
}
