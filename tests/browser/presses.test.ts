import type { Locator, Page } from '@playwright/test'
import type { OrderList } from '#contract/order/orders.ts'
import { type Network, openNetwork } from '../faults/rush/networks.ts'
import { phone } from './accessible.ts'
import { test as deskTest } from './order-desk.ts'
import { visit } from './ordering.ts'
import { expect, somebody } from './restaurant.ts'

/** `network` counts the bytes of the page and of its service worker. */
const test = deskTest.extend<{ network: Network }>({
  network: async ({ restaurant }, use) => {
    const network = await openNetwork(restaurant.url)
    await use(network)
    network.close()
  },
  baseURL: ({ network }, use) => use(network.url),
})

// The service worker loads the offline pages, so their bytes count.
test.use({ viewport: phone, deviceScaleFactor: 2, serviceWorkers: 'allow' })

/** Counts presses. Choosing from a list counts as two: opening the list and choosing. */
class Count {
  presses = 0
  fields = 0

  async press(target: Locator) {
    this.presses += 1
    await target.click()
  }

  async fill(field: Locator, text: string) {
    this.fields += 1
    await field.fill(text)
  }

  async choose(list: Locator, option: string) {
    this.presses += 2
    await list.selectOption(option)
  }
}

async function fillCart(page: Page, count: Count): Promise<void> {
  await visit(page, '/')
  await count.press(page.getByRole('link', { name: 'See Our Full Menu' }))
  // Wait for the page of grills, because the home page has a card of the same dish.
  await expect(page.getByRole('heading', { name: 'Grills', level: 1 })).toBeVisible()
  const dish = page.getByRole('article', { name: 'Half Grilled Chicken' })
  await count.press(dish.getByRole('button', { name: 'Add to Cart' }))
  const sheet = page.getByRole('dialog', { name: 'Half Grilled Chicken' })
  await count.press(sheet.getByText('Plantain', { exact: true }).first())
  await count.press(sheet.getByText('Barbecued', { exact: true }))
  await count.press(sheet.getByRole('button', { name: /^Add to Cart/ }))
  await count.press(page.getByRole('link', { name: /View cart/ }))
  await count.press(page.getByText('Delivery', { exact: true }))
}

async function claimTransfer(page: Page, count: Count): Promise<void> {
  await count.press(page.getByRole('button', { name: "I've Made the Transfer" }))
  await expect(page.getByText('Order placed successfully!')).toBeVisible()
}

test('LOOK-2 TRACK-2: from the home page a new customer orders a delivery with at most 14 presses, 5 fields and 420 kB, and again with 3 presses and 40 kB', async ({
  page,
  context,
  network,
  desk,
}) => {
  const count = new Count()
  const { username, password, phone } = somebody()
  await fillCart(page, count)
  await count.press(page.getByRole('button', { name: 'Login to Checkout' }))
  const panel = page.getByRole('dialog')
  await count.press(panel.getByRole('button', { name: 'Sign up' }))
  await count.fill(panel.getByLabel('Username'), username)
  await count.fill(panel.getByLabel('Password', { exact: true }), password)
  await count.fill(panel.getByLabel('Phone'), phone)
  await count.choose(panel.getByLabel('Location'), 'lekki-phase-1')
  await count.fill(panel.getByLabel('Address'), '12 Admiralty Way')
  await count.press(panel.getByRole('button', { name: 'Sign up' }))
  await count.press(page.getByRole('button', { name: 'Proceed to Payment' }))
  await claimTransfer(page, count)
  expect(count.presses).toBeLessThanOrEqual(14)
  expect(count.fields).toBeLessThanOrEqual(5)
  expect(network.bytes).toBeLessThanOrEqual(420_000)

  const answer = await page.request.get('/api/orders')
  const [order] = ((await answer.json()) as OrderList).orders
  if (!order) throw new Error('There is no order.')
  await desk.pay(order)
  await desk.start(order)
  await desk.markReady(order)
  await desk.complete(order)
  await page.close()

  const again = new Count()
  const later = await context.newPage()
  network.bytes = 0
  await visit(later, '/')
  await again.press(later.getByRole('button', { name: /^Order again/ }))
  await again.press(later.getByRole('button', { name: 'Proceed to Payment' }))
  await claimTransfer(later, again)
  expect(again.presses).toBe(3)
  expect(network.bytes).toBeLessThanOrEqual(40_000)
})

test('GUEST-1: from the home page a guest orders a delivery with at most 14 presses and 3 fields', async ({ page }) => {
  const count = new Count()
  await fillCart(page, count)
  await count.choose(page.getByLabel('Location'), 'lekki-phase-1')
  await count.fill(page.getByLabel('Delivery address'), '12 Admiralty Way')
  await count.press(page.getByRole('button', { name: 'Continue as guest' }))
  const panel = page.getByRole('dialog', { name: 'Continue as guest' })
  await count.fill(panel.getByLabel('Your name'), 'Ada Obi')
  await count.fill(panel.getByLabel('Phone'), somebody().phone)
  await count.press(panel.getByRole('button', { name: 'Continue to payment' }))
  await claimTransfer(page, count)
  expect(count.presses).toBeLessThanOrEqual(14)
  expect(count.fields).toBeLessThanOrEqual(3)
})
