import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { openFakePaystack, type Webhook } from '../support/fake-paystack.ts'
import { check, phone as small } from './accessible.ts'
import { card, test as deskTest, enterAs, panelOf } from './order-desk.ts'
import { pay, visitLive } from './ordering.ts'
import { addPlain, expect, openRestaurant, signUp } from './restaurant.ts'

const secretKey = 'sk_test_0123456789'

/** `test` with a restaurant that has a payment provider. */
const test = deskTest.extend<object, { paystack: Awaited<ReturnType<typeof openFakePaystack>> }>({
  paystack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from the pattern
    async ({}, use) => {
      const paystack = await openFakePaystack(secretKey)
      await use(paystack)
      await paystack.stop()
    },
    { scope: 'worker' },
  ],
  restaurant: [
    async ({ paystack }, use) => {
      const preload = new URL('../support/paystack-elsewhere.ts', import.meta.url)
      const restaurant = await openRestaurant({
        PAYSTACK_SECRET_KEY: secretKey,
        FAKE_PAYSTACK_URL: paystack.url,
        NODE_OPTIONS: `--import ${JSON.stringify(fileURLToPath(preload))}`,
      })
      await use(restaurant)
      await restaurant.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

test.describe.configure({ mode: 'serial' })

async function deliver(page: Page, { body, signature }: Webhook): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-paystack-signature': signature }
  const answer = await page.request.post('/api/payments/paystack-events', { headers, data: body })
  expect(answer.status()).toBe(200)
}

/** Signs up a customer with a Chapman (₦3,500) in the cart, opens the payment page and returns the quote's id. */
async function goToPay(page: Page): Promise<string> {
  await signUp(page)
  await addPlain(page, 'chapman')
  const quoted = page.waitForResponse((response) => response.url().endsWith('/api/quotes') && response.ok())
  await visitLive(page, '/payment')
  return (await (await quoted).json()).id
}

const account = (page: Page) => page.getByRole('listitem').filter({ hasText: 'Titan' })

test('SAFE-6: the payment page shows the provider’s bank account when the provider has opened it, then a returned transfer, then the placed order', async ({
  page,
  paystack,
}) => {
  paystack.fail('slow')
  await page.setViewportSize(small)
  const id = await goToPay(page)
  await expect(page.getByText('Opening an account for this order…')).toBeVisible()
  await expect(page.getByRole('button', { name: "I've Made the Transfer" })).toBeEnabled()
  const narration = page.getByText(/^[0-9A-Z]{6} ada \d+$/)
  const before = await narration.boundingBox()
  paystack.fail('none')
  paystack.release()
  await expect(account(page).last()).toContainText('PAYSTACK CHECKOUT')
  await expect(page.getByText('Opening an account for this order…')).toBeHidden()
  // The account replaces its placeholder without a layout shift.
  expect((await narration.boundingBox())?.y).toBe(before?.y)

  const reference = paystack.referenceOf(id)
  await deliver(page, paystack.transfer(reference, 3400))
  const alert = page.getByRole('alert').filter({ hasText: 'goes back' })
  await expect(alert).toHaveText(
    'Your transfer of ₦3,400 goes back to your bank, because it has to be exactly ₦3,500. Please send exactly ₦3,500 again.',
  )
  await check(page)
  await page.reload()
  await expect(alert).toBeVisible()
  await expect(account(page).last()).toContainText('PAYSTACK CHECKOUT')
  await expect(page.locator('[data-live=open]')).toBeAttached()

  await deliver(page, paystack.transfer(reference, 3500))
  await expect(page.getByRole('heading', { name: 'We have your order' })).toBeVisible()
  await page.getByRole('button', { name: 'See your orders' }).click()
  await expect(page.getByRole('article').getByText('Payment received.')).toBeVisible()
})

test('SAFE-6: customer and desk see live that a transfer was returned, and that the next transfer arrived', async ({
  page,
  restaurant,
  browser,
  paystack,
}) => {
  const phone = await browser.newContext({ baseURL: restaurant.url })
  const customer = await phone.newPage()
  await goToPay(customer)
  await expect(account(customer).last()).toBeVisible()
  const order = { orderId: await pay(customer) }
  await enterAs(page, restaurant, 'cashier')
  await expect(card(page, order)).toContainText('Not checked')

  const reference = paystack.referenceOf(order.orderId)
  await deliver(customer, paystack.transfer(reference, 3400))
  await expect(await panelOf(page, order)).toContainText('₦3,400, not the amount due, at')
  const article = customer.getByRole('article')
  await expect(article.getByText('Your transfer of ₦3,400 goes back to your bank')).toBeVisible()
  const trouble = customer.getByRole('region', { name: 'Your transfer' })
  await expect(trouble).toContainText('Please send exactly ₦3,500')
  await trouble.getByRole('button', { name: "I've sent it again" }).click()
  await expect(article.getByText('We are checking your transfer.')).toBeVisible()
  await expect(card(page, order)).toContainText('Not checked')
  await deliver(customer, paystack.transfer(reference, 3500))
  await expect(article.getByText('Payment received.')).toBeVisible()
  await expect(card(page, order)).toContainText('Paid')
  await phone.close()
})

test('SAFE-6: a late transfer appears live for customer and desk, and the desk accepts the order', async ({
  page,
  restaurant,
  browser,
  database,
  paystack,
}) => {
  await enterAs(page, restaurant, 'cashier')
  const phone = await browser.newContext({ baseURL: restaurant.url })
  const customer = await phone.newPage()
  const id = await goToPay(customer)
  await expect(account(customer).last()).toBeVisible()
  await database.query(`update quotes set expires_at = now() - interval '10 minutes' where id = $1`, [id])
  const reference = paystack.referenceOf(id)
  paystack.receiveTransfer(reference, 3500)
  await deliver(customer, paystack.webhook(reference))
  await expect(customer.getByRole('heading', { name: 'We have your order' })).toBeVisible()
  await customer.getByRole('button', { name: 'See your orders' }).click()
  await expect(customer.getByText('Your transfer of ₦3,500 came after the time of this order was over.')).toBeVisible()

  const panel = await panelOf(page, { orderId: id })
  await expect(panel).toContainText("₦3,500 came after the order's time.")
  await check(page, { within: panel })
  await panel.getByRole('button', { name: 'Accept the order' }).click()
  await panel.getByRole('button', { name: 'Close the order' }).click()
  await page.getByRole('button', { name: /To cook/ }).click()
  await expect(card(page, { orderId: id })).toContainText('Paid')
  await expect(customer.getByRole('article').getByText('Payment received.')).toBeVisible()
  await phone.close()
})
