import type { Locator, Page } from '@playwright/test'
import type { PublishedMenu } from '#contract/menu/menu-document.ts'
import type { Order } from '#contract/order/orders.ts'
import type { Quote } from '#contract/order/quotes.ts'
import type { Slots } from '#contract/order/slots.ts'
import { quarterLength, quarterOf } from '#domain/restaurant/capacity.ts'
import * as Lagos from '#domain/restaurant/lagos.ts'
import { check, phone } from './accessible.ts'
import { choose, codeOf, coke, placeOrder } from './order-desk.ts'
import { addFrom, card, customise, group, line, visit } from './ordering.ts'
import { addPlain, expect, type Requester, signInStaff, signUp, testWith } from './restaurant.ts'

// A separate restaurant, because the tests close quarter-hours and give a category served hours.
const test = testWith({})

const tomorrow = () => Lagos.dateOf(Date.now() + Lagos.dayLength)

/** Returns the free slot at a time of day, by default tomorrow; an empty text if there is none. */
async function slotAt({ request }: Requester, time: string, date = tomorrow()): Promise<string> {
  const answer = await request.post('/api/slots', { data: { items: [coke], date } })
  const { slots }: Slots = await answer.json()
  return slots.find(({ at }) => Lagos.clock(Date.parse(at)) === time)?.at ?? ''
}

function pressCounter() {
  const count = {
    presses: 0,
    async press(target: Locator) {
      count.presses += 1
      await target.click()
    },
  }
  return count
}

async function chooseTomorrow(page: Page, time: string): Promise<void> {
  await visit(page, '/cart')
  await page.getByRole('button', { name: 'For later' }).click()
  const sheet = page.getByRole('dialog', { name: 'Collect it when?' })
  await sheet.getByText('Tomorrow', { exact: true }).click()
  await expect(sheet.getByRole('button', { name: '12:00' })).toBeInViewport()
  await sheet.getByRole('button', { name: time }).click()
  await expect(page.getByRole('radio', { name: new RegExp(`^Tomorrow, ${time}`) })).toBeChecked()
}

async function orderFromCart(page: Page, isLater: boolean): Promise<number> {
  const count = pressCounter()
  await visit(page, '/cart')
  if (isLater) {
    await count.press(page.getByRole('button', { name: 'For later' }))
    const sheet = page.getByRole('dialog', { name: 'Collect it when?' })
    await count.press(sheet.getByText('Tomorrow', { exact: true }))
    await count.press(sheet.getByRole('button', { name: '12:30' }))
    await expect(sheet).toHaveCount(0)
    await expect(page.getByRole('radio', { name: /^Tomorrow, 12:30 – 12:45/ })).toBeChecked()
  }
  await count.press(page.getByRole('button', { name: 'Proceed to Payment' }))
  if (isLater) await expect(page.getByText('Tomorrow, 12:30 – 12:45')).toBeVisible()
  await count.press(page.getByRole('button', { name: "I've Made the Transfer" }))
  await expect(page.getByText('Order placed successfully!')).toBeVisible()
  return count.presses
}

test('TIME-4: a first order for later on a phone takes at most three presses more than an order for now', async ({
  page,
}) => {
  await page.setViewportSize(phone)
  await signUp(page)
  await addPlain(page, 'coke')
  const now = await orderFromCart(page, false)
  await addPlain(page, 'coleslaw')
  const later = await orderFromCart(page, true)
  expect(later - now).toBeLessThanOrEqual(3)

  const order = page.getByRole('article').filter({ hasText: 'Tomorrow ready for you' })
  await expect(order).toContainText('12:30')
  await expect(order).toContainText('You can change it until')
  await check(page, { within: order })
  await order.getByRole('button', { name: /^Change/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Collect it when?' })
  await expect(sheet.getByRole('button', { name: '12:30' })).toHaveAttribute('aria-pressed', 'true')
  await check(page, { within: sheet })
  await sheet.getByRole('button', { name: '13:00' }).click()
  await expect(order).toContainText('13:00')
  await order.getByRole('link', { name: /^Receipt/ }).click()
  await expect(page.getByText(/day \d+ \w+, 13:00/)).toBeVisible()
})

test('TIME-3: a dish outside its served hours stays in the cart but not in the total, and the cart offers a time for all dishes', async ({
  page,
  deskRequest,
}) => {
  await signUp(page)
  const { version, categories }: PublishedMenu = await (await deskRequest.get('/api/office/menu')).json()
  const changed = categories.map((category) =>
    category.id === 'softdrinks' ? { ...category, served: [{ from: '06:00', until: '11:00' }] } : category,
  )
  const published = await deskRequest.put('/api/office/menu', { data: { basedOn: version, categories: changed } })
  expect(published.ok()).toBe(true)
  try {
    await addPlain(page, 'coleslaw')
    await addPlain(page, 'pepsi')
    await page.setViewportSize(phone)
    await visit(page, '/cart')
    await page.getByRole('button', { name: 'For later' }).click()
    const sheet = page.getByRole('dialog', { name: 'Collect it when?' })
    await sheet.getByText('Tomorrow', { exact: true }).click()
    await expect(sheet.getByRole('region', { name: 'Evening' })).toContainText('without Pepsi')
    await sheet.getByRole('button', { name: '12:30' }).click()
    await expect(line(page, 'Pepsi')).toContainText('Served 06:00 to 11:00. Not counted at 12:30.')
    await expect(page.getByText('1 dish · 1 not counted')).toBeVisible()
    await visit(page, '/menu/softdrinks')
    await expect(card(page, 'Pepsi').getByRole('button', { name: 'From 06:00' })).toBeDisabled()
    await visit(page, '/cart')
    await check(page)
    await page.setViewportSize(phone)
    await line(page, 'Pepsi').getByRole('button', { name: 'Have everything tomorrow at 10:' }).click()
    await expect(line(page, 'Pepsi')).not.toContainText('Not counted')
    await expect(page.getByRole('radio', { name: /^Tomorrow, 10:/ })).toBeChecked()
    await visit(page, '/menu/softdrinks')
    await expect(card(page, 'Pepsi').getByRole('button', { name: 'One Pepsi more' })).toBeEnabled()
    await visit(page, '/cart')
    await page.getByRole('button', { name: 'Proceed to Payment' }).click()
    await expect(page.getByText('time and prices held')).toBeVisible()
    await expect(page.getByText('2 items to pick up')).toBeVisible()
  } finally {
    const now: PublishedMenu = await (await deskRequest.get('/api/office/menu')).json()
    await deskRequest.put('/api/office/menu', { data: { basedOn: now.version, categories } })
  }
})

test('TIME-4: a dish and a side sold out today can be chosen on the menu for a slot tomorrow, and the order shows them', async ({
  page,
  customer,
  desk,
  deskRequest,
}) => {
  const change = async (id: string, data: object) => {
    expect((await deskRequest.patch(`/api/menu-items/${id}`, { data })).ok()).toBe(true)
  }
  await change('plantain', { portions: 1 })
  const last = await desk.pay(
    await placeOrder(customer, { items: [{ itemId: 'plantain', selection: {}, quantity: 1 }] }),
  )
  await change('grilled-catfish', { isAvailable: false, until: 'opening' })
  try {
    await signUp(page)
    await page.setViewportSize(phone)
    await visit(page, '/menu/grills')
    const catfish = card(page, 'Grilled Catfish')
    await expect(catfish.getByRole('button', { name: 'Not Available' })).toBeDisabled()
    await addPlain(page, 'coleslaw')
    await chooseTomorrow(page, '12:30')

    const sheet = await customise(page, 'grills', 'Grilled Catfish')
    await group(sheet, 'Free side').getByText('Plantain').click()
    await group(sheet, 'Sauce').getByRole('radio').first().check()
    await check(page, { within: sheet })
    await page.setViewportSize(phone)
    await addFrom(sheet)
    await visit(page, '/cart')
    await expect(line(page, 'Grilled Catfish')).toContainText('Plantain')
    await page.getByRole('button', { name: 'Proceed to Payment' }).click()
    await page.getByRole('button', { name: "I've Made the Transfer" }).click()
    const order = page.getByRole('article').filter({ hasText: 'Tomorrow ready for you' })
    await expect(order).toContainText('12:30')
    await expect(order).toContainText('Grilled Catfish')
    await expect(order).toContainText('Plantain')
  } finally {
    await change('plantain', { isAvailable: true })
    await change('grilled-catfish', { isAvailable: true })
    await desk.cancel(last, 'Only a test')
  }
})

test('TIME-4: at the counter a dish sold out today can be chosen once the order is for tomorrow', async ({
  page,
  restaurant,
  deskRequest,
}) => {
  await deskRequest.patch('/api/menu-items/fanta', { data: { isAvailable: false, until: 'opening' } })
  try {
    await signInStaff(page.request, restaurant, 'desk')
    await page.setViewportSize({ width: 1440, height: 900 })
    await visit(page, '/desk/new')
    await choose(page, 'Coke')
    const fanta = page.getByRole('region', { name: 'Dishes' }).getByRole('button', { name: /^Fanta/ })
    await page.getByLabel('Search all dishes').fill('Fanta')
    await expect(fanta).toBeDisabled()
    await page.getByRole('button', { name: 'For later' }).click()
    const sheet = page.getByRole('dialog', { name: 'Collect it when?' })
    await sheet.getByText('Tomorrow', { exact: true }).click()
    await sheet.getByRole('button', { name: '12:30' }).click()
    await expect(fanta).toBeEnabled()
    await page.getByRole('button', { name: 'Now', exact: true }).click()
    await expect(fanta).toBeDisabled()
  } finally {
    await deskRequest.patch('/api/menu-items/fanta', { data: { isAvailable: true } })
  }
})

test('TIME-4: the kitchen lists an order for later under Later, and under Next when it must be started', async ({
  page,
  customer,
  restaurant,
  desk,
  database,
}) => {
  const order = await desk.pay(await placeOrder(customer, { slot: await slotAt(customer, '19:00') }))
  await signInStaff(page.request, restaurant, 'kitchen')
  await visit(page, '/kitchen')
  const later = page.getByRole('region', { name: 'Later', exact: true })
  await expect(later).toContainText('tomorrow 1')
  await expect(page.getByRole('heading', { name: 'Next 0' })).toBeVisible()
  await later.getByRole('button', { name: 'Orders for later' }).click()
  await expect(later).toContainText('1 order')
  await expect(later).toContainText('Coke')
  await check(page)

  await database.query("UPDATE orders SET start_at = now() - interval '30 seconds' WHERE id = $1", [order.orderId])
  await visit(page, '/kitchen')
  await expect(page.getByRole('article', { name: codeOf(order) })).toContainText('From Later, just now')
  await expect(later).toHaveCount(0)
  await check(page)
  await desk.cancel(order, 'Only a test')
})

test('TIME-4: the desk lists an order for later separately with its day and time, and can move it to another time', async ({
  page,
  customer,
  restaurant,
  desk,
}) => {
  const order = await desk.pay(await placeOrder(customer, { slot: await slotAt(customer, '18:00') }))
  await signInStaff(page.request, restaurant, 'desk')
  await visit(page, '/desk')
  const card = page.getByRole('article', { name: codeOf(order) })
  await expect(card).toContainText(/day 18:00/)
  await expect(page.getByRole('heading', { name: 'To cook 0' })).toBeVisible()
  await card.getByRole('button', { name: codeOf(order) }).click()
  const panel = page.getByRole('complementary', { name: `Order ${codeOf(order)}` })
  await panel.getByRole('button', { name: 'Other time' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '18:30' }).click()
  await expect(card).toContainText(/day 18:30/)
  await desk.cancel(order, 'Only a test')
})

test('TIME-2: the desk sees the next two hours, and closes or opens a quarter-hour with one press', async ({
  page,
  restaurant,
  deskRequest,
}) => {
  const answer = await deskRequest.patch('/api/office/settings', {
    data: { quarterCapacity: { dishes: 12, reserve: 2 } },
  })
  expect(answer.ok()).toBe(true)
  await signInStaff(page.request, restaurant, 'desk')
  await visit(page, '/desk')
  const bar = page.getByRole('region', { name: 'The next two hours' })
  await expect(bar.getByRole('button')).toHaveCount(8)
  // Find the quarter-hour by its time, because the bar moves on every quarter of an hour.
  const quarter = bar.getByRole('button', { name: Lagos.clock(quarterOf(Date.now()) + 6 * quarterLength) })
  await quarter.click()
  await expect(quarter).toHaveAttribute('aria-pressed', 'true')
  await expect(quarter).toContainText('Closed')
  await check(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await quarter.click()
  await expect(quarter).toHaveAttribute('aria-pressed', 'false')
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(quarter).toHaveAttribute('aria-pressed', 'true')
  await quarter.click()
  await expect(quarter).toContainText('free')
})

test('TIME-4: an order for later in a quarter-hour that the desk closes stays, or its customer is asked for another time, as the desk chooses', async ({
  page,
  customer,
  restaurant,
  desk,
}) => {
  const quarter = quarterOf(Date.now()) + 7 * quarterLength
  const time = Lagos.clock(quarter)
  const slot = await slotAt(customer, time, Lagos.dateOf(quarter))
  const order = await desk.pay(await placeOrder(customer, { slot }))
  const asked = async () => {
    const { slotQuestion }: Order = await (await customer.request.get(`/api/orders/${order.orderId}`)).json()
    return slotQuestion?.reason
  }
  await signInStaff(page.request, restaurant, 'desk')
  await visit(page, '/desk')
  const button = page.getByRole('region', { name: 'The next two hours' }).getByRole('button', { name: time })
  const form = page.getByRole('dialog', { name: `Close ${time}?` })
  await button.click()
  await expect(form.getByRole('radio', { name: 'Keep the order' })).toBeChecked()
  await check(page, { within: form })
  await page.setViewportSize({ width: 1440, height: 900 })
  await form.getByRole('radio', { name: 'Ask this customer for another time' }).check()
  await form.getByRole('button', { name: `Close ${time}` }).click()
  await expect(page.getByText(`${time} closed. Its customer is asked for another time.`)).toBeVisible()
  await expect.poll(asked).toBe('quarter-closed')
  await expect(page.getByRole('article', { name: codeOf(order) })).toContainText('Needs another time, customer asked')

  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await button.click()
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  await expect.poll(asked).toBeUndefined()

  await button.click()
  await form.getByRole('button', { name: `Close ${time}` }).click()
  await expect(page.getByText(`${time} closed. 1 for later stays.`)).toBeVisible()
  expect(await asked()).toBeUndefined()
  await button.click()
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  await desk.cancel(order, 'Only a test')
})

test('TIME-4: if the desk closes the quarter-hour of a phone order, its screen shows the phone number to call', async ({
  page,
  customer,
  restaurant,
}) => {
  const quarter = quarterOf(Date.now()) + 6 * quarterLength
  const time = Lagos.clock(quarter)
  const slot = await slotAt(customer, time, Lagos.dateOf(quarter))
  await signInStaff(page.request, restaurant, 'desk')
  const caller = { channel: 'phone', customerName: 'Amaka', customerPhone: '0803 555 1234' }
  const asked = await page.request.post('/api/desk/quotes', { data: { ...caller, items: [coke], slot } })
  const quote: Quote = await asked.json()
  const payment = { method: 'cash', amount: quote.totalAmount }
  await page.request.post('/api/desk/orders', { data: { quoteId: quote.id, payment } })
  await page.setViewportSize({ width: 1440, height: 900 })
  await visit(page, '/desk')
  const button = page.getByRole('region', { name: 'The next two hours' }).getByRole('button', { name: time })
  await button.click()
  const form = page.getByRole('dialog', { name: `Close ${time}?` })
  await form.getByRole('radio', { name: 'Ask this customer for another time' }).check()
  await form.getByRole('button', { name: `Close ${time}` }).click()
  const card = page.getByRole('article', { name: quote.id.slice(-6) })
  await expect(card).toContainText('Needs another time, call 0803 555 1234')
  await card.getByRole('button', { name: quote.id.slice(-6) }).click()
  const panel = page.getByRole('complementary', { name: `Order ${quote.id.slice(-6)}` })
  await expect(panel).toContainText('This time cannot be kept: call 0803 555 1234.')
  await check(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await button.click()
  await expect(card).not.toContainText('Needs another time')
})

test('TIME-1: in the settings of the opening hours, a pause begins without Save, and the chart of the week’s hours shows hours past midnight on both days', async ({
  page,
  restaurant,
}) => {
  await signInStaff(page.request, restaurant, 'desk')
  await visit(page, '/office/settings/hours')
  const hours = page.getByRole('region', { name: 'Hours', exact: true })
  await expect(hours.getByRole('button', { name: /Open 24 hours$/ })).toHaveCount(7)
  const pause = page.getByRole('region', { name: 'Pause orders' })
  await pause.getByRole('button', { name: '30 min' }).click()
  await expect(pause).toContainText(/Paused until .*30 min left/)
  await expect(page.getByRole('region', { name: 'Not saved' })).toHaveCount(0)
  await check(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await pause.getByRole('button', { name: 'Resume ordering' }).click()
  await expect(pause.getByRole('button', { name: '15 min' })).toBeVisible()

  await hours.getByLabel('Always open').uncheck()
  await hours.getByLabel('Saturday', { exact: true }).uncheck()
  await hours.getByLabel('Friday, from').fill('18:00')
  await hours.getByLabel('Friday, until').fill('02:00')
  await expect(hours.getByRole('button', { name: 'Friday, 18:00 – 02:00, over midnight · not saved' })).toBeVisible()
  await expect(hours.getByRole('button', { name: 'Saturday, to 02:00 · not saved' })).toBeVisible()
  await hours.getByRole('button', { name: /^Friday, 18:00/ }).click()
  await expect(hours.getByLabel('Friday, from')).toBeFocused()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
})
