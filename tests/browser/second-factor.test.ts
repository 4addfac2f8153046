import type { Page } from '@playwright/test'
import type { AppKey } from '#contract/second-factor.ts'
import { codeOf } from '../support/totp.ts'
import { check } from './accessible.ts'
import { fromMenu, signedIn } from './order-desk.ts'
import { visit } from './ordering.ts'
import { expect, type Restaurant, testWith } from './restaurant.ts'

// Each test uses another account: the demo's cashier, owner, kitchen or rider.

const test = testWith({ SECOND_FACTOR: 'on' })

async function signIn(page: Page, restaurant: Restaurant, name: string): Promise<void> {
  await page.getByLabel('Username').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(restaurant.passwords[name] ?? '')
  await page.keyboard.press('Enter')
}

async function enterPassword(page: Page, restaurant: Restaurant, name: string): Promise<void> {
  await page.getByLabel('Your password', { exact: true }).fill(restaurant.passwords[name] ?? '')
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const codes = (page: Page) => page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')

test('ACCESS-1 SAFE-9: a cashier who needs a second factor sets up an app by keyboard and signs in with its codes', async ({
  page,
  restaurant,
}) => {
  await visit(page, '/desk')
  await signIn(page, restaurant, 'cashier')
  await expect(heading(page, 'Add a second factor')).toBeVisible()
  expect((await page.request.get('/api/desk/orders')).status()).toBe(401)
  await check(page)

  await page.getByLabel('Your password', { exact: true }).fill('guessed')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This is not your current password.')).toBeVisible()
  await enterPassword(page, restaurant, 'cashier')
  await page.keyboard.press('Enter')

  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  const uri = (await page.getByRole('link', { name: 'Open the app' }).getAttribute('href')) ?? ''
  const key = new URL(uri).searchParams.get('secret') ?? ''
  await expect(page.getByText((key.match(/.{1,4}/g) ?? []).join(' '))).toBeVisible()
  await check(page)
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill('12')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^This code is wrong/)).toBeVisible()
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill(codeOf(key, 0))
  await page.keyboard.press('Enter')

  await expect(codes(page)).toHaveCount(8)
  const [recovery = '', second = ''] = await codes(page).allTextContents()
  await check(page)
  // The page reads the session again when the network returns, and keeps the codes until the person has saved them.
  await page.context().setOffline(true)
  await page.context().setOffline(false)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(/^Recovery codes of localhost/)).toBeVisible()
  await expect(heading(page, 'Add a second factor')).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await expect(codes(page).first()).toBeVisible()
  await page.getByRole('button', { name: 'I have kept them' }).press('Enter')
  await fromMenu(page, 'Sign Out')
  await signIn(page, restaurant, 'cashier')
  await expect(heading(page, 'Second step')).toBeVisible()
  await check(page)
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^This code is wrong/)).toBeVisible()
  await page.reload()
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill(codeOf(key, 1))
  await page.keyboard.press('Enter')
  await fromMenu(page, 'Sign Out')
  await signIn(page, restaurant, 'cashier')
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill(recovery)
  await page.keyboard.press('Enter')
  await fromMenu(page, 'Account')
  const sheet = page.getByRole('dialog', { name: 'Your account' })
  await expect(sheet).toContainText('7 recovery codes are left')
  await check(page, { within: 'dialog[open]' })
  await sheet.getByRole('button', { name: 'New recovery codes' }).click()
  const form = sheet.getByRole('region', { name: 'Second factor' })
  await form.getByLabel('Your password', { exact: true }).fill(restaurant.passwords.cashier ?? '')
  await form.getByRole('button', { name: 'Make new codes' }).click()
  // New recovery codes need the password and a code.
  await expect(form.getByLabel('Code', { exact: true })).toBeFocused()
  await form.getByLabel('Code', { exact: true }).fill(second)
  await check(page, { within: 'dialog[open]' })
  await form.getByRole('button', { name: 'Make new codes' }).click()
  await expect(codes(page)).toHaveCount(8)
  const [third = ''] = await codes(page).allTextContents()
  await sheet.getByRole('button', { name: 'I have kept them' }).click()
  await expect(sheet).toContainText('8 recovery codes are left')
  // Removing the factor closes the desk immediately.
  await form.getByRole('button', { name: 'Remove all' }).click()
  await form.getByLabel('Your password', { exact: true }).fill(restaurant.passwords.cashier ?? '')
  await form.getByLabel('Code', { exact: true }).fill(third)
  await form.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(heading(page, 'Add a second factor')).toBeVisible()
})

test('ACCESS-1 SAFE-9: an owner signs in with a passkey, and resets the second factor of a member in the office', async ({
  page,
  restaurant,
}) => {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  // The customers' sign-in form leads staff to the second factor and their screen, like the form on that screen.
  await visit(page, '/')
  await page.getByRole('banner').getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('navigation', { name: 'Account' }).getByRole('button', { name: 'Log in' }).click()
  const panel = page.getByRole('dialog')
  await panel.getByLabel('Username or phone').fill('desk')
  await panel.getByLabel('Password', { exact: true }).fill(restaurant.passwords.desk ?? '')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Add a second factor')).toBeVisible()
  await enterPassword(page, restaurant, 'desk')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(codes(page)).toHaveCount(8)
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await fromMenu(page, 'Sign Out')

  await visit(page, '/office/staff')
  await signIn(page, restaurant, 'desk')
  await expect(heading(page, 'Second step')).toBeVisible()
  await check(page)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  const card = page.getByRole('article', { name: 'rider', exact: true })
  await expect(card).toBeVisible()
  await expect(page.getByRole('article', { name: 'desk', exact: true })).toContainText('Signs in with a second factor.')

  const rider = await signedIn(restaurant, 'rider')
  const password = restaurant.passwords.rider ?? ''
  const answer = await rider.post('/api/account/second-factor/app', { data: { password } })
  const { key } = (await answer.json()) as AppKey
  await rider.post('/api/account/second-factor/app-confirmation', { data: { code: codeOf(key, 0) } })
  expect((await rider.get('/api/deliveries')).status()).toBe(200)
  await page.reload()
  await expect(card).toContainText('Signs in with a second factor.')
  await card.getByRole('button', { name: 'Reset the second factor of rider' }).click()
  await check(page, { within: 'dialog[open]' })
  // The form needs the owner's password and a passkey. The passkey of this test signs without a prompt.
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Your password', { exact: true }).fill(restaurant.passwords.desk ?? '')
  await sheet.getByRole('button', { name: 'Enter a code instead of the passkey' }).click()
  await sheet.getByRole('button', { name: 'Reset', exact: true }).click()
  await expect(sheet.getByLabel('Recovery code')).toHaveAccessibleDescription('Please enter a code.')
  await sheet.getByRole('button', { name: 'Use a passkey instead' }).click()
  await sheet.getByRole('button', { name: 'Reset', exact: true }).click()
  await expect(card.getByText('Signs in with a second factor.')).toHaveCount(0)
  await visit(page, '/office/audit')
  await expect(page.getByRole('list', { name: 'Audit entries' })).toContainText('reset the second factor of Musa')
  expect((await rider.get('/api/deliveries')).status()).toBe(401)
  await rider.dispose()
})
