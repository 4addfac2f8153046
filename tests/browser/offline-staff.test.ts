import type { Page } from '@playwright/test'
import type { CounterPlaced } from '#contract/order/counter.ts'
import type { DeskOrder } from '#contract/order/orders.ts'
import { test } from './front.ts'
import {
  card,
  choose,
  clearBoard,
  codeOf,
  csv,
  dropStatement,
  enterAs,
  fromMenu,
  panelOf,
  placeOrder,
} from './order-desk.ts'
import { visit } from './ordering.ts'
import { expect, signInStaff } from './restaurant.ts'

test.use({ serviceWorkers: 'allow' })

test.beforeEach(({ restaurant, desk }) => clearBoard(restaurant, desk))

/** Waits until this page, its files and an answer that contains `text` are stored. */
async function stored(page: Page, text: string): Promise<void> {
  const path = new URL(page.url()).pathname
  const hasPage = () =>
    page.evaluate(
      async (path) => Boolean(navigator.serviceWorker.controller && (await caches.match(path, { ignoreVary: true }))),
      path,
    )
  await expect.poll(hasPage).toBe(true)
  await expect.poll(() => answers(page)).toContain(text)
}

/** Returns the stored answers of the API and the queued writes as one text. */
async function answers(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const read = (name: string, store: string) =>
      new Promise<unknown[]>((resolve) => {
        const opening = indexedDB.open(name)
        // Reading must not create the database.
        opening.onupgradeneeded = () => opening.transaction?.abort()
        opening.onerror = () => resolve([])
        opening.onsuccess = () => {
          const all = opening.result.transaction(store).objectStore(store).getAll()
          all.onsuccess = () => {
            opening.result.close()
            resolve(all.result)
          }
        }
      })
    return JSON.stringify([await read('buka-cache', 'answers'), await read('buka-outbox', 'buka-outbox'), localStorage])
  })
}

async function enterCashOrder(page: Page, dish: string): Promise<void> {
  await choose(page, dish)
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  const sheet = page.getByRole('dialog', { name: 'No network' })
  await sheet.getByRole('radio', { name: 'Cash' }).check()
  await sheet.getByRole('button', { name: /^Keep order/ }).click()
  await expect(sheet).toBeHidden()
}

const kept = (page: Page) => page.getByRole('list', { name: 'Orders waiting for the network' }).getByRole('listitem')

/** Returns the server's counter orders except those in `known`, because other tests add orders too. */
async function atCounter(page: Page, known: readonly DeskOrder[] = []): Promise<DeskOrder[]> {
  const { orders } = await (await page.request.get('/api/desk/orders')).json()
  return (orders as DeskOrder[]).filter(
    ({ orderId: id, channel }) => channel !== 'web' && !known.some((other) => other.orderId === id),
  )
}

const noticeOf = (page: Page) => page.getByText(/^The board is of \d\d:\d\d\./)

test('DESK-4 LIVE-5: the desk opens again offline with its last board and the board’s age, and sends its queued actions later', async ({
  page,
  front,
  restaurant,
  desk,
  customer,
}) => {
  const order = await desk.pay(await placeOrder(customer))
  await enterAs(page, restaurant, 'cashier')
  await expect(card(page, order)).toBeVisible()
  await stored(page, order.orderId)

  front.down = true
  await page.reload()
  await expect(card(page, order)).toBeVisible()
  await expect(noticeOf(page)).toBeVisible()
  await card(page, order).getByRole('button', { name: 'Start', exact: true }).click()
  await expect(card(page, order)).toContainText('Start · waiting for the network')
  await page.reload()
  await expect(card(page, order)).toContainText('Start · waiting for the network')

  front.down = false
  await expect(
    page.getByRole('region', { name: /^On the fire/ }).getByRole('article', { name: codeOf(order) }),
  ).toBeVisible()
  await expect(noticeOf(page)).toBeHidden()
  await desk.cancel(order, 'Only a test')
})

test('DESK-3 DESK-4: undoing a confirmation offline is queued and sent when the network is back', async ({
  page,
  front,
  restaurant,
  desk,
  customer,
}) => {
  const order = await placeOrder(customer)
  await enterAs(page, restaurant, 'cashier')
  await dropStatement(page, csv([{ narration: `TRF ${codeOf(order)}`, amount: order.totalAmount }]))
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click()
  const confirm = card(page, order).getByRole('button', { name: 'Confirm ₦1,200' })
  const answered = page.waitForResponse(/confirm-payment$/)
  await confirm.click()
  await answered
  await expect(card(page, order)).toContainText('Paid')
  front.down = true
  await expect(page.getByText('You are offline.')).toBeVisible()
  await page.getByRole('main').focus()
  await expect(async () => {
    await page.keyboard.press('u')
    const waits = 'Undo confirmation · waiting for the network'
    await expect(card(page, order)).toContainText(waits, { timeout: 2000 })
  }).toPass()
  // The order cannot be started while the undo of its confirmation waits.
  await expect(card(page, order).getByRole('button', { name: 'Start', exact: true })).toBeHidden()

  front.down = false
  await expect(
    page.getByRole('region', { name: /^Check transfer/ }).getByRole('article', { name: codeOf(order) }),
  ).toBeVisible()
  await expect(confirm).toBeVisible()
  await desk.cancel(order, 'Only a test')
})

test('DESK-4 LIVE-5: the screens of kitchen and rider open again offline with their last orders', async ({
  page,
  front,
  restaurant,
  desk,
  customer,
}) => {
  const order = await desk.pay(await placeOrder(customer, { deliveryMethod: 'delivery' }))
  await signInStaff(page.request, restaurant, 'kitchen')
  await visit(page, '/kitchen')
  await expect(card(page, order)).toBeVisible()
  await stored(page, order.orderId)
  front.down = true
  await page.reload()
  await expect(card(page, order)).toBeVisible()
  await expect(noticeOf(page)).toBeVisible()
  front.down = false

  await desk.markReady(await desk.start(order))
  await signInStaff(page.request, restaurant, 'rider')
  const { user } = await (await page.request.get('/api/session')).json()
  await desk.assignTo(order, user.id)
  await visit(page, '/rider')
  await expect(page.getByText(codeOf(order)).first()).toBeVisible()
  await stored(page, order.orderId)
  front.down = true
  await page.reload()
  await expect(page.getByText(codeOf(order)).first()).toBeVisible()
  await expect(noticeOf(page)).toBeVisible()
  front.down = false
  await desk.cancel(order, 'Only a test')
})

test('DESK-4 LIVE-5: signing out deletes the stored board', async ({ page, front, restaurant, desk, customer }) => {
  const order = await desk.pay(
    await placeOrder(customer, { deliveryMethod: 'delivery', contactPhone: '0803 555 0188' }),
  )
  await enterAs(page, restaurant, 'cashier')
  await stored(page, order.orderId)
  await fromMenu(page, 'Sign Out')
  await expect(page.getByText('Sign in with your staff account.')).toBeVisible()
  for (const mark of [order.orderId, '8035550188', 'Admiralty', 'cashier']) {
    await expect.poll(() => answers(page), { message: mark }).not.toContain(mark)
  }
  front.down = true
  await page.reload()
  await expect(page.getByText('Sign in with your staff account.')).toBeVisible()
  await desk.cancel(order, 'Only a test')
})

test('DESK-4 LIVE-6: counter orders entered offline are placed once when the network is back; an order whose price changed is refused and can be opened again', async ({
  page,
  front,
  restaurant,
  staff,
}) => {
  await enterAs(page, restaurant, 'cashier')
  await stored(page, 'Fanta')
  const known = await atCounter(page)
  front.down = true
  await expect(page.getByText('You are offline.')).toBeVisible()
  // The screen opens offline without an earlier visit.
  await page.getByRole('link', { name: 'New order' }).click()
  // Two equal orders of two customers stay two orders.
  await enterCashOrder(page, 'Fanta')
  await enterCashOrder(page, 'Fanta')
  await expect(kept(page)).toHaveCount(2)
  await expect(kept(page).first()).toContainText('₦1,200 cash')
  await page.reload()
  await expect(kept(page)).toHaveCount(2)

  front.down = false
  await expect(kept(page)).toHaveCount(0)
  const placed = await atCounter(page, known)
  expect(placed.map(({ received, totalAmount: total }) => [received, total])).toEqual([
    [1200, 1200],
    [1200, 1200],
  ])

  await expect(page.getByRole('heading', { name: 'New order' })).toBeVisible()
  const before = await atCounter(page)
  front.down = true
  await expect(page.getByText('You are offline.')).toBeVisible()
  await enterCashOrder(page, 'Sprite')
  await staff.reprice('sprite', 1350)
  front.down = false
  await expect(kept(page).getByRole('alert')).toHaveText(
    'Not placed. It now costs ₦1,350, and the customer was told ₦1,200.',
  )
  expect(await atCounter(page, before)).toEqual([])
  await kept(page).getByRole('button', { name: 'Open again' }).click()
  await expect(kept(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  const sheet = page.getByRole('dialog', { name: /^Payment of/ })
  await sheet.getByRole('radio', { name: 'Cash' }).check()
  const answer = page.waitForResponse((response) => response.url().endsWith('/api/desk/orders') && response.ok())
  await sheet.getByRole('button', { name: 'Place order · ₦1,350' }).click()
  const { orderId: id }: CounterPlaced = await (await answer).json()
  expect((await atCounter(page, before)).map((order) => order.orderId)).toEqual([id])
})

test('DESK-4 LIVE-6: a queued action is sent from any staff screen once the network is back', async ({
  page,
  front,
  restaurant,
  desk,
  customer,
}) => {
  const order = await desk.pay(await placeOrder(customer))
  await signInStaff(page.request, restaurant, 'desk')
  await visit(page, '/kitchen')
  await expect(card(page, order)).toBeVisible()
  await stored(page, order.orderId)
  front.down = true
  await expect(page.getByText('You are offline.')).toBeVisible()
  await card(page, order).getByRole('button', { name: 'Start', exact: true }).click()
  await expect(card(page, order)).toContainText('waiting for the network')

  await page.goto('about:blank')
  front.down = false
  await visit(page, '/office')
  await expect
    .poll(async () => (await (await page.request.get(`/api/orders/${order.orderId}`)).json()).status)
    .toBe('preparing')
  await desk.cancel(order, 'Only a test')
})

test('DESK-4 LIVE-5: staff screens send no request to another origin, so they work while the internet is cut', async ({
  page,
  front,
  restaurant,
  desk,
  customer,
}) => {
  const order = await desk.pay(await placeOrder(customer))
  const elsewhere: string[] = []
  await page.context().route(
    (url) => url.origin !== new URL(front.url).origin,
    (route) => {
      elsewhere.push(route.request().url())
      return route.abort('internetdisconnected')
    },
  )
  await enterAs(page, restaurant, 'desk')
  await expect(card(page, order)).toBeVisible()
  await visit(page, '/desk/new')
  await choose(page, 'Coke')
  await visit(page, '/kitchen')
  await card(page, order).getByRole('button', { name: 'Start', exact: true }).click()
  await expect(page.getByText(`${codeOf(order)}: started.`)).toBeVisible()
  await visit(page, '/office/audit')
  await expect(page.getByRole('list', { name: 'Audit entries' })).toContainText(`You started ${codeOf(order)}.`)
  await signInStaff(page.request, restaurant, 'rider')
  await visit(page, '/rider')
  await expect(page.getByRole('heading', { name: 'Deliveries' })).toBeVisible()
  expect(elsewhere).toEqual([])
  await desk.cancel(order, 'Only a test')
})

test('DESK-4 LIVE-6: two tablets that lose the network in a rush record every order and every naira exactly once', async ({
  page,
  front,
  restaurant,
  desk,
  database,
  staff,
  browser,
  customer,
}) => {
  const cooked = await desk.pay(await placeOrder(customer))
  const contested = await desk.pay(await placeOrder(customer))
  const till = page
  await enterAs(till, restaurant, 'cashier')
  await stored(till, contested.orderId)
  const tablet = await browser.newContext({ baseURL: front.url, serviceWorkers: 'allow' })
  const kitchen = await tablet.newPage()
  await signInStaff(kitchen.request, restaurant, 'kitchen')
  await visit(kitchen, '/kitchen')
  await expect(card(kitchen, contested)).toBeVisible()
  const known = (await database.query('select id from orders')).rows.map(({ id }) => id)

  front.down = true
  for (const each of [till, kitchen]) await expect(each.getByText('You are offline.')).toBeVisible()
  await till.getByRole('link', { name: 'New order' }).click()
  for (const dish of ['Fanta', 'Fanta', 'Sprite', 'Pepsi']) await enterCashOrder(till, dish)
  await expect(kept(till)).toHaveCount(4)
  await card(kitchen, cooked).getByRole('button', { name: 'Start', exact: true }).click()
  await card(kitchen, cooked).getByRole('button', { name: 'Ready', exact: true }).click()
  await card(kitchen, contested).getByRole('button', { name: 'Start', exact: true }).click()
  await expect(card(kitchen, contested)).toContainText('waiting for the network')
  // Meanwhile other staff start an order, sell out a dish and get a customer's order.
  await desk.start(contested)
  await staff.takeOff('sprite')
  const meanwhile = await desk.pay(await placeOrder(customer))

  front.down = false
  await expect(kept(till)).toHaveCount(1)
  await expect(kept(till)).toContainText('₦1,200 cash')
  await expect(kept(till).getByRole('alert')).toContainText(/^Not placed\. .*Sprite/)
  const refused = kitchen.getByRole('alert').filter({ hasText: codeOf(contested) })
  await expect(refused).toContainText('Already preparing: Kemi was first.')
  await expect(card(kitchen, meanwhile)).toBeVisible()

  const statuses = async () => {
    const ids = [cooked.orderId, contested.orderId]
    const { rows } = await database.query('select id, status from orders where id = any($1)', [ids])
    return Object.fromEntries(rows.map(({ id, status }) => [id, status]))
  }
  await expect.poll(statuses).toEqual({ [cooked.orderId]: 'ready', [contested.orderId]: 'preparing' })
  const { rows } = await database.query(
    `select lines->0->>'name' as dish, total, received,
            (select sum(amount)::int from movements where order_id = o.id) as paid,
            (select count(*)::int from audit where action = 'order.place' and subject = 'order:' || o.id) as entries
       from orders o where not id = any($1) and id <> $2 order by dish`,
    [known, meanwhile.orderId],
  )
  const once = (dish: string) => ({ dish, total: 1200, received: 1200, paid: 1200, entries: 1 })
  expect(rows).toEqual([once('Fanta'), once('Fanta'), once('Pepsi')])
  const steps = await database.query(
    `select action from audit where subject = $1 and action in ('order.start', 'order.mark-ready') order by id`,
    [`order:${cooked.orderId}`],
  )
  expect(steps.rows.map(({ action }) => action)).toEqual(['order.start', 'order.mark-ready'])
  await tablet.close()
})

test('DESK-2 DESK-4: an action that the desk cannot queue says that it needs the network, and works once the network is back', async ({
  page,
  front,
  restaurant,
  desk,
  customer,
}) => {
  const order = await placeOrder(customer)
  await enterAs(page, restaurant, 'desk')
  const panel = await panelOf(page, order)
  front.down = true
  await expect(page.getByText('You are offline.')).toBeVisible()
  const says = async (button: string, title: RegExp, sentence: string) => {
    await panel.getByRole('button', { name: button }).click()
    const sheet = page.getByRole('dialog', { name: title })
    await expect(sheet.getByText(sentence)).toBeVisible()
    await sheet.getByRole('button', { name: 'Close' }).click()
    await expect(sheet).toBeHidden()
  }
  const money = 'Recording money needs the network. Keep this open until it is back.'
  await says('Confirm payment', /^Payment of/, money)
  await says('Start unpaid', /^Start unpaid/, money)
  await says('Cancel', /^Cancel/, 'Cancelling needs the network. Keep this open until it is back.')
  await says('Sold out', /^Sold out in/, 'The customer is asked over the network. Keep this open until it is back.')
  await panel.getByRole('button', { name: 'Not found' }).click()
  await expect(page.getByText('Actions about money need the network. Press again when it is back.')).toBeVisible()
  await fromMenu(page, 'Till')
  const till = page.getByRole('dialog', { name: 'Till' })
  await expect(till.getByText(money)).toBeVisible()
  await till.getByRole('button', { name: 'Close' }).click()
  front.down = false
  const refusal = page.getByText('Actions about money need the network. Press again when it is back.')
  await expect(page.getByText('You are offline.').or(refusal)).toHaveCount(0)

  await expect(card(page, order)).toBeVisible()
  const text = csv([{ narration: `TRF ${codeOf(order)}`, amount: order.totalAmount }])
  await dropStatement(page, text)
  const statement = page.getByRole('dialog', { name: 'Bank statement' })
  await expect(statement.getByText('Code and amount match.')).toBeVisible()
  await statement.getByRole('button', { name: 'Close' }).click()
  await expect(statement).toBeHidden()
  const confirm = card(page, order).getByRole('button', { name: 'Confirm ₦1,200' })
  await expect(confirm).toBeVisible()

  front.down = true
  await expect(page.getByText('You are offline.')).toBeVisible()
  await confirm.click()
  await expect(page.getByText('Actions about money need the network. Press again when it is back.')).toBeVisible()
  await dropStatement(page, text)
  await expect(
    statement.getByText('Could not reach the restaurant. Please check the network and choose the file again.'),
  ).toBeVisible()
  await expect(statement.getByText('Recording money needs the network. Keep this open until it is back.')).toBeVisible()
  await statement.getByRole('button', { name: 'Close' }).click()
  await expect(statement).toBeHidden()

  front.down = false
  await expect(page.getByText('You are offline.')).toBeHidden()
  await dropStatement(page, text)
  await expect(statement.getByText('Code and amount match.')).toBeVisible()
  await statement.getByRole('button', { name: 'Close' }).click()
  await expect(statement).toBeHidden()
  await confirm.click()
  await expect(card(page, order)).toContainText('Paid')
  await desk.cancel(order, 'Only a test')
})
