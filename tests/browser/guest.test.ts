import type { Page } from '@playwright/test'
import { check, phone } from './accessible.ts'
import { cartLink, expect, pay, test, visit } from './ordering.ts'
import { addPlain, phoneAddress, signUp, somebody } from './restaurant.ts'

/** Continues to payment as a guest, with a Chapman (₦3,500) unless the cart is open already. */
async function continueAsGuest(page: Page): Promise<{ name: string; phone: string }> {
  const { phone } = somebody()
  if (new URL(page.url()).pathname !== '/cart') {
    await addPlain(page, 'chapman')
    await visit(page, '/cart')
  }
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 1 item')
  await page.getByRole('button', { name: 'Continue as guest' }).click()
  const panel = page.getByRole('dialog', { name: 'Continue as guest' })
  await panel.getByLabel('Your name').fill('Ada Obi')
  await panel.getByLabel('Phone').fill(phone)
  await panel.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(page).toHaveURL(/\/payment$/)
  return { name: 'Ada Obi', phone }
}

test('GUEST-1 GUEST-3: a guest orders with address, name and phone, reads each error at its field, and keeps the order by setting a password', async ({
  page,
}) => {
  await test.step('a guest is asked for a missing address and location before name and phone, and each error is shown at its field', async () => {
    await addPlain(page, 'chapman')
    await visit(page, '/cart')
    await page.getByRole('radio', { name: /^Delivery/ }).check()
    await page.getByRole('button', { name: 'Continue as guest' }).click()
    await expect(page.getByText('Please enter the delivery address.')).toBeVisible()
    await expect(page.getByText('Please choose a location.')).toBeVisible()
    await expect(page.getByLabel('Location')).toBeFocused()
    await expect(page.getByRole('dialog')).toBeHidden()

    await page.getByRole('radio', { name: /^Pick-up/ }).check()
    await page.getByRole('button', { name: 'Continue as guest' }).click()
    const panel = page.getByRole('dialog', { name: 'Continue as guest' })
    await panel.getByRole('button', { name: 'Continue to payment' }).click()
    await expect(panel.getByText('Please enter your name.')).toBeVisible()
    await expect(panel.getByText('Please enter your phone number.')).toBeVisible()
    await expect(panel.getByLabel('Your name')).toBeFocused()
    await check(page, { within: 'dialog' })
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
  })

  const { phone } = await continueAsGuest(page)
  await expect(page.getByText(/^[0-9A-Z]{6} Ada Obi$/)).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/cart$/)
  await page.goForward()
  const id = await pay(page)
  await expect(page.getByText(id.slice(-6)).first()).toBeVisible()

  await test.step('a guest reads where to collect the order, and must confirm a sign-out, because it loses the order', async () => {
    await expect(page.getByText('You collect it here')).toBeVisible()
    await page.getByRole('banner').getByRole('button', { name: 'Ada Obi' }).click()
    await page.getByRole('navigation', { name: 'Account' }).getByRole('button', { name: 'Sign Out' }).click()
    const question = page.getByRole('dialog', { name: 'Sign out without an account?' })
    await check(page, { within: 'dialog[open]' })
    await question.getByRole('button', { name: 'Stay signed in' }).click()
    await expect(question).toBeHidden()
    await expect(page.getByText(id.slice(-6)).first()).toBeVisible()
    await page.setViewportSize({ width: 1280, height: 720 })
  })

  await test.step('setting a password makes an account with the order', async () => {
    await page.getByLabel('Password', { exact: true }).fill('hot pepper soup')
    await page.getByRole('button', { name: 'Make it my account' }).click()
    await expect(page.getByText('Account created successfully!')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Get a private link' })).toBeHidden()
    await expect(page.getByText(id.slice(-6)).first()).toBeVisible()

    await page.request.delete('/api/session')
    const signIn = await page.request.post('/api/session', { data: { identifier: phone, password: 'hot pepper soup' } })
    expect((await signIn.json()).user.username).toMatch(/^Ada Obi/)
  })
})

test('GUEST-1: a very long name without spaces fits the screen after the order', async ({ page }) => {
  await page.setViewportSize(phone)
  await page.request.post('/api/guests', { data: { name: 'W'.repeat(40), phone: somebody().phone } })
  await addPlain(page, 'chapman')
  await visit(page, '/payment')
  await pay(page)
  await expect(page.getByRole('region', { name: 'Your order is placed' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
})

test('GUEST-1: a signed-out visitor of the payment page continues as a guest there', async ({ page }) => {
  await addPlain(page, 'chapman')
  await visit(page, '/payment')
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 1 item')
  await page.getByRole('main').getByRole('button', { name: 'Continue as guest' }).click()
  const panel = page.getByRole('dialog', { name: 'Continue as guest' })
  await panel.getByLabel('Your name').fill('Ada Obi')
  await panel.getByLabel('Phone').fill(somebody().phone)
  await panel.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(page.getByText(/^[0-9A-Z]{6} Ada Obi$/)).toBeVisible()
})

test('GUEST-2: the private link shows the order in another browser, but does not replace another account’s session there', async ({
  page,
  browser,
  restaurant,
}) => {
  await continueAsGuest(page)
  const id = await pay(page)
  await page.getByRole('button', { name: 'Get a private link' }).click()
  const link = await page.getByLabel('Your private link').inputValue()
  expect(link).toMatch(/\/orders#[\w-]{43}$/)
  await check(page)

  const open = () =>
    browser.newContext({ baseURL: restaurant.url, extraHTTPHeaders: { 'X-Forwarded-For': phoneAddress() } })
  const other = await open()
  const phone = await other.newPage()
  await phone.goto(link)
  await expect(phone.getByText(id.slice(-6)).first()).toBeVisible()
  // The page removes the link's code from its address.
  await expect(phone).toHaveURL(/\/orders$/)
  await other.close()

  const customer = await open()
  const signedIn = await customer.newPage()
  const { username } = await signUp(signedIn)
  await signedIn.goto(link)
  await expect(signedIn.getByRole('alert')).toContainText(`You are signed in as ${username}.`)
  await signedIn.getByRole('button', { name: 'Go on without the link' }).click()
  await expect(signedIn.getByText('No pending orders.')).toBeVisible()
  await customer.close()
})

test('GUEST-2: an invalid private link says what to do', async ({ page }) => {
  await page.goto(`/orders#${'x'.repeat(43)}`)
  await expect(page.getByRole('alert')).toContainText('This link has ended or is incomplete. Call us')
  await page.getByRole('button', { name: 'Go on without the link' }).click()
  await expect(page.getByText('Please Log In')).toBeVisible()
})
