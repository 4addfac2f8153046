import type { Locator, Page } from '@playwright/test'
import type { Order, OrderList } from '#contract/order/orders.ts'
import { codeOf, placeOrder, test } from './order-desk.ts'
import { visit } from './ordering.ts'
import { expect, signUp, somebody } from './restaurant.ts'

function tab(page: Page, name: string): Locator {
  return page.getByRole('tab', { name })
}

function card(page: Page, order: Order): Locator {
  return page.getByRole('article').filter({ has: page.getByRole('heading', { name: codeOf(order) }) })
}

const rider = { name: 'Musa Bello', phone: '+2348051112233' }

test('ORDER-1 ORDER-2: the orders page asks a visitor to log in, and shows a customer three tabs, with the newest order first or a text in an empty tab', async ({
  page,
  desk,
}) => {
  await visit(page, '/orders')
  await expect(page.getByRole('heading', { name: 'Please Log In' })).toBeVisible()
  await expect(page.getByText('Sign in to view your orders', { exact: true })).toBeVisible()
  const ada = await signUp(page, somebody())
  await page.request.delete('/api/session')
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  const panel = page.getByRole('dialog')
  await panel.getByLabel('Username or phone').fill(ada.username)
  await panel.getByLabel('Password', { exact: true }).fill(ada.password)
  await panel.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('heading', { name: 'Your Orders' })).toBeVisible()
  await expect(page.getByText('No pending orders.')).toBeVisible()

  await expect(page.getByRole('heading', { name: 'Your Orders', level: 1 })).toBeVisible()
  await expect(page.getByRole('tab')).toHaveText(['Pending', 'Preparing', 'Ready'])
  await expect(tab(page, 'Pending')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByText('No pending orders.', { exact: true })).toBeVisible()
  await tab(page, 'Preparing').click()
  await expect(page.getByText('No orders in preparation.', { exact: true })).toBeVisible()
  await tab(page, 'Ready').click()
  await expect(page.getByText('No ready orders.', { exact: true })).toBeVisible()

  const orders: Order[] = []
  for (const quantity of [1, 2, 3, 4]) {
    const order = await placeOrder(page, { items: [{ itemId: 'fanta', selection: {}, quantity }] })
    orders.push(order)
    if (quantity >= 3) await desk.start(await desk.pay(order))
    if (quantity === 4) await desk.markReady(order)
  }

  await expect(page.getByRole('tab')).toHaveText(['Pending2', 'Preparing1', 'Ready'])
  await expect(page.getByRole('article')).toHaveCount(1)
  await tab(page, 'Pending').click()
  await expect(page.getByRole('article').getByRole('heading')).toHaveText([
    new RegExp(codeOf(orders[1] as Order)),
    new RegExp(codeOf(orders[0] as Order)),
  ])

  await tab(page, 'Pending').press('ArrowRight')
  await expect(tab(page, 'Preparing')).toBeFocused()
  await expect(tab(page, 'Preparing')).toHaveAttribute('aria-selected', 'true')
})

test('ORDER-1: opening the orders page requests the orders once, and shows the current order’s picture before the page’s script has loaded', async ({
  page,
}) => {
  await signUp(page)
  await placeOrder(page)
  const pictures: string[] = []
  const asked: string[] = []
  const early = page.waitForRequest('**/api/orders')
  page.on('request', (request) => {
    asked.push(new URL(request.url()).pathname)
    if (request.resourceType() === 'image') pictures.push(new URL(request.url()).pathname)
  })
  const gate = Promise.withResolvers<void>()
  await page.route('**/assets/entry-client-*.js', async (route) => {
    await early
    await gate.promise
    await route.continue()
  })
  await page.goto('/orders', { waitUntil: 'commit' })
  const picture = page.locator('main img')
  await expect(picture).toHaveJSProperty('complete', true)
  const place = await picture.boundingBox()
  gate.resolve()
  await expect(page.getByRole('article').locator('img')).toHaveJSProperty('complete', true)
  await expect(picture).toHaveCount(1)
  expect(await picture.boundingBox()).toEqual(place)
  expect(pictures.filter((path) => path.startsWith('/media/'))).toHaveLength(1)
  expect(asked.filter((path) => ['/api/session', '/api/orders'].includes(path)).sort()).toEqual([
    '/api/orders',
    '/api/session',
  ])
})

test('ORDER-3 ORDER-5: an order’s card shows its details and, once ready, its rider, and changes without a reload', async ({
  page,
  desk,
}) => {
  const ada = await signUp(page)
  const order = await placeOrder(page, {
    items: [
      {
        itemId: 'half-grilled-chicken',
        selection: { 'free-side-full': { plantain: 1 }, sauce: { 'pepper-sauce': 1 }, 'extra-sides': { plantain: 2 } },
        quantity: 2,
        chefComment: 'Not too dry, please',
      },
    ],
    deliveryMethod: 'delivery',
    payerName: 'Ngozi Okafor',
  })
  await visit(page, '/orders')
  const shown = card(page, order)
  await expect(shown.getByRole('heading')).toContainText(order.orderId.slice(-6))
  await expect(shown).not.toContainText(order.orderId)
  await expect(shown.getByRole('heading')).toContainText('Pending')
  // The total of two portions, each with two plantains, and the fee to Lekki.
  await expect(shown).toContainText('₦41,500')
  await expect(shown).toContainText('Subtotal₦39,000Delivery fee₦2,500Final total₦41,500')
  await expect(shown.getByRole('time')).toHaveText(/^\d{1,2} [A-Z][a-z]{2} \d{4}, \d\d:\d\d$/)
  await expect(shown).toContainText('Delivery')
  await expect(shown).toContainText('12 Admiralty Way')
  await expect(shown).toContainText('2 × Half Grilled Chicken')
  await expect(shown).toContainText('Free side: Plantain')
  await expect(shown).toContainText('Sauce: Pepper Sauce')
  await expect(shown).toContainText('Extra sides: 2 × Plantain')
  await expect(shown).toContainText('P.S.: Not too dry, please')
  await expect(shown).toContainText(`Reference${ada.username}`)
  await expect(shown).toContainText('PayerNgozi Okafor')

  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  await desk.pay(order)
  await expect(shown).toContainText('Payment received.')
  await expect(shown).toContainText(/At your door about \d\d:\d\d.*Ready by \d\d:\d\d/)
  await expect(shown).not.toContainText('Door code')
  await desk.start(order)
  await expect(tab(page, 'Preparing')).toHaveText('Preparing1')
  await expect(tab(page, 'Pending')).toHaveText('Pending')
  await expect(page.getByText(`Order ${codeOf(order)} is on the fire.`)).toBeVisible()
  // The selected tab changes with the status of its only order.
  await expect(tab(page, 'Preparing')).toHaveAttribute('aria-selected', 'true')
  await desk.assignRider(order, { name: 'Chidi Eze', phone: '+2348067778899' })
  await expect(shown).toContainText('Chidi Eze')
  await desk.assignRider(order, rider)
  await expect(shown).toContainText(rider.name)
  await expect(shown).not.toContainText('Chidi Eze')
  await expect(shown).toContainText('Preparing')
  await expect(shown).toContainText(rider.name)
  await expect(shown).toContainText(`Door code${order.deliveryCode} Tell it to the rider`)
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(shown.getByText('P.S.: Not too dry, please')).toBeVisible()
  await expect(shown.getByText(/^Total/)).toContainText('₦41,500')
  await expect(shown.getByRole('link', { name: '0805 111 2233' })).toHaveAttribute('href', `tel:${rider.phone}`)
  await desk.markReady(order)
  await expect(page.getByText(`Order ${codeOf(order)} is ready and waits for its rider.`)).toBeVisible()
  await tab(page, 'Ready').click()
  await expect(shown).toContainText('Ready, waiting for its rider.')
  await expect(shown).toContainText(rider.name)
  await expect(shown).toContainText('0805 111 2233')
  expect(loads).toBe(0)
})

test('TRACK-3 ORDER-5: a customer who opens the orders later reads of a cancellation and its refund, and sees changes missed offline when the network is back', async ({
  page,
  context,
  desk,
}) => {
  await signUp(page)
  const [first, second, earlier] = [await placeOrder(page), await placeOrder(page), await placeOrder(page)]
  await desk.pay(earlier)
  await desk.cancel(earlier, 'The gas is finished')
  await visit(page, '/orders')
  const told = `Order ${codeOf(earlier)} was cancelled: The gas is finished. Refund of ₦1,200 on its way.`
  await expect(page.getByText(told)).toBeVisible()
  await expect(tab(page, 'Pending')).toHaveText('Pending2')
  await context.setOffline(true)
  await desk.pay(first)
  await desk.start(first)
  await desk.cancel(second, 'A dish is sold out')
  await expect(card(page, first)).toContainText('Pending')
  await expect(tab(page, 'Pending')).toHaveText('Pending2')

  await context.setOffline(false)
  await expect(page.getByRole('tab')).toHaveText(['Pending', 'Preparing1', 'Ready'])
  await expect(page.getByText(`Order ${codeOf(second)} was cancelled: A dish is sold out`)).toBeVisible()
  // The event arrives, so the stream is connected again.
  await desk.markReady(first)
  await expect(tab(page, 'Preparing')).toHaveText('Preparing')
})

test('ORDER-3 ORDER-4 ORDER-6: the orders page shows a load error with a retry button, no address for a pick-up order, and an unknown status as pending', async ({
  page,
}) => {
  await signUp(page)
  const order = await placeOrder(page)
  await page.route('/api/orders', (route) =>
    route.fulfill({
      status: 503,
      contentType: 'application/problem+json',
      body: '{"status":503,"code":"unavailable","detail":"We cannot reach our records right now."}',
    }),
  )
  // The stream is cut too, because its messages would make the page read the orders again.
  await page.route(/\/api\/(stream|changes)/, (route) => route.abort())
  await visit(page, '/orders')
  const sentence = page.getByRole('alert').getByText('We cannot reach our records right now.')
  await expect(sentence).toBeVisible()
  const [red = 0, green = 0, blue = 0] = await sentence.evaluate((element) => {
    // A canvas converts any colour notation to red, green and blue.
    const brush = document.createElement('canvas').getContext('2d')
    if (!brush) return []
    brush.fillStyle = getComputedStyle(element).color
    brush.fillRect(0, 0, 1, 1)
    return [...brush.getImageData(0, 0, 1, 1).data]
  })
  expect(red).toBeGreaterThan(1.5 * Math.max(green, blue))

  await page.unroute('/api/orders')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(card(page, order)).toBeVisible()
  await expect(page.getByRole('alert')).toBeHidden()
  await page.unroute(/\/api\/(stream|changes)/)

  const shown = card(page, order)
  await expect(shown.getByText('At the restaurant')).toBeVisible()
  await expect(shown).toContainText('Pick-upAt the restaurant')
  await expect(shown).not.toContainText('12 Admiralty Way')
  await expect(shown).not.toContainText('Payer')
  await expect(shown).not.toContainText('P.S.')

  await page.setViewportSize({ width: 360, height: 740 })
  await page.route('/api/orders', async (route) => {
    const response = await route.fetch()
    const { orders } = (await response.json()) as OrderList
    await route.fulfill({ response, json: { orders: orders.map((order) => ({ ...order, status: 'on-a-boat' })) } })
  })
  await visit(page, '/orders')
  await expect(tab(page, 'Pending')).toHaveText('Pending1')
  await expect(shown.getByRole('heading')).toContainText('Pending')
  await expect(page.getByText('on-a-boat')).toBeHidden()
  await expect(shown.getByText(order.items[0]?.name ?? 'no dish')).toBeVisible()
  await expect(shown.getByText(/^Total/)).toContainText('₦1,200')
  await expect(shown.getByText('At the restaurant')).toBeHidden()
  await shown.getByRole('time').click()
  await expect(shown.getByText('At the restaurant')).toBeVisible()
})

test('ORDER-7: an order has the fields of the specification', async ({ customer, database }) => {
  const before = Date.now()
  const order = await placeOrder(customer, {
    items: [{ itemId: 'sprite', selection: {}, quantity: 2, chefComment: 'Cold, please' }],
    deliveryMethod: 'delivery',
    contactPhone: 'ask for Uncle Tunde, 0809 000 1111',
    payerName: 'Ngozi Okafor',
  })
  expect(order.orderId).toMatch(/^[A-Z0-9]{9}$/)
  expect(order).toMatchObject({
    customerName: customer.username,
    customerPhone: `+234${customer.phone.slice(1)}`,
    contactPhone: 'ask for Uncle Tunde, 0809 000 1111',
    useDifferentPhone: true,
    deliveryMethod: 'delivery',
    deliveryAddress: '12 Admiralty Way',
    differentPayer: true,
    payerName: 'Ngozi Okafor',
    paymentReference: customer.username,
    items: [{ name: 'Sprite', quantity: 2, extras: [], chefComment: 'Cold, please', itemTotal: 2400 }],
    totalAmount: 4900,
    status: 'pending',
    assignedRider: null,
  })
  const createdAt = Date.parse(order.createdAt)
  expect(new Date(createdAt).toISOString()).toBe(order.createdAt)
  expect(createdAt).toBeGreaterThanOrEqual(before)
  expect(createdAt).toBeLessThanOrEqual(Date.now())
  const { rows } = await database.query('SELECT customer_id FROM orders WHERE id = $1', [order.orderId])
  expect(rows).toEqual([{ customer_id: order.customerId }])

  const pickUp = await placeOrder(customer)
  expect(pickUp).toMatchObject({
    deliveryMethod: 'pick-up',
    deliveryAddress: null,
    deliveryFee: 0,
    differentPayer: false,
  })
  expect(pickUp.orderId).not.toBe(order.orderId)
  expect(pickUp.contactPhone).toBe(pickUp.customerPhone)
})
