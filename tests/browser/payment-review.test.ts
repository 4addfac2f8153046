import type { Locator, Page } from '@playwright/test'
import type { Order } from '#contract/order/orders.ts'
import { check } from './accessible.ts'
import { card, codeOf, coke, enterAs, fromMenu, panelOf, placeOrder, sessionId, test, tillHolds } from './order-desk.ts'
import { visit } from './ordering.ts'
import { expect, signUp } from './restaurant.ts'

test('TRACK-3: the customer reads live that the transfer was not found, was claimed again, was short, and was found', async ({
  page,
  restaurant,
  browser,
}) => {
  const phone = await browser.newContext({ baseURL: restaurant.url })
  const customer = await phone.newPage()
  await signUp(customer)
  const order = await placeOrder(customer, { items: [{ ...coke, quantity: 5 }] })
  await visit(customer, '/orders')
  await expect(customer.getByText('We are checking your transfer.')).toBeVisible()

  await enterAs(page, restaurant, 'cashier')
  const panel = await panelOf(page, order)
  await expect(panel).toContainText('just now')
  await panel.getByRole('button', { name: 'Not found' }).click()
  const question = page.getByRole('dialog', { name: `Transfer of ${codeOf(order)} not found?` })
  await question.getByRole('button', { name: 'Not found' }).click()
  await expect(page.getByText(`${codeOf(order)}: transfer not found. The customer’s order page says so.`)).toBeVisible()
  await expect(card(page, order)).toContainText('Not found')
  await expect(panel.getByRole('button', { name: 'Not found' })).toBeHidden()

  const trouble = customer.getByRole('region', { name: 'Your transfer' })
  await expect(customer.getByRole('article').getByText('We do not see your ₦6,000 yet', { exact: true })).toBeVisible()
  await expect(trouble).toContainText('₦6,000')
  await expect(trouble.getByRole('link', { name: 'Help on WhatsApp' })).toHaveAttribute('href', /wa\.me.*6%2C000/)
  await trouble.getByRole('button', { name: "I've sent it" }).click()
  await expect(trouble).toBeHidden()
  await expect(card(page, order)).toContainText('Not checked')

  const form = page.getByRole('dialog')
  const confirm = async (amount: string) => {
    await card(page, order).getByRole('button', { name: 'Confirm payment' }).click()
    await form.getByLabel('Account that received it').selectOption('demo-bank')
    await form.getByLabel('Amount received').fill(amount)
    await form.getByLabel('Sender').fill('ADA OBI')
    await form.getByLabel('Session id').fill(sessionId())
    await form.getByRole('button', { name: 'Confirm payment' }).click()
    await expect(form).toBeHidden()
  }
  await confirm('5,950')
  await expect(customer.getByRole('article').getByText('Your transfer is short by ₦50', { exact: true })).toBeVisible()
  await expect(trouble).toContainText('Please send ₦50')
  await expect(trouble).toContainText('0000044621')
  await trouble.getByRole('button', { name: "I've sent the rest" }).click()
  await expect(card(page, order)).toContainText('₦50 not checked')
  await expect(panel.getByText('Received by transfer')).toBeVisible()
  await expect(panel).toContainText('₦5,950')
  await confirm('50')
  await expect(customer.getByRole('article').getByText('Payment received.')).toBeVisible()
  await phone.close()
})

/** `owed` has an order for which a refund of ₦1,200 is owed, the customer's page, and a cashier's refund form. */
const owedTest = test.extend<{ owed: { order: Order; customer: Page; form: Locator } }>({
  owed: async ({ page, restaurant, desk, browser }, use) => {
    const phone = await browser.newContext({ baseURL: restaurant.url })
    const customer = await phone.newPage()
    await signUp(customer)
    const order = await desk.pay(await placeOrder(customer))
    await desk.cancel(order, 'The fridge is broken')
    await visit(customer, '/account')
    await expect(customer.getByText('Refund of ₦1,200 on its way.')).toBeVisible()

    await enterAs(page, restaurant, 'cashier')
    await expect(card(page, order)).toBeHidden()
    await fromMenu(page, /^Refunds/)
    await page.getByRole('button', { name: `Refund ${codeOf(order)}` }).click()
    await use({ order, customer, form: page.getByRole('dialog', { name: 'Refunds owed' }) })
    await phone.close()
  },
})

owedTest(
  'payment review: a transfer is refunded with a reference, and the customer reads it',
  async ({ page, owed: { order, customer, form } }) => {
    const paid = form.locator('dl')
    await expect(paid).toContainText(`To${order.payerName}`)
    await expect(paid).toContainText(/Transfer\s*₦1,200 from .+, \d\d:\d\d, session \w+/)
    await form.getByRole('button', { name: /^Refund ₦/ }).click()
    await expect(form.getByLabel('Reference of the refund')).toHaveAccessibleDescription(
      "Enter our bank's reference of the refund.",
    )
    const reference = `FT-${sessionId()}`
    await form.getByLabel('Reference of the refund').fill(reference)
    await form.getByRole('button', { name: 'Refund ₦1,200' }).click()
    await expect(page.getByText(`${codeOf(order)}: ₦1,200 refunded.`)).toBeVisible()
    await expect(customer.getByText(`Refund of ₦1,200 paid, reference ${reference}.`)).toBeVisible()
  },
)

owedTest(
  'payment review: a cash refund needs no reference, but a confirmation if it is more than the till holds',
  async ({ page, owed: { order, customer, form } }) => {
    const paid = form.locator('dl')
    await expect(paid).toContainText(`To${order.payerName}`)
    await expect(paid).toContainText(/Transfer\s*₦1,200 from .+, \d\d:\d\d, session \w+/)
    await form.getByRole('button', { name: /^Refund ₦/ }).click()
    await expect(form.getByLabel('Reference of the refund')).toBeFocused()
    await tillHolds(page, 1000)
    const till = page.waitForResponse('**/api/desk/till')
    await form.getByRole('radio', { name: 'Cash' }).check()
    await expect(form.getByLabel('Reference of the refund')).toHaveCount(0)
    await check(page, { within: 'dialog[open]' })
    await till
    await form.getByRole('button', { name: 'Refund ₦1,200' }).click()
    const amount = page.getByRole('dialog', { name: 'Check the amount' })
    await expect(amount).toContainText('₦1,200 is more than the ₦1,000 that the till should hold. Record it?')
    await amount.getByRole('button', { name: 'Record it' }).click()
    await expect(page.getByText(`${codeOf(order)}: ₦1,200 refunded.`)).toBeVisible()
    await expect(customer.getByText('Refund of ₦1,200 paid, in cash.')).toBeVisible()
  },
)

test('payment review: only the owner can start an unpaid order, with a reason', async ({ page, restaurant }) => {
  await signUp(page)
  const order = await placeOrder(page)
  await enterAs(page, restaurant, 'cashier')
  await expect((await panelOf(page, order)).getByRole('button', { name: 'Start unpaid' })).toBeHidden()
  await enterAs(page, restaurant, 'desk')
  await (await panelOf(page, order)).getByRole('button', { name: 'Start unpaid' }).click()
  const form = page.getByRole('dialog', { name: `Start unpaid ${codeOf(order)}` })
  await form.getByRole('button', { name: 'Start unpaid' }).click()
  await expect(form.getByLabel('Reason')).toHaveAccessibleDescription('Enter a reason for the audit.')
  await form.getByLabel('Reason').fill('The bank is down tonight')
  await form.getByRole('button', { name: 'Start unpaid' }).click()
  await expect(page.getByText(`${codeOf(order)}: started unpaid.`)).toBeVisible()
  await card(page, order).getByRole('button', { name: 'Ready' }).click()
  // A counter order is handed over only after its payment, unless the owner overrides this rule.
  await expect(card(page, order).getByRole('button', { name: 'Confirm payment' })).toBeVisible()
  await expect(card(page, order).getByRole('button', { name: 'Complete' })).toBeHidden()
  const panel = await panelOf(page, order)
  await expect(panel.locator('[data-main]')).toHaveAccessibleName(/^Confirm payment/)
  await panel.getByRole('button', { name: 'Complete' }).click()
  await expect(page.getByText(`${codeOf(order)}: completed.`)).toBeVisible()
  await expect((await panelOf(page, order)).getByRole('button', { name: 'Confirm payment' })).toBeVisible()
})

test('payment review: an imported statement proposes matches, each confirmed with one press', async ({
  page,
  restaurant,
}) => {
  await signUp(page)
  const [exact, short] = [await placeOrder(page), await placeOrder(page, { items: [{ ...coke, quantity: 2 }] })]
  await enterAs(page, restaurant, 'cashier')
  await fromMenu(page, 'Statement')
  const panel = page.getByRole('dialog', { name: 'Bank statement' })
  const text = [
    '\uFEFFDemo Bank,statement',
    'Date,Narration,"Credit (₦)",Session ID',
    `21/11,TRF FROM ADA OBI TO INA ${codeOf(exact)},"₦1,200.00",${sessionId()}`,
    `21/11,${codeOf(short)},2350,${sessionId()}`,
    `21/11,somebody's rent,90000,${sessionId()}`,
    '21/11,broken,much,FT000001',
  ].join('\r\n')
  const choose = () =>
    panel
      .getByLabel(/Import (another )?statement/)
      .setInputFiles({ name: 'night.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await choose()
  await panel.getByRole('button', { name: 'Confirm ₦1,200 that matches' }).click()
  await expect(panel.getByRole('alert')).toHaveText('Choose the account of the statement first.')
  await panel.getByLabel('Statement of').selectOption('demo-bank')
  await expect(
    panel.getByText(/3 transfers came in: 2 for our orders, 0 confirmed now, 0 recorded before, 1 without/),
  ).toBeVisible()
  await panel.getByText('1 row cannot be read').click()
  await expect(panel.getByText('Row 6: the amount “much” cannot be read.')).toBeVisible()
  await panel.getByRole('button', { name: 'Confirm ₦1,200 that matches' }).click()
  await expect(panel.getByText('Recorded. Paid.')).toBeVisible()
  await expect(panel.getByText('This would leave it short by ₦50.')).toBeVisible()
  await panel.getByRole('button', { name: `Confirm ₦2,350 for ${codeOf(short)}` }).click()
  await expect(panel.getByText('Recorded. Short by ₦50.')).toBeVisible()
  await choose()
  await expect(
    panel.getByText(/3 transfers came in: 0 for our orders, 0 confirmed now, 2 recorded before, 1 without/),
  ).toBeVisible()
  await panel.getByRole('button', { name: 'Close' }).click()
  await expect(card(page, exact)).toContainText('Paid')
  await expect(card(page, short)).toContainText('Short by ₦50')
})
