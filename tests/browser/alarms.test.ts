import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { Order } from '#contract/order/orders.ts'
import { card, clearBoard, codeOf, enterAs, fromMenu, panelOf, placeOrder, signedIn, test } from './order-desk.ts'
import { visit } from './ordering.ts'
import { expect, type Restaurant, signInStaff } from './restaurant.ts'

const alarm = (page: Page) => page.getByRole('region', { name: 'Alarm' })

/** Opens another browser. `plays(page)` returns the number of sounds that its page is playing. */
async function tablet(browser: Browser, restaurant: Restaurant): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ baseURL: restaurant.url })
  await context.addInitScript(() => {
    const counted = window as unknown as { plays: number }
    counted.plays = 0
    const { start, stop } = AudioBufferSourceNode.prototype
    AudioBufferSourceNode.prototype.start = function (...when) {
      if (this.loop) counted.plays += 1
      start.apply(this, when)
    }
    AudioBufferSourceNode.prototype.stop = function (...when) {
      if (this.loop) counted.plays -= 1
      stop.apply(this, when)
    }
  })
  return { context, page: await context.newPage() }
}

const plays = (page: Page) => page.evaluate(() => (window as unknown as { plays: number }).plays)

async function enterKitchen(page: Page, restaurant: Restaurant): Promise<void> {
  await signInStaff(page.request, restaurant, 'kitchen')
  await visit(page, '/kitchen')
  await expect(page.getByRole('heading', { name: /^On the fire/ })).toBeVisible()
}

test.beforeEach(({ restaurant, desk }) => clearBoard(restaurant, desk))

test('alarm: every tablet rings until the order is acknowledged on one tablet, and a muted screen says that it is muted', async ({
  browser,
  restaurant,
  customer,
}) => {
  const [one, two] = [await tablet(browser, restaurant), await tablet(browser, restaurant)]
  await enterAs(one.page, restaurant, 'desk')
  await enterAs(two.page, restaurant, 'cashier')
  for (const { page } of [one, two]) {
    await page.getByRole('button', { name: 'Sound off' }).click()
    await expect(page.getByRole('button', { name: /^Sound/ })).toHaveAttribute('aria-pressed', 'true')
  }
  const order = await placeOrder(customer)
  for (const { page } of [one, two]) {
    await expect(alarm(page)).toContainText('1 new order')
    await expect(card(page, order)).toContainText('New')
    await expect(page).toHaveTitle(/^\(1\) ● /)
    await expect.poll(() => plays(page)).toBe(1)
  }
  await alarm(one.page)
    .getByRole('button', { name: `Acknowledge ${codeOf(order)}` })
    .click()
  for (const { page } of [one, two]) {
    await expect(alarm(page)).not.toContainText('new order')
    await expect(card(page, order)).not.toContainText('New')
    await expect.poll(() => plays(page)).toBe(0)
    await expect(page).toHaveTitle(/^\(1\) Desk/)
  }
  // The setting survives the reload. The browser itself plays no sound before a gesture on the new page.
  await visit(one.page, '/desk')
  await expect(one.page.getByRole('button', { name: /^Sound/ })).toHaveAttribute('aria-pressed', 'true')

  // Opening the payment form acknowledges the order.
  const second = await placeOrder(customer)
  await expect(alarm(two.page)).toContainText('1 new order')
  await card(one.page, second).getByRole('button', { name: 'Confirm payment' }).click()
  await expect(alarm(two.page)).not.toContainText('new order')
  for (const { context } of [one, two]) await context.close()
})

test('alarm: the kitchen’s tablets ring for a paid order until it is started, and for an order started unpaid until it is acknowledged', async ({
  browser,
  restaurant,
  desk,
  customer,
}) => {
  const [one, two] = [await tablet(browser, restaurant), await tablet(browser, restaurant)]
  for (const { page } of [one, two]) {
    await enterKitchen(page, restaurant)
    await page.getByRole('button', { name: 'Sound off' }).click()
  }
  const order = await placeOrder(customer)
  await expect(alarm(one.page)).not.toContainText('to start')
  await desk.pay(order)
  for (const { page } of [one, two]) {
    await expect(alarm(page)).toContainText('1 order to start')
    await expect.poll(() => plays(page)).toBe(1)
  }
  await card(one.page, order).getByRole('button', { name: 'Start' }).click()
  for (const { page } of [one, two]) {
    await expect(alarm(page)).not.toContainText('to start')
    await expect.poll(() => plays(page)).toBe(0)
  }
  await desk.cancel(order, 'Only a test')

  const unpaid = await placeOrder(customer)
  await desk.startUnpaid(unpaid)
  for (const { page } of [one, two]) {
    await expect(alarm(page)).toContainText('1 new order on the fire')
    await expect.poll(() => plays(page)).toBe(1)
  }
  await one.page.keyboard.press('a')
  for (const { page } of [one, two]) {
    await expect(alarm(page)).not.toContainText('new order')
    await expect.poll(() => plays(page)).toBe(0)
  }
  await visit(one.page, '/kitchen')
  await expect(card(one.page, unpaid).getByRole('button', { name: 'Ready' })).toBeVisible()
  await expect(alarm(one.page)).not.toContainText('new order')
  await desk.cancel(unpaid, 'Only a test')
  for (const { context } of [one, two]) await context.close()
})

test('escalation: the owner is called about an order that nobody acknowledges, and the desk can message the owner', async ({
  page,
  restaurant,
  database,
  customer,
}) => {
  await enterAs(page, restaurant, 'desk')
  await fromMenu(page, /^Rush/)
  const panel = page.getByRole('dialog')
  await panel.getByLabel('WhatsApp of the owner').fill('12')
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(panel.getByLabel('WhatsApp of the owner')).toHaveAttribute('aria-invalid', 'true')
  await panel.getByLabel('WhatsApp of the owner').fill('0803 123 4567')
  await panel.getByLabel('After').selectOption('10')
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The owner is called after 10 minutes.')).toBeVisible()
  await page.keyboard.press('Escape')

  const order = await placeOrder(customer)
  await database.query(`update orders set claimed_at = now() - interval '11 minutes' where id = $1`, [order.orderId])
  await expect(card(page, order)).toContainText('Nobody has acknowledged it')
  const shown = await panelOf(page, order)
  await expect(shown).toContainText('Escalated')
  await expect(shown).toContainText('No phone of the owner is set up for calls.')
  const link = new URL((await shown.getByRole('link', { name: 'WhatsApp the owner' }).getAttribute('href')) ?? 'none:')
  expect(link.pathname).toBe('/2348031234567')
  expect(link.searchParams.get('text')).toMatch(
    new RegExp(`^Order ${codeOf(order)} over ₦[\\d,]+ has waited 1\\d minutes, and nobody has acknowledged it.$`),
  )
  await alarm(page)
    .getByRole('button', { name: /^Acknowledge/ })
    .click()
  await expect(shown.getByRole('link', { name: 'WhatsApp the owner' })).toBeHidden()
  await expect(shown).toContainText('Escalated')

  // Only the owner can set the time after which the owner is called.
  await enterAs(page, restaurant, 'cashier')
  await fromMenu(page, /^Rush/)
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Pause ordering' })).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Call the owner' })).toBeHidden()
})

test('DESK-5: a desk counts as attended while it is shown and online, and a kitchen screen never counts as a desk', async ({
  page,
  context,
  browser,
  restaurant,
  database,
}) => {
  /** Returns when the database last recorded a desk of this account; undefined without a record. */
  const lastSeen = async (username: string): Promise<string | undefined> => {
    const { rows } = await database.query(
      'select seen_at::text as at from desk_presence p join users u on u.id = p.user_id where u.username = $1',
      [username],
    )
    return rows[0]?.at
  }
  await database.query('delete from desk_presence')
  const kitchen = await (await browser.newContext({ baseURL: restaurant.url })).newPage()
  await enterKitchen(kitchen, restaurant)
  await page.clock.install()
  await enterAs(page, restaurant, 'cashier')
  await expect.poll(() => lastSeen('cashier')).toBeDefined()
  const reports = () => page.clock.runFor(10_000)
  const before = await lastSeen('cashier')
  await reports()
  await expect.poll(() => lastSeen('cashier')).not.toBe(before)

  await context.setOffline(true)
  const cut = await lastSeen('cashier')
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/desk/presence'))
  await reports()
  await failed
  expect(await lastSeen('cashier')).toBe(cut)
  await context.setOffline(false)
  await reports()
  await expect.poll(() => lastSeen('cashier')).not.toBe(cut)
  // Entering an order at the counter counts as presence.
  await database.query('delete from desk_presence')
  await visit(page, '/desk/new')
  await expect.poll(() => lastSeen('cashier')).toBeDefined()
  expect(await lastSeen('kitchen')).toBeUndefined()
  await kitchen.context().close()
})

/** Aborts the requests of actions, but not of pages. Records the actions that get an answer. */
async function cut(page: Page): Promise<{ reconnect: () => Promise<void>; sent: { path: string; body: Sent }[] }> {
  const sent: { path: string; body: Sent }[] = []
  const actions = /\/api\/orders\/\w+\/(start|mark-ready|complete|recall|assign-rider|acknowledge)$/
  await page.route(actions, (route) => route.abort())
  page.on('response', (response) => {
    const request = response.request()
    const { pathname } = new URL(request.url())
    if (actions.test(pathname)) sent.push({ path: pathname.split('/').at(-1) ?? '', body: request.postDataJSON() })
  })
  return { sent, reconnect: () => page.unroute(actions) }
}
type Sent = { at: string; key: string }

test('offline: a tablet without a network queues actions, which can be withdrawn, and a refusal names the person who acted first', async ({
  page,
  context,
  restaurant,
  desk,
  customer,
}) => {
  const order = await desk.pay(await placeOrder(customer))
  await enterKitchen(page, restaurant)
  await expect(alarm(page)).toContainText('1 order to start')
  await context.setOffline(true)
  await card(page, order).getByRole('button', { name: 'Start' }).click()
  await expect(card(page, order)).toContainText('Start · waiting for the network')
  // The tablet that queued an action stops ringing.
  await expect(alarm(page)).not.toContainText('to start')
  await card(page, order).getByRole('button', { name: 'Withdraw' }).click()
  await expect(card(page, order)).not.toContainText('waiting for the network')
  await expect(alarm(page)).toContainText('1 order to start')
  await card(page, order).getByRole('button', { name: 'Start' }).click()
  await context.setOffline(false)
  await expect(card(page, order).getByRole('button', { name: 'Ready' })).toBeVisible()
  await expect(card(page, order)).not.toContainText('waiting for the network')
  await desk.cancel(order, 'Only a test')

  const contested = await desk.pay(await placeOrder(customer))
  const { reconnect } = await cut(page)
  await card(page, contested).getByRole('button', { name: 'Start' }).click()
  await expect(card(page, contested)).toContainText('Start · waiting for the network')
  await desk.start(contested)
  await reconnect()
  const refused = page.getByRole('alert').filter({ hasText: codeOf(contested) })
  await expect(refused).toContainText('Already preparing: Kemi was first.')
  await expect(card(page, contested)).not.toContainText('waiting for the network')
  await refused.getByRole('button', { name: 'OK', exact: true }).click()
  await expect(refused).toBeHidden()
  await desk.cancel(contested, 'Only a test')
})

test('board: the desk finds orders by code, name and phone, has a column for each status, and queues offline actions unless they are about money', async ({
  page,
  context,
  restaurant,
  desk,
  customer,
}) => {
  await test.step('orders are found by code, name and phone, and each status has its column', async () => {
    const pickUp = await placeOrder(customer)
    const delivery = await placeOrder(customer, { deliveryMethod: 'delivery', contactPhone: '0809 000 7777' })
    await enterAs(page, restaurant, 'desk')
    await page.getByRole('button', { name: /^More/ }).click()
    await page.getByLabel('Show').selectOption('Delivery')
    await page.keyboard.press('Escape')
    await expect(card(page, delivery)).toBeVisible()
    await expect(card(page, pickUp)).toBeHidden()
    // Orders hidden by the filter ring as well.
    await expect(alarm(page)).toContainText('2 new orders')
    await page.getByRole('button', { name: /^Delivery only/ }).click()
    await expect(card(page, pickUp)).toBeVisible()
    await page.getByLabel('Search orders').fill('809 000 77')
    await expect(card(page, pickUp)).toBeHidden()
    await expect(card(page, delivery)).toBeVisible()
    await page.getByLabel('Search orders').fill(codeOf(pickUp).toLowerCase())
    await expect(card(page, pickUp)).toBeVisible()
    await page.getByLabel('Search orders').fill('')

    await desk.markReady(await desk.start(await desk.pay(delivery)))
    const rider = await signedIn(restaurant, 'rider')
    const { user } = await (await rider.get('/api/session')).json()
    await desk.assignTo(delivery, user.id)
    const article = (name: RegExp) =>
      page.getByRole('region', { name }).getByRole('article', { name: codeOf(delivery) })
    await expect(article(/^Ready/)).toBeVisible()
    await rider.post(`/api/orders/${delivery.orderId}/pick-up`, { data: {} })
    await expect(article(/^Out/)).toContainText('out since')
    await rider.post(`/api/orders/${delivery.orderId}/deliver`, { data: { code: delivery.deliveryCode } })
    await expect(article(/^Out/)).toBeHidden()
    await fromMenu(page, 'Done')
    await expect(page.getByRole('dialog', { name: /^Done/ })).toContainText(codeOf(delivery))
    await rider.dispose()
    await page.keyboard.press('Escape')
  })

  await test.step('actions about money are not queued, and the desk says so', async () => {
    const order = await placeOrder(customer)
    await expect(card(page, order)).toBeVisible()
    // Wait for the chunk that shows notices, which loads after the board.
    await expect(page.locator('[popover=manual][role=status]')).toBeAttached()
    await context.setOffline(true)
    await (await panelOf(page, order)).getByRole('button', { name: 'Not found' }).click()
    await expect(page.getByText('Actions about money need the network.')).toBeVisible()
    await card(page, order).getByRole('button', { name: 'Confirm payment' }).click()
    await expect(page.getByRole('dialog').getByText(/^Recording money needs the network/)).toBeVisible()
    await context.setOffline(false)
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click()
  })

  await test.step('each queued action is shown on its card, survives a reload, and is sent once, in order, with the time of its press', async () => {
    const order = await desk.pay(await placeOrder(customer))
    const { reconnect, sent } = await cut(page)
    await card(page, order).getByRole('button', { name: 'Start', exact: true }).click()
    await expect(card(page, order)).toContainText('Start · waiting for the network')
    await card(page, order).getByRole('button', { name: 'Ready', exact: true }).click()
    await expect(card(page, order)).toContainText('Start, Ready · waiting for the network')
    const pressedAt = Date.now()
    await visit(page, '/desk')
    await expect(card(page, order)).toContainText('Start, Ready · waiting for the network')
    // The order stays in its column until the server has answered.
    await expect(
      page.getByRole('region', { name: /^To cook/ }).getByRole('article', { name: codeOf(order) }),
    ).toBeVisible()
    await reconnect()
    await expect(
      page.getByRole('region', { name: /^Ready/ }).getByRole('article', { name: codeOf(order) }),
    ).toBeVisible()
    await expect(card(page, order)).not.toContainText('waiting for the network')
    expect(sent.map(({ path }) => path)).toEqual(['start', 'mark-ready'])
    for (const { body } of sent) expect(Date.parse(body.at)).toBeLessThanOrEqual(pressedAt)
    const after: Order = await (await page.request.get(`/api/orders/${order.orderId}`)).json()
    expect(after.readyAt).toBe(sent[1]?.body.at)
  })
})
