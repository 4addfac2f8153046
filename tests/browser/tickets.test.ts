import type { Locator, Page } from '@playwright/test'
import type { Order } from '#contract/order/orders.ts'
import { card, codeOf, coke, enterAs, panelOf, placeOrder, test } from './order-desk.ts'
import { loseAnswers, visit } from './ordering.ts'
import { type Customer, expect, type Restaurant, signInStaff } from './restaurant.ts'

/** Replaces `window.print` by a function that counts its calls in the page. */
async function standInForPrinter(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.print = () => void document.documentElement.setAttribute('data-prints', String(++prints))
    let prints = 0
  })
}

async function press(
  page: Page,
  place: Locator,
  order: Order,
  label: 'Kitchen ticket' | 'Packing ticket',
): Promise<void> {
  const before = Number((await page.locator('html').getAttribute('data-prints')) ?? 0)
  await place.getByRole('button', { name: `Print ${codeOf(order)}` }).click()
  await place.getByRole('button', { name: label }).click()
  await expect(page.locator('html')).toHaveAttribute('data-prints', String(before + 1))
}

/** Returns the printed text and the page sizes of the PDF. */
async function paper(page: Page) {
  await page.emulateMedia({ media: 'print' })
  // biome-ignore lint/performance/useDomNodeTextContent: only what is laid out is printed
  const text = await page.locator('body').innerText()
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true })
  await page.emulateMedia({ media: 'screen' })
  return { text, pages: pdf.toString('latin1').match(/\/MediaBox ?\[[^\]]*\]/g) ?? [] }
}

async function newOrder(customer: Customer): Promise<Order> {
  return placeOrder(customer, {
    items: [{ ...coke, quantity: 3, chefComment: 'Very cold' }, coke],
    deliveryMethod: 'delivery',
  })
}

async function inKitchen(page: Page, restaurant: Restaurant): Promise<void> {
  await signInStaff(page.request, restaurant, 'kitchen')
  await visit(page, '/kitchen')
}

test('tickets: a kitchen ticket has code, time, dishes and notes, and no price', async ({
  page,
  restaurant,
  desk,
  customer,
}) => {
  const order = await desk.pay(await newOrder(customer))
  await standInForPrinter(page)
  await inKitchen(page, restaurant)
  const ticket = card(page, order)
  await ticket.getByRole('button', { name: `Other actions for ${codeOf(order)}` }).click()
  await press(page, ticket, order, 'Kitchen ticket')
  const { text, pages } = await paper(page)
  for (const part of [codeOf(order), 'DELIVERY', 'Ready by', '3 ×', 'Coke', 'Note: Very cold', 'by Tunde']) {
    expect(text).toContain(part)
  }
  for (const secret of ['₦', customer.username, '12 Admiralty Way', order.deliveryCode ?? '?', 'REPRINT', 'Sign Out']) {
    expect(text).not.toContain(secret)
  }
  // The paper is 80 mm wide (a PDF counts in points), and as long as its content.
  expect(pages).toHaveLength(1)
  const [, , width = 0, length = 0] = (pages[0] ?? '').match(/[\d.]+/g)?.map(Number) ?? []
  expect(width).toBeCloseTo((80 / 25.4) * 72, 0)
  expect(length).toBeGreaterThan(150)
  expect(length).toBeLessThan(600)
})

test('tickets: a packing ticket lists dishes, customer and payment, and a reprint is marked', async ({
  page,
  restaurant,
  desk,
  customer,
}) => {
  const order = await newOrder(customer)
  await standInForPrinter(page)
  await enterAs(page, restaurant, 'cashier')
  await press(page, await panelOf(page, order), order, 'Packing ticket')
  const first = await paper(page)
  for (const part of [
    codeOf(order),
    customer.username,
    customer.phone.slice(0, 4),
    '12 Admiralty Way, Lekki Phase 1',
    '3 × Coke',
  ]) {
    expect(first.text).toContain(part)
  }
  expect(first.text).toContain('Not paid: ₦7,300 open')
  expect(first.text).not.toContain('REPRINT')
  // The rider carries the ticket, so the ticket must not show the delivery code.
  expect(first.text).not.toContain(order.deliveryCode)

  await desk.assignRider(await desk.start(await desk.pay(order)), { name: 'Musa Bello', phone: '+2348051112233' })
  await expect(await panelOf(page, order)).toContainText('Musa Bello')
  await press(page, await panelOf(page, order), order, 'Packing ticket')
  const second = await paper(page)
  expect(second.text).toMatch(/REPRINT 2 · \d\d:\d\d · by Ngozi/)
  expect(second.text).toContain('Rider: Musa Bello, 0805\u00a0111\u00a02233')
  expect(second.text).toMatch(/Total ₦7,300\s+PAID/)
  expect(second.text).not.toContain('Not paid')
})

test('tickets: pressing Print again after a lost answer is not counted as a reprint', async ({
  page,
  restaurant,
  desk,
  customer,
}) => {
  const order = await desk.pay(await placeOrder(customer, { items: [coke] }))
  await standInForPrinter(page)
  await enterAs(page, restaurant, 'cashier')
  await loseAnswers(page, '**/print-ticket')
  const panel = await panelOf(page, order)
  await panel.getByRole('button', { name: `Print ${codeOf(order)}` }).click()
  await panel.getByRole('button', { name: 'Kitchen ticket' }).click()
  await expect(page.getByText('Could not reach the restaurant.')).toBeVisible()
  await panel.getByRole('button', { name: 'Kitchen ticket' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-prints', '1')
  expect((await paper(page)).text).not.toContain('REPRINT')
})

test('SAFE-10: a cook sees no sum of money in the kitchen, on the board, in an order or on a packing ticket', async ({
  page,
  restaurant,
  desk,
  customer,
}) => {
  const claimed = await newOrder(customer)
  const paid = await desk.pay(await newOrder(customer))
  const short = await newOrder(customer)
  await desk.pay(short, short.totalAmount - 100)
  await standInForPrinter(page)
  await inKitchen(page, restaurant)
  await expect(card(page, paid)).toBeVisible()
  await expect(page.locator('body')).not.toContainText('₦')
  await visit(page, '/desk')
  await expect(card(page, claimed)).toContainText('Not checked')
  await expect(card(page, short)).toContainText('Short')
  for (const order of [claimed, short, paid]) {
    const panel = await panelOf(page, order)
    await expect(panel.getByRole('region', { name: 'Payment' })).toHaveText(
      order === claimed ? 'Not checked' : order === short ? 'Short' : 'Paid',
    )
    await expect(panel).toContainText('3 × Coke')
    await press(page, panel, order, 'Packing ticket')
    const { text } = await paper(page)
    expect(text).toContain('3 × Coke')
    expect(text).toContain(order === paid ? 'PAID' : 'Not paid yet')
    expect(text).not.toContain('₦')
    await expect(page.locator('body')).not.toContainText('₦')
  }
  await (await panelOf(page, paid)).getByRole('button', { name: 'Start', exact: true }).click()
  await expect(
    page.getByRole('region', { name: /^On the fire/ }).getByRole('article', { name: codeOf(paid) }),
  ).toBeVisible()
})
