import type { Page } from '@playwright/test'
import type { AppKey } from '#contract/second-factor.ts'
import * as Lagos from '#domain/restaurant/lagos.ts'
import { phonePhoto } from '../support/photos.ts'
import { codeOf } from '../support/totp.ts'
import { check, phone } from './accessible.ts'
import { amount, visit, visitLive } from './ordering.ts'
import { addPlain, expect, phoneAddress, type Restaurant, signInStaff, signUp, testWith } from './restaurant.ts'
import { expectToast } from './toasts.ts'

// These tests rename the restaurant, so each worker starts another restaurant for them.
const test = testWith({})

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

type Subject = 'restaurant' | 'look' | 'hours' | 'delivery' | 'payment' | 'home'

async function openSettings(page: Page, restaurant: Restaurant, subject: Subject): Promise<void> {
  await signInStaff(page.request, restaurant, 'desk')
  await open(page, subject)
}

async function open(page: Page, subject: Subject): Promise<void> {
  await visit(page, `/office/settings/${subject}`)
  await expect(page.getByRole('main').getByRole('region').first()).toBeVisible()
}

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()

test('OWNER-4: a customer’s open page shows the name, marquee and fee that the owner saves, and an error is shown at a wrong field', async ({
  page,
  browser,
  restaurant,
}) => {
  await openSettings(page, restaurant, 'restaurant')
  await check(page)
  const customer = await browser.newPage({
    baseURL: restaurant.url,
    extraHTTPHeaders: { 'X-Forwarded-For': phoneAddress() },
  })
  await visit(customer, '/')

  await part(page, 'Name').getByRole('textbox', { name: 'Name', exact: true }).fill('Mama Put by the Sea')
  await save(page)
  await expect(customer.getByRole('contentinfo')).toContainText('Mama Put by the Sea')

  await open(page, 'home')
  const line = part(page, 'Moving line')
  await line.getByRole('button', { name: 'Add line' }).click()
  await save(page)
  await expect(line.getByText('Please fill this in.')).toBeVisible()
  await expect(line.getByLabel('Text').last()).toBeFocused()
  await line.getByLabel('Text').last().fill('Croaker came in this morning')
  await save(page)
  await expect(customer.getByText('Croaker came in this morning').first()).toBeAttached()

  await open(page, 'delivery')
  const places = part(page, 'Delivery places')
  await places.getByLabel('Fee (₦)').first().fill('a lot')
  await save(page)
  await expect(places.getByText('Please enter whole naira.')).toBeVisible()
  await places.getByLabel('Fee (₦)').first().fill('1,750')
  await places.getByLabel('Fee (₦)').first().press('Enter')
  await expect(places.getByText('was ₦1,500')).toBeVisible()
  const below = places.getByLabel('Fee (₦)').nth(1)
  await expect(below).toBeFocused()
  await below.fill('9')
  await below.press('Escape')
  await expect(below).toHaveValue('₦2,000')
  await places.getByRole('button', { name: 'Remove Oniru' }).click()
  await expect(places.getByRole('heading', { name: 'Delivery places' })).toBeFocused()
  await save(page)
  await expect
    .poll(async () => (await (await customer.request.get('/api/locations')).json()).slice(0, 2))
    .toMatchObject([
      { id: 'victoria-island', name: 'Victoria Island', fee: 1750 },
      { id: 'ikoyi', name: 'Ikoyi', fee: 2500 },
    ])

  await open(page, 'home')
  await part(page, 'Ram Farm').getByRole('checkbox').uncheck()
  await save(page)
  await expect(customer.getByRole('link', { name: /farm/i })).toHaveCount(0)
  await customer.close()
})

test('OWNER-4: two owners with the settings open do not overwrite each other’s changes', async ({
  page,
  browser,
  restaurant,
}) => {
  await openSettings(page, restaurant, 'restaurant')
  const other = await browser.newPage({
    baseURL: restaurant.url,
    extraHTTPHeaders: { 'X-Forwarded-For': phoneAddress() },
  })
  await openSettings(other, restaurant, 'restaurant')
  const feeOf = (of: Page, place: string) =>
    part(of, 'Delivery places')
      .getByRole('listitem')
      .filter({ has: of.getByRole('button', { name: `Remove ${place}` }) })
      .getByLabel('Fee (₦)')
  const stored = async () => (await page.request.get('/api/office/settings')).json()

  await part(page, 'Name').getByRole('textbox', { name: 'Tagline' }).fill('Smoke on the water.')
  await part(other, 'Name').getByRole('textbox', { name: 'Short name' }).fill('Put')
  for (const each of [other, page]) {
    await expectToast(each, 'Saved. Open pages show it now.', () => save(each))
  }
  expect(await stored()).toMatchObject({ shortName: 'Put', tagline: 'Smoke on the water.' })

  await open(page, 'delivery')
  await open(other, 'delivery')
  await feeOf(page, 'Ikoyi').fill('2,600')
  await feeOf(other, 'Lekki Phase 1').fill('2,150')
  await save(other)
  await expect.poll(async () => JSON.stringify((await stored()).locations)).toContain('2150')
  await save(page)
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(/^Somebody else has changed this\./)
  expect(JSON.stringify((await stored()).locations)).not.toContain('2600')
  await feeOf(other, 'Lekki Phase 1').fill('2,250')
  await save(other)
  await expect.poll(async () => JSON.stringify((await stored()).locations)).toContain('2250')
  await other.close()
})

test('OWNER-4: checkout states a location’s minimum order, refuses a smaller order, and charges no delivery fee for an order above the owner’s amount', async ({
  page,
  browser,
  restaurant,
}) => {
  await openSettings(page, restaurant, 'delivery')
  const customer = await browser.newPage({
    baseURL: restaurant.url,
    extraHTTPHeaders: { 'X-Forwarded-For': phoneAddress() },
  })
  await addPlain(customer, 'coke')
  await visitLive(customer, '/checkout')
  await customer.getByLabel('Delivery', { exact: true }).check()
  await customer.getByLabel('Address').fill('1 Admiralty Way')
  await customer.getByLabel('Location').selectOption('lekki-phase-1')

  const places = part(page, 'Delivery places')
  const lekki = places.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Remove Lekki Phase 1' }) })
  await lekki.getByLabel('Minimum (₦)').fill('0')
  await save(page)
  await expect(lekki.getByText('Please enter an amount above zero, or nothing.')).toBeVisible()
  // Check the row alone, because the save bar may cover half of a row at the window's edge.
  await check(page, { within: lekki })
  await lekki.getByLabel('Minimum (₦)').fill('2,000')
  await lekki.getByLabel('Free above (₦)').fill('5,000')
  await save(page)

  await expect(customer.getByText('Lekki Phase 1 delivers from ₦2,000: ₦800 more.')).toBeVisible()
  await customer.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(customer.getByLabel('Location')).toBeFocused()
  await expect(customer.getByLabel('Location')).toHaveAccessibleDescription(/^Lekki Phase 1 delivers from ₦2,000/)
  await check(customer)

  await lekki.getByLabel('Minimum (₦)').fill('')
  await save(page)
  await expect(customer.getByText('Free delivery above ₦5,000: ₦3,800 more.')).toBeVisible()
  await lekki.getByLabel('Free above (₦)').fill('1,200')
  await save(page)
  await expect(amount(customer, 'Delivery fee')).toHaveText('₦0')
  await expect(amount(customer, 'Final total')).toHaveText('₦1,200')
  await customer.close()
})

test('BOOKS-5: tax lines that the owner adds appear on a phone in an open cart, on the payment page and on the receipt', async ({
  page,
  browser,
  restaurant,
}) => {
  await page.setViewportSize(phone)
  await openSettings(page, restaurant, 'payment')
  const customer = await browser.newPage({
    baseURL: restaurant.url,
    viewport: phone,
    extraHTTPHeaders: { 'X-Forwarded-For': phoneAddress() },
  })
  await signUp(customer)
  await addPlain(customer, 'coke')
  await visitLive(customer, '/cart')

  const taxes = part(page, 'Taxes and levies')
  await expect(taxes).toContainText('Bills have no such line.')
  for (const name of ['VAT', 'Consumption tax']) {
    await taxes.getByRole('button', { name: 'Add tax or levy' }).click()
    await taxes.getByLabel('Name').last().fill(name)
  }
  await taxes.getByLabel('Rate (%)').first().fill('7.5')
  await taxes.getByLabel('Rate (%)').last().fill('five')
  await taxes.getByLabel('How it is charged').last().selectOption('On top of the prices')
  await taxes.getByLabel('Also on top of the delivery fee').check()
  await save(page)
  await expect(taxes.getByText('Please enter a rate in per cent, with two places at most.')).toBeVisible()
  await expect(taxes.getByLabel('Rate (%)').last()).toBeFocused()
  await check(page, { sizes: [phone], within: taxes })
  await taxes.getByLabel('Rate (%)').last().fill('5')
  await save(page)

  try {
    // The price of ₦1,200 includes ₦84 VAT; the consumption tax is 5 % of the other ₦1,116.
    await expect(amount(customer, 'Consumption tax 5 %')).toHaveText('₦56')
    await expect(amount(customer, 'Includes VAT 7.5 %')).toHaveText('₦84')
    await expect(amount(customer, 'Final total')).toHaveText('₦1,256')
    await expect(customer.getByText('₦56 tax')).toBeVisible()
    await check(customer, { sizes: [phone] })
    await customer.getByRole('button', { name: 'Proceed to Payment' }).click()
    const transfer = customer.getByRole('button', { name: "I've Made the Transfer" })
    await expect(transfer).toBeVisible()
    await expect(amount(customer, 'Subtotal')).toHaveText('₦1,200')
    await expect(amount(customer, 'Consumption tax 5 %')).toHaveText('₦56')
    await expect(amount(customer, 'Includes VAT 7.5 %')).toHaveText('₦84')
    await expect(amount(customer, 'Final total')).toHaveText('₦1,256')
    await check(customer, { sizes: [phone] })
    // The taxes of the shown quote stay when the owner changes the taxes.
    await taxes.getByRole('button', { name: 'Remove VAT' }).click()
    await save(page)
    await expect.poll(async () => (await (await customer.request.get('/api/site')).json()).taxes.length).toBe(1)
    await transfer.click()
    await expect(customer).toHaveURL(/\/orders$/)
    await customer.getByRole('link', { name: 'Receipt' }).click()
    const receipt = customer.getByRole('article', { name: /^Receipt of order/ })
    await expect(receipt).toContainText('Subtotal₦1,200Consumption tax 5 %₦56Total₦1,256Includes VAT 7.5 %₦84')
    await check(customer, { sizes: [phone] })

    await visit(page, '/office/figures')
    const sums = part(page, 'Taxes and levies').getByRole('table')
    await expect(sums.getByRole('row', { name: /VAT 7.5 %, in the prices.*₦/ })).toHaveCount(1)
    await expect(sums.getByRole('row', { name: /Consumption tax 5 %, on top.*₦/ })).toHaveCount(1)
  } finally {
    await page.request.patch('/api/office/settings', { data: { taxes: [] } })
  }
  await customer.close()
})

test('OWNER-4: changing the bank accounts needs a second factor, and takes effect after a delay, during which the owner can revoke the change', async ({
  page,
  restaurant,
}) => {
  await openSettings(page, restaurant, 'payment')
  const accounts = part(page, 'Bank accounts')
  const sheet = page.getByRole('dialog', { name: 'Change bank accounts' })
  await accounts.getByRole('button', { name: 'Change accounts' }).click()
  await expect(sheet).toContainText('Changing the accounts needs a second factor.')

  // Leave the page, because adding a factor begins a new session.
  await page.goto('about:blank')
  const password = restaurant.passwords.desk ?? ''
  const made = await page.request.post('/api/account/second-factor/app', { data: { password } })
  const { key } = (await made.json()) as AppKey
  const added = await page.request.post('/api/account/second-factor/app-confirmation', {
    data: { code: codeOf(key, 0) },
  })
  const { recoveryCodes } = (await added.json()) as { recoveryCodes: string[] }
  await open(page, 'payment')

  await accounts.getByRole('button', { name: 'Change accounts' }).click()
  await sheet.getByLabel('Bank', { exact: true }).first().fill('New Bank of Lagos')
  await sheet.getByLabel('Account number').first().fill('12 34')
  await sheet.getByLabel('Your password', { exact: true }).fill(password)
  await sheet.getByLabel('Code', { exact: true }).fill('000000')
  await sheet.getByRole('button', { name: 'Change in 12 hours' }).click()
  await expect(sheet.getByText('Please enter the 10 digits of the account number.')).toBeVisible()
  await check(page, { within: 'dialog[open]' })
  await sheet.getByLabel('Account number').first().fill('1234 567 890')
  await sheet.getByLabel('Code', { exact: true }).fill(codeOf(key, 1))
  await sheet.getByRole('button', { name: 'Change in 12 hours' }).click()

  await expect(accounts).toContainText('Kemi changes the accounts.')
  await expect(accounts.getByRole('listitem')).toContainText([/0000044621/, /0000044638/, /1234567890/, /0000044638/])
  await check(page, { within: accounts })
  await accounts.getByRole('button', { name: 'Revoke' }).click()
  await expect(accounts.getByRole('listitem')).toContainText([/0000044621/, /0000044638/])
  // Remove the factor: the other tests sign in with the password alone.
  const removal = await page.request.post('/api/account/second-factor/removal', {
    data: { proof: { password, code: recoveryCodes[0] } },
  })
  expect(removal.ok()).toBe(true)
})

test('OWNER-5: a customer’s open page says when the closed restaurant opens; closed days count even if the hours are “Always open”', async ({
  page,
  browser,
  restaurant,
}) => {
  await openSettings(page, restaurant, 'hours')
  const customer = await browser.newPage({
    baseURL: restaurant.url,
    extraHTTPHeaders: { 'X-Forwarded-For': phoneAddress() },
  })
  await visit(customer, '/menu')
  // A date two days from now, independent of the test's time.
  const opening = new Date(Date.now() + 2 * 86_400_000).toLocaleDateString('en-GB', {
    weekday: 'long',
    timeZone: 'Africa/Lagos',
  })

  const hours = part(page, 'Hours')
  await hours.getByLabel('Always open').uncheck()
  for (const day of Lagos.days) if (day !== opening) await hours.getByLabel(day, { exact: true }).uncheck()
  await hours.getByLabel(`${opening}, from`).fill('')
  await save(page)
  await expect(hours.getByText('Please enter a time such as 18:30.')).toBeVisible()
  await check(page, { within: hours })
  await hours.getByLabel(`${opening}, from`).fill('11:30')
  await hours.getByRole('button', { name: `Add hours on ${opening}` }).click()
  await hours.getByLabel(`${opening}, hours 2, from`).fill('20:00')
  await hours.getByLabel(`${opening}, hours 2, until`).fill('01:00')
  await save(page)
  await expect(hours.getByText('These hours begin before the ones above end.')).toBeVisible()
  await hours.getByLabel(`${opening}, until`, { exact: true }).fill('15:00')
  await save(page)
  const notice = customer.getByText(`We are closed. We take orders again on ${opening} at 11:30.`)
  await expect(notice).toBeVisible()
  const { openingHours } = await (await customer.request.get('/api/site')).json()
  expect(openingHours).toContain(`${opening.slice(0, 3)} 11:30 to 15:00 and 20:00 to 01:00`)

  await hours.getByLabel('Always open').check()
  await save(page)
  await expect(notice).toHaveCount(0)

  // Today and tomorrow are closed, because midnight may come during the test.
  const closed = [0, 1].map((later) => Lagos.dateOf(Date.now() + later * Lagos.dayLength))
  for (const [index, date] of closed.entries()) {
    await hours.getByRole('button', { name: 'Add closed day' }).click()
    await hours.getByLabel('Closed on').nth(index).fill(date)
  }
  await save(page)
  await expect(customer.getByText(`We are closed. We take orders again on ${opening} at 00:00.`)).toBeVisible()
  expect(await (await customer.request.get('/api/site')).json()).toMatchObject({
    openingHours: 'Open 24 hours, every day',
    hours: { closed },
  })
  await visit(page, '/office/settings/hours')
  await expect(hours.getByLabel('Always open')).toBeChecked()
  await hours
    .getByRole('button', { name: /closed$/ })
    .first()
    .click()
  await expect(hours.getByLabel('Closed on').first()).toBeFocused()
  const whole = hours.getByRole('button', { name: `${opening}, Open 24 hours` })
  await whole.click()
  await expect(hours.getByLabel(`${opening}, from`)).toBeFocused()
  await expect(hours.getByLabel(`${opening}, from`)).toHaveValue('00:00')
  await expect(page.getByRole('region', { name: 'Not saved' })).toHaveCount(0)
  await hours.getByLabel('Always open').check()
  await expect(hours.getByLabel('Closed on')).toHaveCount(2)
  for (const _ of closed)
    await hours
      .getByRole('button', { name: /^Remove 20/ })
      .first()
      .click()
  await save(page)
  await expect(customer.getByText('We are closed.')).toHaveCount(0)
  await customer.close()
})

test('OWNER-4: a customer’s open page takes the colours and the logo that the owner saves, after a preview of both themes', async ({
  page,
  browser,
  restaurant,
}) => {
  await openSettings(page, restaurant, 'look')
  const customer = await browser.newPage({
    baseURL: restaurant.url,
    extraHTTPHeaders: { 'X-Forwarded-For': phoneAddress() },
  })
  await visitLive(customer, '/')
  const token = (name: string) =>
    customer.evaluate((name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim(), name)
  await customer.emulateMedia({ colorScheme: 'light' })
  const before = await token('--ember')
  const brand = part(page, 'Colours and logo')
  await brand.getByLabel('Colours of our own').check()
  const buttons = brand.getByLabel('Buttons and links')
  await buttons.fill('#fff8d0')
  await expect(brand.getByRole('alert')).toContainText('Please choose a darker one.')
  await buttons.fill('#1a2a5a')
  await expect(brand.getByRole('alert')).toHaveCount(0)
  const colourOf = (theme: string) =>
    brand
      .getByRole('region', { name: `${theme} pages` })
      .locator('button')
      .evaluate((button) => getComputedStyle(button).backgroundColor)
  await expect.poll(() => colourOf('Light')).toBe('rgb(26, 42, 90)')
  expect(await colourOf('Dark')).not.toBe('rgb(26, 42, 90)')
  await brand
    .getByLabel('Choose a photo')
    .setInputFiles({ name: 'logo.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto(600, 600) })
  await expect(brand.getByRole('button', { name: 'Remove logo' })).toBeVisible()
  await check(page, { within: brand })
  await save(page)
  const light = customer.locator('link[href*="1a2a5a-ffc043-logo-"]').first()
  await expect(light).toBeAttached()
  await expect.poll(() => token('--ember')).not.toBe(before)
  const mark = customer.getByRole('link', { name: /, home$/ }).locator('.mark')
  await expect
    .poll(() => mark.evaluate((each) => getComputedStyle(each).backgroundImage))
    .toMatch(/\/icons\/logo-[0-9a-f]{16}\.png/)
  await check(customer)
  await customer.emulateMedia({ colorScheme: 'light' })

  await brand.getByLabel('Colours of our own').uncheck()
  await brand.getByRole('button', { name: 'Remove logo' }).click()
  await save(page)
  await expect(customer.locator('link[href*="/assets/brand-"]')).toHaveCount(0)
  await expect.poll(() => token('--ember')).toBe(before)
  await customer.close()
})

test('OWNER-4: an open home page shows a slide that the owner adds with a photo and moves to the front, and hides a slide that is switched off', async ({
  page,
  browser,
  restaurant,
}) => {
  await openSettings(page, restaurant, 'home')
  const customer = await browser.newPage({
    baseURL: restaurant.url,
    extraHTTPHeaders: { 'X-Forwarded-For': phoneAddress() },
  })
  await visitLive(customer, '/')
  const headlines = () => customer.locator('[aria-roledescription="slide"] h2').allTextContents()
  const before = await headlines()
  const [first = '', second = ''] = before
  const section = part(page, 'Slides')
  await section.getByRole('button', { name: 'Add slide' }).click()
  await section.getByLabel('Title').fill('Moi moi on Sundays')
  await save(page)
  await expect(section.getByText('Please fill this in.')).toBeVisible()
  await section.getByLabel('Text').fill('Wrapped in leaves.')
  await section.getByLabel('Order Now leads to').selectOption({ value: '/menu/breakfast' })
  await section
    .getByLabel('Choose a photo')
    .setInputFiles({ name: 'slide.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto(800, 600, 9) })
  await section.getByLabel('What the photo shows').fill('Moi moi in leaves')
  await expect(section.getByRole('slider', { name: 'From the top' })).toBeVisible()
  const up = section.getByRole('button', { name: 'Move Moi moi on Sundays up' })
  for (let place = before.length; place > 0; place--) {
    await up.press('Enter')
    await expect(section.getByText(`Moi moi on Sundays is slide ${place} of ${before.length + 1}.`)).toBeAttached()
  }
  await expect(up).toBeFocused()
  await section.getByRole('button', { name: second, exact: true }).click()
  await section.getByLabel('Shown').uncheck()
  await check(page, { within: section })
  await save(page)
  await expect.poll(headlines).toEqual(['Moi moi on Sundays', first, ...before.slice(2)])
  const { slides } = await (await customer.request.get('/api/home')).json()
  expect(slides[0]).toMatchObject({ to: '/menu/breakfast', picture: { alt: 'Moi moi in leaves' } })
  await customer.close()
})

test('OWNER-4: leaving unsaved settings by a link, the history or closing the tab asks once, and leaving saved settings does not', async ({
  page,
  restaurant,
}) => {
  await signInStaff(page.request, restaurant, 'desk')
  await visit(page, '/office')
  await page.getByRole('navigation', { name: 'Office' }).getByRole('link', { name: 'Settings' }).click()
  await expect(part(page, 'Name')).toBeVisible()
  const asked: string[] = []
  page.on('dialog', async (dialog) => {
    asked.push(dialog.type())
    await dialog.dismiss()
  })
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  const stay = question.getByRole('button', { name: 'Stay' })
  const leave = question.getByRole('button', { name: 'Leave' })
  const overview = page.getByRole('navigation', { name: 'Office' }).getByRole('link', { name: 'Overview' })
  const tagline = part(page, 'Name').getByRole('textbox', { name: 'Tagline' })

  await tagline.fill('Smoke by the lagoon.')
  await part(page, 'Social pages').getByRole('button', { name: 'Add page' }).click()
  await overview.click()
  await stay.click()
  await expect(question).toBeHidden()
  await expect(overview).toBeFocused()
  for (const answer of ['click', 'Escape', 'Back'] as const) {
    await page.evaluate(() => history.back())
    await expect(question).toBeVisible()
    if (answer === 'click') await stay.click()
    else if (answer === 'Escape') await page.keyboard.press('Escape')
    else await page.evaluate(() => history.back())
    await expect(question).toBeHidden()
  }
  await expect(page).toHaveURL('/office/settings')
  await page.close({ runBeforeUnload: true })
  await expect.poll(() => asked.splice(0)).toEqual(['beforeunload'])
  await expect(tagline).toHaveValue('Smoke by the lagoon.')

  await overview.click()
  await leave.click()
  await expect(page).toHaveURL('/office')
  // Wait for the other page, because pressing Back before would stay on this page.
  await expect(tagline).toBeHidden()
  await page.goBack()
  await expect(tagline).not.toHaveValue('Smoke by the lagoon.')
  await tagline.fill('Smoke by the lagoon.')
  await expectToast(page, 'Saved. Open pages show it now.', () => save(page))
  await overview.click()
  await expect(page).toHaveURL('/office')
  expect(asked).toEqual([])
})

test('OWNER-4: the owner sets and clears the sum above which two people confirm a payment, and the sum up to which riders collect cash', async ({
  page,
  restaurant,
}) => {
  await openSettings(page, restaurant, 'payment')
  const set = async (title: string, field: string, typed: string, button: string, said: string) => {
    const own = part(page, title).getByLabel('Your password', { exact: true })
    await expect(own).toHaveCount(0)
    await part(page, title).getByLabel(field).fill(typed)
    await part(page, title).getByRole('button', { name: button }).click()
    await expect(own).toHaveAccessibleDescription('Please enter your password.')
    await own.fill(restaurant.passwords.desk ?? '')
    await part(page, title).getByRole('button', { name: button }).click()
    await expect(page.getByText(said, { exact: true })).toBeVisible()
    await expect(part(page, title).getByRole('button', { name: button })).toBeFocused()
  }
  const stored = async () => (await page.request.get('/api/kitchen-load')).json()
  const two = ['Two people for large sums', 'Above (₦)'] as const
  const cash = ['Cash at the door', 'Up to, an order (₦)'] as const

  await part(page, two[0]).getByLabel(two[1]).fill('a lot')
  await part(page, two[0]).getByRole('button', { name: 'Set limit' }).click()
  await expect(part(page, two[0]).getByText('Please enter whole naira.')).toBeVisible()
  await set(...two, '150,000', 'Set limit', 'Two people above ₦150,000.')
  await set(...cash, '40000', 'Set highest sum', 'Riders collect up to ₦40,000 an order.')
  expect(await stored()).toMatchObject({ secondPersonAbove: 150_000, cashAtDoorUpTo: 40_000 })
  await set(...two, '', 'Set limit', 'One person confirms any sum.')
  await set(...cash, '', 'Set highest sum', 'Cash at the door is off.')
  expect(await stored()).toMatchObject({ secondPersonAbove: null, cashAtDoorUpTo: null })

  await visit(page, '/desk')
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('button', { name: /^Rush/ }).click()
  const panel = page.getByRole('dialog', { name: 'Rush, pause and calls' })
  await expect(panel.getByRole('heading', { name: 'Call the owner' })).toBeVisible()
  await expect(panel.getByRole('heading', { name: /Two people|Cash at the door/ })).toHaveCount(0)
})

test('OWNER-4: a cashier does not see the settings', async ({ page, restaurant }) => {
  await signInStaff(page.request, restaurant, 'cashier')
  await visit(page, '/office/settings')
  await expect(page.getByRole('heading', { name: 'Not your screen' })).toBeVisible()
})
