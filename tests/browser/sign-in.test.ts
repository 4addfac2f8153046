import type { Locator, Page } from '@playwright/test'
import { enterAs, fromMenu } from './order-desk.ts'
import { test, visit } from './ordering.ts'
import { expect, type Person, signUp, somebody } from './restaurant.ts'
import { expectToast } from './toasts.ts'

const invalidPhone = 'Invalid Nigerian phone number. Please ensure it starts with 0 or +234 followed by 10 digits.'
const oops =
  "Oops! We couldn't log you in. Please double-check your username and password. If the problem persists, contact support."

async function openPanel(page: Page, mode: 'Log in' | 'Sign up'): Promise<Locator> {
  await page.getByRole('banner').getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('navigation', { name: 'Account' }).getByRole('button', { name: mode }).click()
  return page.getByRole('dialog', { name: mode })
}

function submit(panel: Locator, mode: 'Log in' | 'Sign up'): Promise<void> {
  return panel.locator('form').getByRole('button', { name: mode }).click()
}

async function fillSignUp(panel: Locator, { username, password, phone }: Person): Promise<void> {
  await panel.getByLabel('Username').fill(username)
  await panel.getByLabel('Password', { exact: true }).fill(password)
  await panel.getByLabel('Phone').fill(phone)
  await panel.getByLabel('Location').selectOption('lekki-phase-1')
  await panel.getByLabel('Address').fill('12 Admiralty Way')
}

async function logIn(panel: Locator, identifier: string, password: string): Promise<void> {
  await panel.getByLabel('Username or phone').fill(identifier)
  await panel.getByLabel('Password', { exact: true }).fill(password)
  await submit(panel, 'Log in')
}

/** Returns method and address of each request that the page sends to a path from now on, a list that grows. */
function sentTo(page: Page, path: string): string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) sent.push(`${request.method()} ${request.url()}`)
  })
  return sent
}

function userMenu(page: Page, person: Person): Locator {
  return page.getByRole('banner').getByRole('button', { name: person.username })
}

test('AUTH-1 AUTH-2 AUTH-4: the panel to log in or sign up shows a location’s fee, and reports missing fields before a request and an invalid phone on blur', async ({
  page,
}) => {
  await visit(page, '/menu/softdrinks')
  const login = await openPanel(page, 'Log in')
  await expect(login.getByLabel('Username or phone')).toBeVisible()
  await expect(login.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'password')
  await expect(login.getByRole('textbox')).toHaveCount(2)
  await login.getByRole('button', { name: 'Sign up' }).click()

  const signup = page.getByRole('dialog', { name: 'Sign up' })
  for (const label of ['Username', 'Phone', 'Address']) await expect(signup.getByLabel(label)).toBeVisible()
  await expect(signup.getByLabel('Password', { exact: true })).toBeVisible()
  await expect(signup.getByLabel('Location').getByRole('option', { name: 'Victoria Island · ₦1,500' })).toBeAttached()
  await expect(signup.getByLabel('Location').getByRole('option', { name: 'Ikeja · ₦6,000' })).toBeAttached()
  await signup.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('dialog', { name: 'Log in' })).toBeVisible()

  await page.goBack()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page).toHaveURL(/\/menu\/softdrinks$/)

  const panel = await openPanel(page, 'Sign up')
  const sent = sentTo(page, '/api/customers')
  await submit(panel, 'Sign up')
  for (const label of ['Username', 'Phone', 'Location', 'Address']) {
    await expect(panel.getByLabel(label)).toHaveAttribute('aria-invalid', 'true')
    await expect(panel.getByLabel(label)).toHaveAccessibleDescription(/^Please /)
  }
  await expect(panel.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/^Please /)
  await expect(panel.getByLabel('Username')).toBeFocused()

  await fillSignUp(panel, somebody())
  for (const label of ['Username', 'Phone', 'Address']) {
    const input = panel.getByLabel(label)
    const value = await input.inputValue()
    await input.fill('')
    await submit(panel, 'Sign up')
    await expect(input).toBeFocused()
    await expect(input).toHaveAttribute('aria-invalid', 'true')
    await input.fill(value)
  }
  expect(sent).toEqual([])

  // An invalid phone is reported on blur and blocks the sign-up; typing clears the message.
  const ada = somebody()
  await fillSignUp(panel, { ...ada, phone: '' })
  const phone = panel.getByLabel('Phone')

  for (const wrong of ['0603 123 4567', '+234 803 123 456', '08031234567890', '234 803 123 4567', 'call me']) {
    await phone.fill('')
    await phone.pressSequentially(wrong)
    await expect(panel.getByText(invalidPhone)).toBeHidden()
    await phone.press('Tab')
    await expect(phone).toHaveAccessibleDescription(invalidPhone)
  }
  await submit(panel, 'Sign up')
  await expect(phone).toBeFocused()
  await expect(panel.getByText(invalidPhone)).toBeVisible()
  expect(sent).toEqual([])

  // A press on Sign up from the phone field reports all errors, not only the error that leaving the field reports.
  const password = panel.getByLabel('Password', { exact: true })
  await password.fill('secret')
  await phone.fill('')
  await phone.pressSequentially('123')
  await panel.locator('form').getByRole('button', { name: 'Sign up' }).click({ delay: 100 })
  await expect(password).toBeFocused()
  await expect(password).toHaveAccessibleDescription(/at least 8 characters/)
  await expect(phone).toHaveAccessibleDescription(invalidPhone)
  await password.fill(ada.password)
  expect(sent).toEqual([])

  await phone.fill(ada.phone)
  await expect(panel.getByText(invalidPhone)).toBeHidden()
  await submit(panel, 'Sign up')
  await expect(page.getByText('Account created successfully!', { exact: true })).toBeVisible()
  await expect(panel).toBeHidden()
  await expect(userMenu(page, ada)).toBeVisible()
  expect(sent).toHaveLength(1)
})

test('AUTH-1: a press on Log in shows progress while the panel’s code loads', async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/panel-*.js', async (route) => {
    await held
    await route.continue()
  })
  await visit(page, '/orders')
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  const loading = page.getByRole('status', { name: 'Loading', exact: true })
  await expect(loading).toBeVisible()
  release()
  await expect(page.getByRole('dialog', { name: 'Log in' })).toBeVisible()
  await expect(loading).toBeHidden()
})

test("AUTH-2: locations that fail to load show 'Failed to fetch locations.' and a retry button", async ({ page }) => {
  await page.route('/api/locations', (route) => route.fulfill({ status: 502, body: 'a proxy' }))
  await visit(page, '/menu/softdrinks')
  const panel = await openPanel(page, 'Sign up')
  await expect(page.getByText('Failed to fetch locations.', { exact: true })).toBeVisible()
  await page.unroute('/api/locations')
  await panel.getByRole('button', { name: 'Load the locations again' }).click()
  await panel.getByLabel('Location').selectOption('ikoyi')
})

test('OWNER-6: a restaurant that delivers nowhere asks a new customer for neither location nor address', async ({
  page,
}) => {
  await page.route('/menu/softdrinks', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace('"delivers":true', '"delivers":false') })
  })
  await visit(page, '/menu/softdrinks')
  const panel = await openPanel(page, 'Sign up')
  await expect(panel.getByLabel('Location')).toHaveCount(0)
  await expect(panel.getByLabel('Address')).toHaveCount(0)
  await submit(panel, 'Sign up')
  for (const label of ['Username', 'Phone'])
    await expect(panel.getByLabel(label)).toHaveAttribute('aria-invalid', 'true')
})

test('AUTH-3: a taken username and a taken phone are reported at their fields', async ({ page, customer }) => {
  await visit(page, '/menu/softdrinks')
  const panel = await openPanel(page, 'Sign up')

  // A taken name in capitals, or a taken phone with +234, is still taken.
  const { username, password, phone } = customer
  await fillSignUp(panel, { username: username.toUpperCase(), password, phone: phone.replace(/^0/, '+234 ') })
  await submit(panel, 'Sign up')
  await expect(panel.getByLabel('Username')).toHaveAccessibleDescription('Username already exists')
  await expect(panel.getByLabel('Phone')).toHaveAccessibleDescription('Phone number already registered')
  await expect(panel.getByLabel('Username')).toBeFocused()

  const eve = somebody()
  await panel.getByLabel('Username').fill(eve.username)
  await submit(panel, 'Sign up')
  await expect(panel.getByLabel('Phone')).toHaveAccessibleDescription('Phone number already registered')
  await panel.getByLabel('Phone').fill(eve.phone)
  await submit(panel, 'Sign up')
  await expect(page.getByText('Account created successfully!', { exact: true })).toBeVisible()
})

test('AUTH-5 AUTH-6: the username, the phone in both notations and the derived e-mail all sign in', async ({
  page,
}) => {
  const person = somebody()
  const ada = { ...person, username: `Ada_O'bi ${person.username.slice(4)}` }
  await signUp(page, ada)
  const email = `adaobi${ada.username.slice(9)}@ina-grill.example`
  await page.request.delete('/api/session')
  await visit(page, '/menu/softdrinks')
  for (const identifier of [ada.username, ada.phone, ada.phone.replace(/^0/, '+234'), email]) {
    await logIn(await openPanel(page, 'Log in'), identifier, ada.password)
    await expect(page.getByText('You are now logged in!', { exact: true })).toBeVisible()
    await expect(userMenu(page, ada)).toBeVisible()
    await userMenu(page, ada).click()
    await page.getByRole('navigation', { name: 'Account' }).getByRole('button', { name: 'Sign Out' }).click()
    await expect(page.getByText('You are now logged in!', { exact: true })).toBeHidden()
    await expect(page.getByRole('banner').getByRole('button', { name: 'Log in' })).toBeVisible()
  }
})

test("AUTH-7: an unknown user and a wrong password show 'Invalid credentials', a sign-in without an answer 'Oops! We couldn't log you in. …'", async ({
  page,
}) => {
  const ada = await signUp(page)
  await page.request.delete('/api/session')
  await visit(page, '/menu/softdrinks')
  const panel = await openPanel(page, 'Log in')
  for (const [identifier, password] of [
    [ada.username, 'not my password'],
    [somebody().username, ada.password],
    ['0909 999 9999', ada.password],
    ['nobody@ina-grill.example', ada.password],
  ] as const) {
    await logIn(panel, identifier, password)
    await expect(panel.getByRole('alert')).toHaveText('Invalid credentials')
    await expect(panel.getByRole('alert')).toBeFocused()
  }
  await panel.getByLabel('Username or phone').fill('')
  await panel.getByLabel('Password', { exact: true }).fill('')
  await submit(panel, 'Log in')
  await expect(panel.getByLabel('Username or phone')).toHaveAccessibleDescription(/^Please enter/)
  await expect(panel.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/^Please enter/)

  for (const failure of [
    { status: 500, contentType: 'application/problem+json', body: '{"status":500,"code":"bug","detail":"Sorry."}' },
    { status: 502, contentType: 'text/html', body: 'Bad Gateway' },
    'abort',
  ] as const) {
    await page.route('/api/session', (route) => (failure === 'abort' ? route.abort() : route.fulfill(failure)))
    await logIn(panel, ada.username, ada.password)
    await expect(panel.getByRole('alert')).toHaveText(oops)
    await page.unroute('/api/session')
  }
  await submit(panel, 'Log in')
  await expect(page.getByText('You are now logged in!', { exact: true })).toBeVisible()
})

test("AUTH-8: a failed sign-up shows the server's message, or 'Sign up failed. …' if there is none", async ({
  page,
}) => {
  await visit(page, '/menu/softdrinks')
  const panel = await openPanel(page, 'Sign up')
  await fillSignUp(panel, somebody())
  await page.route('/api/customers', (route) => route.abort())
  await submit(panel, 'Sign up')
  const alert = panel.getByRole('alert')
  await expect(alert).toHaveText('Sign up failed. Please verify your details and try again.')
  await expect(alert).toBeFocused()
  await page.unroute('/api/customers')

  // The limit is thirty forms an hour from one address.
  let answer = await page.request.post('/api/customers', { data: { ...blank, username: 'x' } })
  while (answer.status() !== 429) {
    answer = await page.request.post('/api/customers', { data: { ...blank, username: 'x' } })
  }
  const { detail } = await answer.json()
  await submit(panel, 'Sign up')
  await expect(alert).toHaveText(detail)
})

const blank = { password: '', phone: '', locationId: '', address: '' }

test('AUTH-3: repeating a sign-up whose answer was lost signs in, unless the name belongs to another account', async ({
  page,
}) => {
  const taken = await signUp(page)
  await page.context().clearCookies()
  await visit(page, '/menu/softdrinks')
  const panel = await openPanel(page, 'Sign up')
  const lose = async ({ arrives }: { arrives: boolean }) => {
    await page.route(
      '/api/customers',
      async (route) => {
        if (arrives) await route.fetch()
        await page.context().clearCookies()
        await route.abort()
      },
      { times: 1 },
    )
    await submit(panel, 'Sign up')
    await expect(panel.getByRole('alert')).toHaveText('Sign up failed. Please verify your details and try again.')
  }

  await fillSignUp(panel, { ...somebody(), username: taken.username, password: 'plantain and beans' })
  await lose({ arrives: false })
  await submit(panel, 'Sign up')
  await expect(panel.getByLabel('Username')).toHaveAccessibleDescription('Username already exists')

  const ada = somebody()
  await fillSignUp(panel, ada)
  await lose({ arrives: true })
  // A repeated sign-up with a changed password tries no sign-in.
  const tried = sentTo(page, '/api/session')
  await panel.getByLabel('Password', { exact: true }).fill(`${ada.password}!`)
  await submit(panel, 'Sign up')
  await expect(panel.getByLabel('Username')).toHaveAccessibleDescription('Username already exists')
  expect(tried).toEqual([])
  await panel.getByLabel('Password', { exact: true }).fill(ada.password)
  await submit(panel, 'Sign up')
  await expect(page.getByText('Account created successfully!', { exact: true })).toBeVisible()
  await expect(userMenu(page, ada)).toBeVisible()
})

test('CART-8: in a browser without storage, menu and cart work and say that nothing is stored, and signing in says why it fails', async ({
  page,
}) => {
  await page.addInitScript(() => {
    for (const area of ['localStorage', 'sessionStorage', 'indexedDB']) {
      const get = () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError')
      }
      Object.defineProperty(window, area, { get })
    }
  })
  const browser = await page.context().newCDPSession(page)
  await browser.send('Emulation.setDocumentCookieDisabled', { disabled: true })
  await visit(page, '/menu/softdrinks')
  await page
    .getByRole('article', { name: 'Coke' })
    .getByRole('button', { name: /Add to Cart/ })
    .click()
  const told = page.getByText('Your browser does not store your cart: it is lost when this page is reloaded or closed.')
  await expect(told).toBeVisible()
  await page.getByRole('link', { name: 'Cart, 1 item' }).click()
  await expect(page.getByText('Your browser does not store your cart. Please keep this page open')).toBeVisible()

  const sent = ['/api/customers', '/api/session', '/api/guests'].map((path) => sentTo(page, path))
  const why =
    /^Cookies are off for this site\. Allow them and load the page again to sign in or to order, or call 0\d{3}\s\d{3}\s\d{4}\.$/
  await page.getByRole('button', { name: 'Continue as guest' }).click()
  const panel = page.getByRole('dialog')
  await panel.getByLabel('Your name').fill('Ada Obi')
  await panel.getByLabel('Phone').fill(somebody().phone)
  await panel.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(panel.getByRole('alert')).toHaveText(why)
  await panel.getByRole('button', { name: 'Log in' }).click()
  await logIn(panel, 'ada', 'hot pepper soup')
  await expect(panel.getByRole('alert')).toHaveText(why)
  await panel.getByRole('button', { name: 'Sign up' }).click()
  await fillSignUp(panel, somebody())
  await submit(panel, 'Sign up')
  await expect(panel.getByRole('alert')).toHaveText(why)
  expect(sent.flat()).toEqual([])
})

test('AUTH-9: signing out clears the user, the orders and the delivery method, and ends the live events of the orders', async ({
  page,
}) => {
  const ada = await signUp(page)
  await visit(page, '/menu/softdrinks')
  const bottle = page.getByRole('article', { name: 'Coke' })
  await bottle.getByRole('button', { name: /Add to Cart/ }).click()
  await page.getByRole('link', { name: /^Cart/ }).click()
  await page.getByRole('radio', { name: /^Delivery/ }).check()
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await page.getByRole('button', { name: "I've Made the Transfer" }).click()
  await expect(page.getByRole('tab', { name: /Pending/ })).toContainText('1')

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'Soft Drinks' }).first().click()
  await bottle.getByRole('button', { name: /Add to Cart/ }).click()
  await page.getByRole('link', { name: /^Cart/ }).click()
  await page.getByRole('radio', { name: /^Delivery/ }).check()

  const streams = sentTo(page, '/api/stream')
  await userMenu(page, ada).click()
  await expectToast(page, 'Signed out successfully!', () =>
    page.getByRole('navigation', { name: 'Account' }).getByRole('button', { name: 'Sign Out' }).click(),
  )
  await expect(page.getByRole('banner').getByRole('button', { name: 'Log in' })).toBeVisible()
  await expect(page.getByRole('radio', { name: /^Pick-up/ })).toBeChecked()
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('orderDetails') ?? '{}').deliveryMethod)).toBe(
    'pick-up',
  )
  // The cart belongs to the browser, not to the account.
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible()
  // The next live stream subscribes to the menu only, no longer to the customer's orders.
  await expect.poll(() => new URL(streams.at(-1)?.slice(4) ?? 'none:').searchParams.get('topics')).toBe('menu')
  expect((await page.request.get('/api/orders')).status()).toBe(401)

  // The next customer in this tab sees no data of the previous one.
  await page.getByRole('button', { name: 'Login to Checkout' }).click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('button', { name: 'Sign up' }).click()
  const eve = somebody()
  await fillSignUp(panel, eve)
  await submit(panel, 'Sign up')
  await expect(page.getByText('Account created successfully!', { exact: true })).toBeVisible()
  await userMenu(page, eve).click()
  await page.getByRole('link', { name: 'My Orders' }).click()
  await expect(page.getByText('No pending orders.')).toBeVisible()
})

test('AUTH-9: a late answer about an ended session does not undo the next sign-in', async ({ page }) => {
  await signUp(page)
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  // Hold the answer about the first session until the next person has signed in. Later requests pass.
  await page.route(
    '**/api/session',
    async (route) => {
      await answered
      await route.fulfill({ json: { user: null } })
    },
    { times: 1 },
  )
  const asked = page.waitForRequest('**/api/session')
  await page.goto('/menu/softdrinks')
  const first = await asked
  const bola = await signUp(page)
  answer()
  await (await first.response())?.finished()
  await visit(page, '/account')
  await expect(userMenu(page, bola)).toBeVisible()
})

test('AUTH-9: a browser whose session ended elsewhere asks to log in, and keeps the session’s cookies until the next sign-in', async ({
  page,
  context,
  restaurant,
}) => {
  await signUp(page)
  const before = await context.cookies()
  const cookie = before.map(({ name, value }) => `${name}=${value}`).join('; ')
  await fetch(`${restaurant.url}/api/session`, { method: 'DELETE', headers: { cookie, origin: restaurant.url } })
  const answered = page.waitForResponse('**/api/session')
  await visit(page, '/account')
  await answered
  await expect(page.getByRole('heading', { name: 'Please log in' })).toBeVisible()
  expect((await context.cookies()).map(({ name }) => name)).toContain('buka_signed_in')
  await visit(page, '/orders')
  await expect(page.getByRole('heading', { name: 'Please Log In' })).toBeVisible()
  const bola = await signUp(page)
  await visit(page, '/account')
  await expect(userMenu(page, bola)).toBeVisible()
})

test('AUTH-9: a sign-in pressed before the answer to a sign-out waits for the answer, and its session stays valid', async ({
  page,
  restaurant,
}) => {
  await enterAs(page, restaurant, 'cashier')
  const answered = Promise.withResolvers<void>()
  const sent: string[] = []
  await page.route('**/api/session', async (route) => {
    const method = route.request().method()
    if (method === 'GET') return route.fallback()
    if (method === 'DELETE') await answered.promise
    sent.push(method)
    await route.continue()
  })
  const ending = page.waitForRequest((request) => request.method() === 'DELETE')
  await fromMenu(page, 'Sign Out')
  await ending
  // Returning to the tab shows the sign-in form before the sign-out is answered.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await page.getByLabel('Username').fill('cashier')
  await page.getByLabel('Password', { exact: true }).fill(restaurant.passwords.cashier ?? '')
  await page.keyboard.press('Enter')
  await expect(page.locator('form').getByRole('button', { name: 'Sign in' })).toHaveAttribute('aria-busy', 'true')
  answered.resolve()
  await expect(page.getByRole('heading', { name: /To cook/ })).toBeVisible()
  expect(sent).toEqual(['DELETE', 'POST'])
  await page.reload()
  await expect(page.getByRole('heading', { name: /To cook/ })).toBeVisible()
})

test('AUTH-9: signing out in one tab signs out another tab when that tab becomes visible', async ({
  page,
  context,
}) => {
  const ada = await signUp(page)
  await visit(page, '/menu/softdrinks')
  await expect(userMenu(page, ada)).toBeVisible()
  const other = await context.newPage()
  await visit(other, '/account')
  await expectToast(other, 'Signed out successfully!', () =>
    other.getByRole('main').getByRole('button', { name: 'Sign Out' }).click(),
  )
  // A headless page is never hidden, so the test dispatches the event.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByRole('banner').getByRole('button', { name: 'Log in' })).toBeVisible()
})
