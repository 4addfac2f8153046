import { createECDH, randomBytes } from 'node:crypto'
import type { Page, Worker } from '@playwright/test'
import type pg from 'pg'
import type { z } from 'zod'
import type { pushSubscription } from '#contract/push.ts'
import { clearBoard, fromMenu, placeOrder, test } from './order-desk.ts'
import { visit } from './ordering.ts'
import { expect, signInStaff, signUp } from './restaurant.ts'

test.use({ serviceWorkers: 'allow' })

type Faked = z.infer<typeof pushSubscription> & { readonly key: string }

function subscription(key: string): Faked {
  const keys = {
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  }
  return { endpoint: `https://fcm.googleapis.com/fcm/send/${randomBytes(9).toString('base64url')}`, keys, key }
}

const anotherKey = createECDH('prime256v1').generateKeys('base64url')

type Fake = { held: Faked | undefined; next: Faked[] }

function fakePush(fake: Fake): void {
  const shown = (faked: Faked) => ({
    endpoint: faked.endpoint,
    options: {
      applicationServerKey: Uint8Array.from(atob(faked.key.replace(/-/g, '+').replace(/_/g, '/')), (each) =>
        each.charCodeAt(0),
      ).buffer,
    },
    toJSON: () => ({ endpoint: faked.endpoint, expirationTime: null, keys: faked.keys }),
    unsubscribe: async () => {
      fake.held = undefined
      return true
    },
  })
  Object.assign(PushManager.prototype, {
    getSubscription: async () => (fake.held ? shown(fake.held) : null),
    subscribe: async ({ applicationServerKey: key }: { applicationServerKey: string }) => {
      const next = fake.next.shift()
      if (!next) throw new Error('No more subscriptions than the test has.')
      fake.held = { ...next, key }
      return shown(fake.held)
    },
  })
}

/** Makes the browser allow notifications and have the subscription `held`. New subscriptions come from `next`. */
async function withPush(page: Page, held: Faked | undefined, next: Faked[]): Promise<void> {
  await page.addInitScript(fakePush, { held, next })
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { value: 'granted' })
    Notification.requestPermission = async () => 'granted'
  })
}

async function registered(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
}

const serverKey = async (page: Page): Promise<string> =>
  (await (await page.request.get('/api/push-key')).json()).publicKey

async function storedEndpoints(database: pg.Pool, username: string): Promise<string[]> {
  const { rows } = await database.query(
    'select endpoint from push_subscriptions where user_id = (select id from users where username = $1)',
    [username],
  )
  return rows.map(({ endpoint }) => endpoint)
}

const store = (page: Page, { endpoint, keys }: Faked) =>
  page.request.post('/api/push-subscriptions', { data: { endpoint, keys } })

const offer = (page: Page) => page.getByRole('region', { name: 'Order notifications' })

test('PEOPLE-4: a push subscription made with an earlier server key is renewed before the orders page says that notifications are on', async ({
  page,
  database,
}) => {
  const [old, next] = [subscription(anotherKey), subscription('')]
  await withPush(page, old, [next])
  const { username } = await signUp(page)
  expect((await store(page, old)).status()).toBe(200)
  await placeOrder(page)
  await visit(page, '/orders')
  await registered(page)
  await visit(page, '/orders')
  await expect(offer(page)).toContainText('We notify you here and on your phone')
  expect(await storedEndpoints(database, username)).toEqual([next.endpoint])
})

test('PEOPLE-4: a push subscription that the server dropped is renewed, and the page says nothing of notifications until the server answers', async ({
  page,
  database,
}) => {
  const { username } = await signUp(page)
  const [old, next] = [subscription(await serverKey(page)), subscription('')]
  await withPush(page, old, [next])
  await placeOrder(page)
  await page.route('**/api/push-subscriptions', (route) => route.abort())
  await visit(page, '/orders')
  await registered(page)
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/push-subscriptions'))
  await visit(page, '/orders')
  await failed
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(offer(page)).toBeHidden()
  await page.unroute('**/api/push-subscriptions')
  await expect(offer(page)).toContainText('We notify you here and on your phone')
  expect(await storedEndpoints(database, username)).toEqual([next.endpoint])
})

test('PEOPLE-4: the service worker registers the push subscription that replaces an ended one', async ({
  page,
  context,
  database,
}) => {
  const { username } = await signUp(page)
  const [old, next] = [subscription(await serverKey(page)), subscription('')]
  await store(page, old)
  await visit(page, '/orders')
  await registered(page)
  const [worker] = context.serviceWorkers() as [Worker]
  await worker.evaluate(fakePush, { held: undefined, next: [next] } as Fake)
  await worker.evaluate(async ({ endpoint }) => {
    const waiting: Promise<unknown>[] = []
    const event = Object.assign(new Event('pushsubscriptionchange'), {
      oldSubscription: { endpoint },
      waitUntil: (work: Promise<unknown>) => waiting.push(work),
    })
    self.dispatchEvent(event)
    await Promise.all(waiting)
  }, old)
  expect(await storedEndpoints(database, username)).toEqual([next.endpoint])
})

test('PEOPLE-4: the owner’s desk says that calls by push message are on if one arrived within a day, and offers a test message', async ({
  page,
  restaurant,
  desk,
  database,
}) => {
  // An order of another test that nobody acknowledges would send a call to this device too.
  await clearBoard(restaurant, desk)
  await signInStaff(page.request, restaurant, 'desk')
  const held = subscription(await serverKey(page))
  const replaced = subscription('')
  await withPush(page, held, [replaced])
  await store(page, held)
  await database.query('update push_subscriptions set delivered_at = now() - $2::interval where endpoint = $1', [
    held.endpoint,
    '25 hours',
  ])
  // The server's answers are faked; server/messages/push.test.ts tests the real answers.
  const asked: string[] = []
  const answers = [
    { outcome: 'failed', deliveredAt: null, failedAt: new Date().toISOString() },
    { outcome: 'gone', deliveredAt: null, failedAt: null },
    { outcome: 'sent', deliveredAt: new Date().toISOString(), failedAt: null },
  ]
  await page.route('**/api/push-tests', async (route) => {
    asked.push(route.request().postDataJSON().endpoint)
    await route.fulfill({ json: answers.shift() })
  })
  await visit(page, '/desk')
  await registered(page)
  await fromMenu(page, /^Rush/)
  const panel = page.getByRole('dialog')
  const status = panel.getByRole('status').filter({ hasText: 'this device' })
  await expect(status).toHaveText(
    'Not certain that this device can be called: no call has gone through within the last day.',
  )
  await expect(panel.getByRole('region', { name: 'Who can be called' })).toContainText(
    /^Who can be called.*no call has gone through within the last day/,
  )
  const sendTest = panel.getByRole('button', { name: 'Send a test' })
  await sendTest.click()
  await expect(status).toHaveText(/^Not certain that this device can be called: the last call failed at \d\d:\d\d\.$/)
  await sendTest.click()
  await expect(status).toHaveText(
    /^Calls to this device are on while you are signed in: the last call went through at \d\d:\d\d\.$/,
  )
  expect(asked).toEqual([held.endpoint, held.endpoint, replaced.endpoint])
  expect(await storedEndpoints(database, 'desk')).toEqual([replaced.endpoint])
  await database.query('delete from push_subscriptions where endpoint = $1', [replaced.endpoint])
})
