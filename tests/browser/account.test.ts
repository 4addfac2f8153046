import type { Locator, Page } from '@playwright/test'
import { codeOf, placeOrder, test } from './order-desk.ts'
import { change, visit } from './ordering.ts'
import { addPlain, expect, phoneAddress, signInStaff, signUp, somebody } from './restaurant.ts'
import { expectToast } from './toasts.ts'

function profileValue(page: Page, label: string): Locator {
  return page.getByRole('main').locator('dt', { hasText: label }).locator('xpath=following-sibling::dd')
}

function edit(page: Page): Promise<void> {
  return page.getByRole('button', { name: 'Edit' }).click()
}

test("AUTH-10: a missing profile field reads 'N/A'", async ({ page, restaurant }) => {
  await signInStaff(page.request, restaurant, 'cashier')
  await visit(page, '/account')
  await expect(profileValue(page, 'Username')).toHaveText('cashier')
  for (const label of ['Phone', 'Address', 'Location']) await expect(profileValue(page, label)).toHaveText('N/A')
  // Only the office changes the accounts of staff.
  await expect(page.getByRole('button', { name: 'Edit' })).toBeHidden()
})

test('AUTH-10 SAFE-11: My Account shows and edits the profile, shows errors at their fields, exports the customer’s data, and deletes the account', async ({
  page,
  customer,
  request,
}) => {
  const ada = await signUp(page)
  const eve = somebody()
  await visit(page, '/account')
  await expect(page.getByRole('heading', { name: 'My Account', level: 1 })).toBeVisible()
  await expect(profileValue(page, 'Username')).toHaveText(ada.username)
  await expect(profileValue(page, 'Phone')).toHaveText(ada.phone.replace(/(\d{4})(\d{3})(\d{4})/, '$1 $2 $3'))
  await expect(profileValue(page, 'Address')).toHaveText('12 Admiralty Way')
  await expect(profileValue(page, 'Location')).toHaveText('Lekki Phase 1')
  await expect(page.getByRole('heading', { name: 'My Orders' })).toBeVisible()
  await expect(page.getByText('No orders found.')).toBeVisible()

  await test.step('an invalid value is refused at its field, and a cancelled edit changes nothing', async () => {
    await edit(page)
    const form = page.getByRole('form', { name: 'Edit your profile' })
    const save = form.getByRole('button', { name: 'Save' })

    await form.getByLabel('Phone').fill('0603 123 4567')
    await form.getByLabel('Address').fill(' ')
    await save.click()
    await expect(form.getByLabel('Phone')).toHaveAccessibleDescription(
      'Invalid Nigerian phone number. Please ensure it starts with 0 or +234 followed by 10 digits.',
    )
    await expect(form.getByLabel('Address')).toHaveAccessibleDescription('Please enter your address.')
    await expect(form.getByLabel('Phone')).toBeFocused()

    await form.getByLabel('Username').fill(customer.username)
    await form.getByLabel('Phone').fill(customer.phone)
    await form.getByLabel('Address').fill('3 Bourdillon Road')
    // SAFE-8: a change of the phone needs the password.
    const password = form.getByRole('textbox', { name: 'Your password' })
    await save.click()
    await expect(password).toHaveAccessibleDescription(/Please enter your current password\./)
    await password.fill('not my password')
    await save.click()
    await expect(password).toHaveAccessibleDescription(/This is not your current password\./)
    await password.fill(ada.password)
    await save.click()
    await expect(form.getByLabel('Username')).toHaveAccessibleDescription('Username already exists')
    await expect(form.getByLabel('Phone')).toHaveAccessibleDescription('Phone number already registered')
    await expect(form.getByLabel('Username')).toBeFocused()

    await page.route('/api/account', (route) =>
      route.fulfill({
        status: 500,
        contentType: 'application/problem+json',
        body: '{"status":500,"code":"bug","detail":"Sorry, something broke on our side."}',
      }),
    )
    await form.getByLabel('Username').fill(ada.username)
    await form.getByLabel('Phone').fill(ada.phone)
    await save.click()
    await expect(form.getByRole('alert')).toHaveText('Your profile could not be saved. Please try again.')

    await form.getByRole('button', { name: 'Cancel' }).click()
    await expect(profileValue(page, 'Username')).toHaveText(ada.username)
    await expect(profileValue(page, 'Address')).toHaveText('12 Admiralty Way')
    await page.unroute('/api/account')
  })

  await test.step('an edited profile is saved, also after a reload', async () => {
    await edit(page)
    const form = page.getByRole('form', { name: 'Edit your profile' })
    const heading = page.getByRole('heading', { name: 'My Account' })
    await expect(heading).toBeFocused()
    await expect(form.getByLabel('Username')).toHaveValue(ada.username)
    await form.getByLabel('Username').fill(eve.username)
    await form.getByLabel('Phone').fill(`+234 ${eve.phone.slice(1)}`)
    await form.getByRole('textbox', { name: 'Your password' }).fill(ada.password)
    await form.getByLabel('Address').fill('3 Bourdillon Road')
    await form.getByLabel('Location').selectOption('ikoyi')
    await expectToast(page, 'Profile saved.', () => form.getByRole('button', { name: 'Save' }).click())
    await expect(heading).toBeFocused()
    await expect(page.getByRole('banner').getByRole('button', { name: eve.username })).toBeVisible()
    await visit(page, '/account')
    await expect(profileValue(page, 'Username')).toHaveText(eve.username)
    await expect(profileValue(page, 'Phone')).toHaveText(eve.phone.replace(/(\d{4})(\d{3})(\d{4})/, '$1 $2 $3'))
    await expect(profileValue(page, 'Address')).toHaveText('3 Bourdillon Road')
    await expect(profileValue(page, 'Location')).toHaveText('Ikoyi')
    // Sign in without the page's browser, because a sign-in in that browser would end the page's session.
    const signIn = (identifier: string) =>
      request.post('/api/session', { data: { identifier, password: ada.password } })
    expect((await signIn(ada.username)).status()).toBe(401)
    expect((await signIn(eve.username)).status()).toBe(200)
  })

  await test.step('a customer downloads the stored personal data and deletes the account', async () => {
    await page.getByRole('button', { name: 'Your data' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download my data' }).click()
    const stream = await (await download).createReadStream()
    const data = JSON.parse(Buffer.concat(await stream.toArray()).toString())
    expect(data).toMatchObject({ account: { username: eve.username }, orders: [], ratings: [] })
    const sheet = page.getByRole('dialog', { name: 'Your data' })
    await sheet.getByRole('button', { name: 'Delete my account' }).click()
    await expect(sheet.getByLabel('Your password')).toHaveAccessibleDescription('Please enter your password.')
    await sheet.getByLabel('Your password').fill('not mine at all')
    await sheet.getByRole('button', { name: 'Delete my account' }).click()
    await expect(sheet.getByLabel('Your password')).toHaveAccessibleDescription('This is not your current password.')
    await sheet.getByLabel('Your password').fill(ada.password)
    await sheet.getByRole('button', { name: 'Delete my account' }).click()
    await expect(page.getByText('Your account is deleted.')).toBeVisible()
    await expect(page).toHaveURL('/')
    const again = await page.request.post('/api/session', {
      data: { identifier: eve.username, password: ada.password },
    })
    expect(again.status()).toBe(401)
  })
})

test("AUTH-10: a missing profile shows 'User data not found' and a way to sign out", async ({ page }) => {
  await signUp(page)
  await page.route('/api/account', (route) =>
    route.fulfill({
      status: 404,
      contentType: 'application/problem+json',
      body: '{"status":404,"code":"profile-missing","detail":"User data not found"}',
    }),
  )
  await visit(page, '/account')
  await expect(page.getByRole('alert')).toHaveText('User data not found')
  await expectToast(page, 'Signed out successfully!', () =>
    page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click(),
  )
  await expect(page.getByRole('heading', { name: 'Please Log In' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'My Account' })).toBeFocused()
})

test('AUTH-10 SAFE-8: My Orders lists id, total, status and day of each order, and My Account lists the sessions and ends them all', async ({
  page,
  desk,
  browser,
  restaurant,
}) => {
  const ada = await signUp(page)
  const first = await placeOrder(page)
  await desk.cancel(first, 'The customer asked for it')
  const second = await placeOrder(page, { items: [{ itemId: 'zobo', selection: {}, quantity: 3 }] })
  const extraHTTPHeaders = { 'X-Forwarded-For': phoneAddress() }
  const laptop = await browser.newContext({ baseURL: restaurant.url, extraHTTPHeaders })
  const signedIn = await laptop.request.post('/api/session', {
    data: { identifier: ada.username, password: ada.password },
  })
  expect(signedIn.status()).toBe(200)
  const there = await laptop.newPage()
  await visit(there, '/account')
  await visit(page, '/account')
  await test.step('My Orders lists id, total, status and day of every order', async () => {
    const rows = page.getByRole('region', { name: 'My Orders' }).getByRole('listitem')
    await expect(rows).toHaveCount(2)
    const [newest, oldest] = [rows.nth(0), rows.nth(1)]
    await expect(newest).toContainText(codeOf(second))
    await expect(newest).toContainText('₦6,000')
    await expect(newest).toContainText('Pending')
    await expect(newest).toContainText(/Placed on \d{1,2} [A-Z][a-z]{2} \d{4}, \d\d:\d\d/)
    await expect(oldest).toContainText(codeOf(first))
    await expect(oldest).toContainText('Cancelled')
    await expect(oldest).toContainText('The customer asked for it')

    await desk.pay(second)
    await desk.start(second)
    await expect(newest).toContainText('Preparing')
  })

  await test.step('My Account lists where the customer is signed in, and ends all sessions with one press', async () => {
    const sessions = page.getByRole('region', { name: 'Where you are signed in' })
    await expect(sessions.getByRole('listitem')).toHaveCount(2)
    await expect(sessions.getByText('this browser')).toHaveCount(1)
    await sessions.getByRole('button', { name: 'End all sessions' }).click()
    for (const each of [page, there]) {
      await expect(each.getByRole('heading', { name: 'Please Log In' })).toBeVisible()
      expect(await accountStatus(each)).toBe(401)
    }
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })
})

/** Returns the status of `GET /api/account`; 0 without a network. */
const accountStatus = (page: Page) =>
  page.evaluate(() =>
    fetch('/api/account').then(
      ({ status }) => status,
      () => 0,
    ),
  )

/** The account whose order details this browser stores. */
const detailsOwner = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('orderDetails') ?? '{}').account as string | undefined)

const allStored = (page: Page) => page.evaluate(() => JSON.stringify(localStorage))

test('SAFE-8: order details that a person typed are deleted when the session ends, and the next person on the phone does not see them', async ({
  page,
  playwright,
  restaurant,
}) => {
  const next = somebody()
  await test.step('the next person who signs in on a phone sees no details of the previous person', async () => {
    await signUp(page)
    await typeDetails(page)
    // Leave the site before the session ends, so that no page of the first customer can delete the stored details.
    await page.goto('about:blank')
    await page.context().clearCookies()
    await signUp(page, next)
    await visit(page, '/cart')
    await expect.poll(() => allStored(page)).not.toContain('Lekki Expressway')
    await page.getByRole('radio', { name: /^Delivery/ }).check()
    await expect(page.getByText('12 Admiralty Way')).toBeVisible()
    await expect(page.getByText(/, you$/)).toBeVisible()
  })

  await test.step('details typed for an order vanish when the session ends elsewhere', async () => {
    await typeHere(page)
    const laptop = await playwright.request.newContext({
      baseURL: restaurant.url,
      extraHTTPHeaders: { 'X-Forwarded-For': phoneAddress() },
    })
    await laptop.post('/api/session', { data: { identifier: next.username, password: next.password } })
    expect((await laptop.delete('/api/account/sessions')).status()).toBe(200)
    await laptop.dispose()
    await expect.poll(() => allStored(page)).not.toContain('Lekki Expressway')
    expect(await allStored(page)).not.toContain('Ngozi')
  })
})

async function typeDetails(page: Page): Promise<void> {
  await addPlain(page, 'chapman')
  await visit(page, '/cart')
  await typeHere(page)
}

async function typeHere(page: Page): Promise<void> {
  await page.getByRole('radio', { name: /^Delivery/ }).check()
  await change(page, 'the address')
  await page.getByLabel('Delivery address').fill('1 Lekki Expressway')
  await change(page, 'who makes the transfer')
  await page.getByLabel('Name on the account that pays').fill('Ngozi Okafor')
  await expect.poll(() => allStored(page)).toContain('Lekki Expressway')
}

test('SAFE-8: signing out offline clears the browser’s data immediately, and the session ends when the network is back', async ({
  page,
  context,
  restaurant,
}) => {
  const ada = await signUp(page)
  await typeDetails(page)
  await page.getByRole('banner').getByRole('button', { name: ada.username }).click()
  await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'My Account' }).click()
  // Wait until the parts that work without a network are loaded.
  await expect.poll(() => detailsOwner(page)).not.toBe('')
  await expect(page.getByRole('region', { name: 'Where you are signed in' })).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByRole('heading', { name: 'Please Log In' })).toBeVisible()
  for (const text of ['Lekki Expressway', 'Ngozi', ada.username]) expect(await allStored(page)).not.toContain(text)
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('buka_signed_in')
  // The server does not know of the sign-out yet.
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  const status = async () => (await fetch(`${restaurant.url}/api/account`, { headers: { cookie } })).status
  expect(await status()).toBe(200)
  await context.setOffline(false)
  await expect.poll(() => accountStatus(page)).toBe(401)
  expect(await status()).toBe(401)
})
