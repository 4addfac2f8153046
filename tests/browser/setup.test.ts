import type { Page } from '@playwright/test'
import { codeOf } from '../support/totp.ts'
import { check, phone } from './accessible.ts'
import { card, pay, visit } from './ordering.ts'
import { expect, phoneAddress, testWith } from './restaurant.ts'

/** A server started with --empty and a second factor, as on the internet. */
const test = testWith({ SECOND_FACTOR: 'on' }, ['--empty'])

const password = 'a pot of ogbono soup'

/** Expects this step of the set-up, and returns its part of the page. */
async function step(page: Page, number: number, name: string) {
  await expect(page.getByText(`Set-up, step ${number} of 8`)).toBeVisible()
  const part = page.getByRole('region', { name, exact: true })
  await expect(part).toBeVisible()
  return part
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save and continue' }).click()
}

test('OWNER-6: an owner on a phone sets up an empty server up to the first customer’s order, with interruptions', async ({
  page,
  browser,
  restaurant,
}) => {
  await page.setViewportSize(phone)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Not open yet' })).toBeVisible()
  await check(page)
  await page.setViewportSize(phone)

  const code = /^ {4}Code: (\S+)$/m.exec(restaurant.stdout())?.[1] ?? ''
  await visit(page, '/setup')
  await page.getByLabel('Code').fill('ABC')
  await page.getByLabel('Username').fill('Ngozi')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Begin' }).click()
  await expect(page.getByText(/^This code is wrong/)).toBeVisible()
  await check(page)
  await page.setViewportSize(phone)
  await page.getByLabel('Code').fill(code.toLowerCase())
  await page.getByRole('button', { name: 'Begin' }).click()

  await expect(page.getByRole('heading', { name: 'Add a second factor' })).toBeVisible()
  await page.getByLabel('Your password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  const uri = (await page.getByRole('link', { name: 'Open the app' }).getAttribute('href')) ?? ''
  await page
    .getByRole('textbox', { name: 'Code', exact: true })
    .fill(codeOf(new URL(uri).searchParams.get('secret') ?? '', 0))
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'I have kept them' }).click()

  const name = await step(page, 2, 'Name')
  await check(page)
  await page.setViewportSize(phone)
  await name.getByLabel('Name', { exact: true }).fill('Mama Put')
  await save(page)
  await expect(name.getByText('Please fill this in.').first()).toBeVisible()
  await name.getByLabel('Short name').fill('Mama Put')
  await name.getByLabel('Tagline').fill('Rice and stew')
  await name.getByLabel('Description').fill('A canteen in Yaba.')
  await save(page)

  const contact = await step(page, 3, 'Contact')
  await contact.getByLabel('Phone').fill('0803 123 4567')
  await contact.getByLabel('WhatsApp').fill('0803 123 4567')
  await contact.getByLabel('Address').fill('3 Herbert Macaulay Way, Yaba')
  await save(page)
  await step(page, 4, 'Delivery places')

  // Saved values survive a reload, after which the first missing step is shown.
  await visit(page, '/setup')
  const places = await step(page, 4, 'Delivery places')
  await places.getByLabel('Place', { exact: true }).fill('Yaba')
  await places.getByLabel('Fee (₦)').fill('500')
  await save(page)

  const account = await step(page, 5, 'Bank account')
  await account.getByLabel('Bank', { exact: true }).fill('Demo Bank')
  await account.getByLabel('Account number').fill('0123456789')
  await account.getByLabel('Name of the account').fill('MAMA PUT LTD')
  await check(page)
  await page.setViewportSize(phone)
  await save(page)

  await step(page, 6, 'Hours')
  await save(page)

  const menu = await step(page, 7, 'Menu')
  await check(page)
  await page.setViewportSize(phone)
  await expect(menu.getByRole('link', { name: 'Write or import the menu' })).toBeVisible()
  await menu.getByRole('button', { name: 'Later' }).click()
  const list = await step(page, 8, 'Before your first order')
  await expect(list.getByText('One thing is missing.')).toBeVisible()
  await expect(list.getByRole('button', { name: 'Open for orders' })).toHaveCount(0)
  await check(page)
  await page.setViewportSize(phone)
  await list.getByRole('link', { name: 'One dish that can be bought' }).click()
  await menu.getByRole('button', { name: 'Begin with the demo’s menu' }).click()
  await expect(menu.getByText('Your menu has a dish that can be bought.')).toBeVisible()
  await menu.getByRole('button', { name: 'Continue' }).click()
  await list.getByRole('button', { name: 'Open for orders' }).click()
  await expect(page.getByText('Customers can order now.')).toBeVisible()

  const customer = await browser.newPage({
    baseURL: restaurant.url,
    viewport: phone,
    extraHTTPHeaders: { 'X-Forwarded-For': phoneAddress() },
  })
  await visit(customer, '/')
  await expect(customer.getByRole('contentinfo')).toContainText('Mama Put')
  await visit(customer, '/menu/softdrinks')
  await card(customer, 'Chapman').getByRole('button', { name: 'Add to Cart' }).click()
  await visit(customer, '/cart')
  await customer.getByRole('button', { name: 'Continue as guest' }).click()
  const panel = customer.getByRole('dialog', { name: 'Continue as guest' })
  await panel.getByLabel('Your name').fill('Ada Obi')
  await panel.getByLabel('Phone').fill('0803 765 4321')
  await panel.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(customer.getByText('0123456789').first()).toBeVisible()
  const id = await pay(customer)
  await expect(customer.getByText(id.slice(-6)).first()).toBeVisible()
  await customer.context().close()

  // Neither the code nor the page of the set-up works a second time.
  const stranger = await browser.newPage({ baseURL: restaurant.url })
  await visit(stranger, '/setup')
  await expect(stranger.getByRole('heading', { name: 'Set up already' })).toBeVisible()
  await check(stranger)
  await stranger.context().close()
})
