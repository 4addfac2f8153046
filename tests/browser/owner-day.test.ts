import type { Page } from '@playwright/test'
import type { AppKey } from '#contract/second-factor.ts'
import { phonePhoto } from '../support/photos.ts'
import { codeOf } from '../support/totp.ts'
import { check, phone } from './accessible.ts'
import { addFrom, card, customise, expect, group, pay, visit, visitLive } from './ordering.ts'
import { phoneAddress, signInStaff, testWith } from './restaurant.ts'

const test = testWith({})

const dish = 'Grilled Quail'

async function publish(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Publish' }).click()
  const sheet = page.getByRole('dialog', { name: 'Publish the menu' })
  await sheet.getByRole('button', { name: 'Publish' }).click()
  await expect(sheet).toBeHidden()
  await expect(page.getByText('Everything is published.')).toBeVisible()
}

test('OWNER-1 OWNER-2 OWNER-4 OWNER-5: an owner on a phone adds a dish that a customer orders, raises and restores prices, changes the bank account and closes for a day', async ({
  page,
  restaurant,
  browser,
}) => {
  await page.setViewportSize(phone)
  const customer = await browser.newPage({
    baseURL: restaurant.url,
    viewport: phone,
    extraHTTPHeaders: { 'X-Forwarded-For': phoneAddress() },
  })
  await visitLive(customer, '/menu/grills')
  await signInStaff(page.request, restaurant, 'desk')
  await visit(page, '/office/menu')

  await page.getByLabel('Category').selectOption('grills')
  await page.getByRole('button', { name: 'New dish' }).click()
  await page.getByLabel('Name', { exact: true }).fill(dish)
  await page.getByLabel('What it is, in one line').fill('Two birds, split and charred.')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(`${dish} has no price.`)
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByLabel('Price (₦)').fill('9k')
  await expect(page.getByLabel('Price (₦)')).toHaveAccessibleDescription(
    'Please enter whole naira. Until then it is ₦0.',
  )
  await page.getByLabel('Price (₦)').fill('9000')
  const photo = { name: 'quail.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto(800, 600, 16) }
  await page.getByLabel('Choose a photo').setInputFiles(photo)
  await expect(page.getByRole('slider', { name: 'From the top' })).toBeVisible()

  await page.getByRole('button', { name: 'Add sizes' }).click()
  const sizes = page.getByRole('dialog', { name: 'Size' })
  await sizes.getByRole('button', { name: 'Add a choice' }).click()
  await sizes.getByLabel('Choice 2', { exact: true }).fill('Large')
  await sizes.getByLabel('Price of choice 2 (₦)').fill('16000')
  await sizes.getByRole('button', { name: 'Save to the draft' }).click()
  await expect(sizes).toBeHidden()
  await page.getByRole('button', { name: 'New choices' }).click()
  const choices = page.getByRole('dialog', { name: 'New choices' })
  await choices.getByLabel('Name of the group').fill('Side dish')
  await choices.getByLabel('At least').fill('1')
  await choices.getByLabel('Where the choices come from').selectOption({ label: 'The dishes of Extra Sides' })
  await choices.getByLabel('Only dishes up to (₦)').fill('3000')
  await choices.getByLabel('What a choice costs').selectOption({ label: 'Nothing' })
  await choices.getByRole('button', { name: 'Save to the draft' }).click()
  await expect(choices).toBeHidden()
  await expect(page.getByText('Extra Sides at ₦3,000 or less, free')).toBeVisible()
  await expect(page.getByRole('region', { name: 'As customers see it' })).toContainText('₦9,000')
  await check(page)
  await page.setViewportSize(phone)
  await publish(page)

  await expect(card(customer, dish)).toContainText('₦9,000')
  // A picture loads only when it is near the viewport.
  await card(customer, dish).scrollIntoViewIfNeeded()
  const image = card(customer, dish).locator('img')
  await expect.poll(() => image.evaluate((image: HTMLImageElement) => image.naturalHeight)).toBeGreaterThan(0)
  const sheet = await customise(customer, 'grills', dish)
  await sheet.getByRole('radio', { name: /^Large/ }).check()
  await group(sheet, 'Side dish')
    .getByRole('radio', { name: /^Plantain/ })
    .check()
  await addFrom(sheet)
  await visit(customer, '/cart')
  await customer.getByRole('button', { name: 'Continue as guest' }).click()
  const guest = customer.getByRole('dialog', { name: 'Continue as guest' })
  await guest.getByLabel('Your name').fill('Ada Obi')
  await guest.getByLabel('Phone').fill('0803 765 4321')
  await guest.getByRole('button', { name: 'Continue to payment' }).click()
  const order = await pay(customer)
  const { items: lines, totalAmount: total } = await (await customer.request.get(`/api/orders/${order}`)).json()
  expect(total).toBe(16_000)
  expect(JSON.stringify(lines)).toContain('Plantain')

  await visitLive(customer, '/menu/grills')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: 'Change prices' }).click()
  const prices = page.getByRole('dialog', { name: 'Change prices' })
  await expect(prices.getByLabel('Dishes')).toHaveValue('grills')
  await prices.getByLabel('By').fill('10')
  await expect(prices.getByRole('list', { name: 'New prices' })).toContainText('Regular ₦9,000 → ₦9,900')
  await prices.getByRole('button', { name: 'Put into the draft' }).click()
  await publish(page)
  await expect(card(customer, dish)).toContainText('₦9,900')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: 'History' }).click()
  const history = page.getByRole('dialog', { name: 'History' })
  await history
    .getByRole('button', { name: /^Bring back version/ })
    .first()
    .click()
  await expect(card(customer, dish)).toContainText('₦9,000')

  await visit(page, '/office/settings/payment')
  const accounts = page.getByRole('region', { name: 'Bank accounts', exact: true })
  const change = page.getByRole('dialog', { name: 'Change bank accounts' })
  await accounts.getByRole('button', { name: 'Change accounts' }).click()
  await expect(change).toContainText('Changing the accounts needs a second factor.')
  const password = restaurant.passwords.desk ?? ''
  const made = await page.request.post('/api/account/second-factor/app', { data: { password } })
  const { key } = (await made.json()) as AppKey
  await page.request.post('/api/account/second-factor/app-confirmation', { data: { code: codeOf(key, 0) } })
  await visit(page, '/office/settings/payment')
  await accounts.getByRole('button', { name: 'Change accounts' }).click()
  await change.getByLabel('Account number').first().fill('1234567890')
  await change.getByLabel('Your password', { exact: true }).fill(password)
  await change.getByLabel('Code', { exact: true }).fill('000000')
  await change.getByRole('button', { name: 'Change in 12 hours' }).click()
  await expect(change.getByText(/^This code is wrong/)).toBeVisible()
  await change.getByLabel('Code', { exact: true }).fill(codeOf(key, 1))
  await change.getByRole('button', { name: 'Change in 12 hours' }).click()
  await expect(accounts).toContainText('Kemi changes the accounts.')
  await expect(accounts.getByRole('listitem')).toContainText([/0000044621/, /0000044638/, /1234567890/, /0000044638/])

  // Both today and tomorrow are closed, because midnight may come during the test.
  const [today = '', tomorrow = '', opening = ''] = [0, 1, 2].map((later) =>
    new Date(Date.now() + later * 86_400_000).toLocaleDateString('en-GB', {
      weekday: 'long',
      timeZone: 'Africa/Lagos',
    }),
  )
  await visit(page, '/office/settings/hours')
  const hours = page.getByRole('region', { name: 'Hours', exact: true })
  await hours.getByLabel('Always open').uncheck()
  await hours.getByLabel(today, { exact: true }).uncheck()
  await hours.getByLabel(tomorrow, { exact: true }).uncheck()
  await hours.getByLabel(`${opening}, from`).fill('11:30')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(customer.getByText(`We are closed. We take orders again on ${opening} at 11:30.`)).toBeVisible()
  await visit(customer, '/cart')
  await expect(customer.getByText(`We take orders again on ${opening} at 11:30.`).first()).toBeVisible()
  await customer.context().close()

  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('navigation', { name: 'Office' }).getByRole('link', { name: 'Overview' }).click()
  await expect(page.getByRole('region', { name: 'Sales', exact: true })).toContainText('Average order₦16,000')
  await expect(page.getByRole('region', { name: 'Most ordered today' }).getByRole('listitem')).toHaveText(`${dish}1`)
})
