import type { Browser, Page } from '@playwright/test'
import {
  expect,
  openRestaurantElsewhere,
  type Person,
  phoneAddress,
  type Restaurant,
  somebody,
  test,
  watchFaults,
} from './restaurant.ts'
import { expectToast } from './toasts.ts'

// This test starts PostgreSQL for the server; in other browser tests the server starts its own.
test('ORDER-5 PAY-6 CART-8: with an external PostgreSQL, a new customer signs up, orders, and follows the order while the desk handles it', async ({
  browser,
}) => {
  const restaurant = await openRestaurantElsewhere()
  try {
    await journey(restaurant, browser)
  } finally {
    await restaurant.stop()
  }
})

async function journey(restaurant: Restaurant, browser: Browser): Promise<void> {
  const open = async () => {
    const context = await browser.newContext({
      baseURL: restaurant.url,
      extraHTTPHeaders: { 'X-Forwarded-For': phoneAddress() },
    })
    return { page: await context.newPage(), faults: watchFaults(context), close: () => context.close() }
  }
  const customer = await open()
  const desk = await open()
  const ada = somebody()

  await openDesk(desk.page, restaurant)
  await chooseThreeDishes(customer.page)
  const code = await payFor(customer.page, ada)

  let loads = 0
  for (const { page } of [customer, desk]) page.on('load', () => (loads += 1))

  const card = desk.page.getByRole('article', { name: code })
  await expect(card).toBeVisible()
  await expect(card).toContainText('Half Grilled Chicken')
  await card.getByRole('button', { name: code, exact: true }).click()
  const panel = desk.page.getByRole('complementary', { name: `Order ${code}` })
  await panel.getByRole('button', { name: `Address of ${code}` }).click()
  await expect(panel).toContainText('12 Admiralty Way')
  await expect(panel).toContainText('Not too dry, please')

  await confirmPayment(desk.page, code)
  await expect(customer.page.getByText('Payment received.', { exact: true })).toBeVisible()

  await card.getByRole('button', { name: 'Start' }).click()
  await expect(card.getByRole('button', { name: 'Ready' })).toBeVisible()
  await expect(customer.page.getByRole('tab', { name: /Preparing/ })).toContainText('1')
  await customer.page.getByRole('tab', { name: /Preparing/ }).click()
  await expect(customer.page.getByRole('article').filter({ hasText: code })).toBeVisible()

  await card.getByRole('button', { name: 'Ready' }).click()
  await expect(customer.page.getByText('No orders in preparation.')).toBeVisible()
  await customer.page.getByRole('tab', { name: 'Ready' }).click()
  await expect(customer.page.getByRole('article').filter({ hasText: code })).toBeVisible()

  await panel.getByRole('button', { name: 'Complete' }).click()
  await expect(card).toBeHidden()
  await expect(customer.page.getByText('No ready orders.')).toBeVisible()

  expect(loads).toBe(0)
  expect([...customer.faults, ...desk.faults]).toEqual([])
  await customer.close()
  await desk.close()
}

async function openDesk(page: Page, restaurant: Restaurant): Promise<void> {
  await page.goto('/desk')
  await page.getByLabel('Username').fill('desk')
  await page.getByLabel('Password', { exact: true }).fill(restaurant.passwords.desk ?? '')
  await page.getByRole('button', { name: /Sign in|Log in/ }).click()
  await expect(page.getByRole('heading', { name: /Check transfer/ })).toBeVisible()
}

async function chooseThreeDishes(page: Page): Promise<void> {
  await page.goto('/menu/grills')
  await page
    .getByRole('article', { name: 'Half Grilled Chicken' })
    .getByRole('button', { name: /Add to Cart/ })
    .click()
  const sheet = page.getByRole('dialog', { name: 'Half Grilled Chicken' })
  await sheet.getByRole('radio', { name: /Plantain/ }).check()
  await sheet.getByRole('radio', { name: 'Pepper Sauce' }).check()
  await sheet.getByRole('button', { name: 'Note for the Chef' }).click()
  await page.getByPlaceholder('Any special requests or preferences?').fill('Not too dry, please')
  await page.getByRole('button', { name: 'Save Note' }).click()
  await expectToast(page, 'Half Grilled Chicken added to cart!', () =>
    sheet.getByRole('button', { name: /Add to Cart/ }).click(),
  )

  await page.getByRole('link', { name: 'Nigerian Soups' }).first().click()
  await page
    .getByRole('article', { name: 'Egusi Soup' })
    .getByRole('button', { name: /Add to Cart/ })
    .click()
  const soup = page.getByRole('dialog', { name: 'Egusi Soup' })
  await soup.getByRole('radio', { name: /Eba/ }).check()
  await soup.getByRole('button', { name: 'Show additional swallows' }).click()
  await soup.getByRole('checkbox', { name: /Extra Poundo/ }).check()
  await soup.getByRole('button', { name: /Add to Cart/ }).click()

  await page.getByRole('link', { name: 'Soft Drinks' }).first().click()
  await expect(page.getByRole('heading', { name: 'Soft Drinks', level: 1 })).toBeVisible()
  const bottle = page.getByRole('article').first()
  await bottle.getByRole('button', { name: /more/ }).click()
  await bottle.getByRole('button', { name: /Add to Cart/ }).click()
  await expect(page.getByRole('link', { name: /Cart/ })).toContainText('4')
}

/** Signs up during checkout, orders a delivery to Lekki and claims the transfer. Returns the order's code. */
async function payFor(page: Page, ada: Person): Promise<string> {
  await page.getByRole('link', { name: /Cart/ }).click()
  await page.getByRole('button', { name: 'Login to Checkout' }).click()
  await page.getByRole('button', { name: /Sign up/i }).click()
  await page.getByLabel('Username').fill(ada.username)
  await page.getByLabel('Password', { exact: true }).fill(ada.password)
  await page.getByLabel('Phone').fill(ada.phone)
  await page.getByLabel('Location').selectOption('lekki-phase-1')
  await page.getByLabel('Address').fill('12 Admiralty Way')
  await page
    .getByRole('button', { name: /Create account|Sign up/i })
    .last()
    .click()
  await expect(page.getByText('Account created successfully!')).toBeVisible()

  await expect(page).toHaveURL(/\/cart$/)
  await page.getByRole('radio', { name: /Delivery/ }).check()
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(page).toHaveURL(/\/payment$/)
  await page.getByRole('button', { name: "I've Made the Transfer" }).click()
  await expect(page.getByText('Order placed successfully!')).toBeVisible()
  await expect(page).toHaveURL(/\/orders$/)
  const code = await page.getByRole('article').first().getByRole('heading').textContent()
  return code?.slice(0, 6) ?? ''
}

async function confirmPayment(page: Page, code: string): Promise<void> {
  await page.getByRole('article', { name: code }).getByRole('button', { name: 'Confirm payment' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Account that received it').selectOption({ index: 1 })
  await form.getByLabel('Sender').fill('ADA OBI')
  await form.getByLabel('Session id').fill(`0000152611201${Date.now()}`)
  await form.getByRole('button', { name: /Confirm/ }).click()
  await expect(form).toBeHidden()
}
