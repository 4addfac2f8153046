import type { Locator, Page } from '@playwright/test'
import { phone } from './accessible.ts'
import { placeOrder, test } from './order-desk.ts'
import { visit } from './ordering.ts'
import { expect, signUp, somebody } from './restaurant.ts'

test.use({ viewport: phone })

/** Counts what a person does. To choose from a list costs two presses, one to open it and one to choose. */
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

/** From home: a grill with its side and sauce in the cart, and delivery chosen there. */
async function fillCart(page: Page, count: Count): Promise<void> {
  await visit(page, '/')
  await count.press(page.getByRole('link', { name: 'See Our Full Menu' }))
  // The home page has a card of the same dish, whose sheet would go with it.
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

test('LOOK-2: a new customer has a delivery placed from home with 14 presses and 5 fields at most', async ({
  page,
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
})

test('GUEST-1: a guest has a delivery placed from home with 14 presses and 3 fields at most', async ({ page }) => {
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

test('TRACK-2: a returning customer orders again from home with 3 presses and no field', async ({ page, desk }) => {
  await signUp(page)
  const before = await placeOrder(page)
  await desk.pay(before)
  await desk.start(before)
  await desk.markReady(before)
  await desk.complete(before)
  const count = new Count()
  await visit(page, '/')
  await count.press(page.getByRole('button', { name: /^Order again/ }))
  await count.press(page.getByRole('button', { name: 'Proceed to Payment' }))
  await claimTransfer(page, count)
  expect(count.presses).toBe(3)
})
