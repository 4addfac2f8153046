import type { Browser, Page } from '@playwright/test'
import type { SecurityLogList } from '#contract/staff.ts'
import { fromMenu, placeOrder } from './order-desk.ts'
import { visit } from './ordering.ts'
import { expect, phoneAddress, type Requester, type Restaurant, signUp, test } from './restaurant.ts'
import { expectToast } from './toasts.ts'

// All tests share one owner; each adds its own members.

async function signIn(page: Requester, identifier: string, password: string): Promise<number> {
  return (await page.request.post('/api/session', { data: { identifier, password } })).status()
}

async function openOffice(page: Page, restaurant: Restaurant): Promise<void> {
  expect(await signIn(page, 'desk', restaurant.passwords.desk ?? '')).toBe(200)
  await visit(page, '/office/staff')
  await expect(page.getByRole('article', { name: 'desk', exact: true })).toBeVisible()
}

/** Opens a page in another browser, which has another network address. */
async function elsewhere(browser: Browser, restaurant: Restaurant): Promise<Page> {
  const extraHTTPHeaders = { 'X-Forwarded-For': phoneAddress() }
  return (await browser.newContext({ baseURL: restaurant.url, extraHTTPHeaders })).newPage()
}

let hired = 0
function newName(): string {
  hired += 1
  return `hand ${Date.now()} ${hired}`
}

/** Adds a member through the form, with a generated password. `password` is the owner's password. */
async function addMember(page: Page, name: string, role = 'Kitchen', password = ''): Promise<string> {
  await page.getByRole('button', { name: 'Add member' }).click()
  const sheet = page.getByRole('dialog', { name: 'Add member' })
  await sheet.getByLabel('Username').fill(name)
  await sheet.getByLabel('Role').selectOption(role)
  if (password !== '') await sheet.getByLabel('Your password', { exact: true }).fill(password)
  await sheet.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(sheet).toContainText('Shown only once')
  const made = (await sheet.getByText(/^[a-z]{4}(-[a-z]{4}){3}$/).textContent()) ?? ''
  await sheet.getByRole('button', { name: 'Done' }).click()
  return made
}

const cardOf = (page: Page, name: string) => page.getByRole('article', { name, exact: true })

test('office: only the owner can open the office', async ({ page, restaurant }) => {
  await visit(page, '/office')
  await expect(page.getByRole('heading', { name: 'Office' })).toBeVisible()
  await page.getByLabel('Username').fill('cashier')
  await page.getByLabel('Password', { exact: true }).fill(restaurant.passwords.cashier ?? '')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Not your screen' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Desk' })).toBeVisible()
})

test('SAFE-11 SAFE-12: office: the owner sees active demo accounts, refused sign-ins and one order’s audit, and the only owner cannot be removed', async ({
  page,
  restaurant,
  customer,
  browser,
}) => {
  const { orderId: id } = await placeOrder(customer)
  for (const _ of Array(3)) expect(await signIn(page, `nobody ${Date.now()}`, 'not the password')).toBe(401)
  expect(await signIn(page, 'desk', restaurant.passwords.desk ?? '')).toBe(200)
  // The server writes the counts of refusals every few seconds.
  await expect
    .poll(async () => {
      const { entries }: SecurityLogList = await (await page.request.get('/api/office/security-log')).json()
      const refused = entries.filter(({ endpoint }) => endpoint === 'POST /api/session')
      return refused.reduce((sum, { times }) => sum + times, 0)
    })
    .toBeGreaterThanOrEqual(3)
  await visit(page, '/office/staff')
  await expect(cardOf(page, 'desk')).toBeVisible()
  const name = newName()
  await addMember(page, name)
  const mark = cardOf(page, 'rider').getByText(/^Demo account: /)
  const [red, alarm] = await mark.evaluate((element) => {
    const probe = document.createElement('i')
    probe.className = 'text-alarm'
    document.body.append(probe)
    return [getComputedStyle(element).color, getComputedStyle(probe).color]
  })
  expect(red).toBe(alarm)
  await expect(cardOf(page, name).getByText(/^Demo account/)).toHaveCount(0)

  await test.step('the owner reads how often sign-ins were refused, and from how many networks', async () => {
    // Other tests cause refusals too, so any entry with at least three refusals will do.
    await expect(
      page
        .getByRole('region', { name: 'Security' })
        .getByRole('listitem')
        .filter({ hasText: 'Wrong password or code: log in' })
        .filter({ hasText: /([3-9]|\d\d+) times, from (one network|\d+ networks)/ })
        .first(),
    ).toBeVisible()
  })

  await test.step('the audit of one order is found by its code', async () => {
    await visit(page, '/office/audit')
    await page.getByRole('searchbox', { name: 'Search the audit' }).fill(id.slice(-6).toLowerCase())
    const audit = page.getByRole('list', { name: 'Audit entries' }).getByRole('listitem')
    // An order that nobody acknowledges for minutes gets further entries.
    await expect(audit.filter({ hasText: `${customer.username} placed ${id.slice(-6)} for ₦` })).toHaveCount(1)
    await expect(audit.filter({ hasNotText: id.slice(-6) })).toHaveCount(0)
    await page.getByRole('searchbox', { name: 'Search the audit' }).fill('QQQQQQ')
    await expect(page.getByText('No entries.')).toBeVisible()
    await visit(page, '/office/staff')
  })

  await test.step('errors of a new account are shown at their fields', async () => {
    await page.getByRole('button', { name: 'Add member' }).click()
    const sheet = page.getByRole('dialog', { name: 'Add member' })
    await sheet.getByLabel('Role').selectOption('Rider')
    await sheet.getByLabel('Type').check()
    await sheet.getByLabel('Their password', { exact: true }).fill('fourteen chars')
    await sheet.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(sheet.getByLabel('Username')).toHaveAccessibleDescription('Please enter a username.')
    await expect(sheet.getByLabel('Username')).toBeFocused()
    await expect(sheet.getByLabel('Phone')).toHaveAccessibleDescription(
      'A rider needs a phone number: customers call it.',
    )
    await expect(sheet.getByLabel('Their password', { exact: true })).toHaveAccessibleDescription(
      'Please use a password of at least 15 characters.',
    )
    await sheet.getByLabel('Username').fill('Cashier')
    await sheet.getByLabel('Role').selectOption('Kitchen')
    await sheet.getByLabel('Their password', { exact: true }).fill('fifteen letters')
    await sheet.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(sheet.getByLabel('Username')).toHaveAccessibleDescription('Username already exists')
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
  })

  await test.step('the only owner can neither be deactivated nor change role', async () => {
    await page.getByRole('button', { name: 'Switch off desk' }).click()
    const sheet = page.getByRole('dialog', { name: 'Switch off desk?' })
    await sheet.getByLabel('Your password', { exact: true }).fill(restaurant.passwords.desk ?? '')
    await sheet.getByRole('button', { name: 'Switch off' }).click()
    await expect(sheet.getByRole('alert')).toHaveText(
      'This is the only owner who can sign in. Make somebody else an owner first.',
    )
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
  })

  await test.step('password: a customer signs in with a reset code from the restaurant', async () => {
    const phone = await elsewhere(browser, restaurant)
    const ada = await signUp(phone)
    await phone.context().clearCookies()
    await page.getByRole('button', { name: 'Customer reset code' }).click()
    const form = page.getByRole('dialog', { name: 'Customer reset code' })
    await form.getByLabel('Their username or phone').fill(ada.phone)
    await form.getByRole('button', { name: 'Make code' }).click()
    await expect(form).toContainText(`For ${ada.username}`)
    const code = (await form.getByText(/^([0-9A-Z]{3} ?){3}$/).textContent()) ?? ''

    await visit(phone, '/orders')
    await phone.getByRole('main').getByRole('button', { name: 'Log in' }).click()
    await phone.getByRole('button', { name: 'Forgot your password?' }).click()
    const sheet = phone.getByRole('dialog', { name: 'A new password' })
    await expect(sheet.getByRole('link', { name: /^Call 0\d/ })).toHaveAttribute('href', /^tel:\+234/)
    await sheet.getByLabel('Username or phone').fill(ada.username)
    await sheet.getByLabel('Code').fill('ACDEFGHJK')
    await sheet.getByLabel('New password', { exact: true }).fill('eba and ogbono')
    await sheet.getByRole('button', { name: 'Set password' }).click()
    await expect(sheet.getByLabel('Code')).toHaveAccessibleDescription(/is wrong or has expired/)
    await sheet.getByLabel('Code').fill(code)
    await expectToast(phone, 'Password changed. You are now logged in!', () =>
      sheet.getByRole('button', { name: 'Set password' }).click(),
    )
    await expect(phone.getByRole('heading', { name: 'Your Orders' })).toBeVisible()
    expect(await signIn(phone, ada.username, 'eba and ogbono')).toBe(200)
  })
})

test('office: a new member signs in with the password shown once, gets a new role on an open page, and changes the password', async ({
  page,
  restaurant,
  browser,
}) => {
  await openOffice(page, restaurant)
  const name = newName()
  const password = await addMember(page, name)
  const card = cardOf(page, name)
  await expect(card).toContainText('Kitchen')
  await expect(card).toContainText('Not signed in anywhere.')

  const tablet = await elsewhere(browser, restaurant)
  expect(await signIn(tablet, name, password)).toBe(200)
  await visit(tablet, '/kitchen')
  await expect(tablet.getByRole('button', { name: 'Dishes' })).toBeVisible()

  await test.step('password: staff change their own password at the desk with the current password', async () => {
    await fromMenu(tablet, 'Account')
    const own = tablet.getByRole('dialog', { name: 'Your account' })
    await expect(own.getByRole('link', { name: /office/ })).toBeHidden()
    await own.getByLabel('Current password', { exact: true }).fill('not this one')
    await own.getByLabel('New password', { exact: true }).fill('fourteen chars')
    const save = own.getByRole('button', { name: 'Change password' })
    await save.click()
    await expect(own.getByLabel('New password', { exact: true })).toHaveAccessibleDescription(
      'Please use a password of at least 15 characters.',
    )
    await own.getByLabel('New password', { exact: true }).fill('moi moi in the morning')
    await save.click()
    await expect(own.getByLabel('Current password', { exact: true })).toHaveAccessibleDescription(
      'This is not your current password.',
    )
    await own.getByLabel('Current password', { exact: true }).fill(password)
    await expectToast(tablet, 'Password changed.', () => save.click())
    expect(await signIn(tablet, name, password)).toBe(401)
    expect(await signIn(tablet, name, 'moi moi in the morning')).toBe(200)
  })

  const change = card.getByRole('button', { name: `Change ${name}` })
  const sheet = page.getByRole('dialog', { name: `Change ${name}` })
  // The roles kitchen and cashier share the desk's screen and its stream.
  const newOrder = tablet.getByRole('link', { name: 'New order' })
  await visit(tablet, '/desk')
  await expect(tablet.locator('[data-live=open]')).toBeAttached()
  await expect(newOrder).toBeHidden()
  await change.click()
  const own = sheet.getByLabel('Your password', { exact: true })
  await expect(own).toHaveCount(0)
  await sheet.getByLabel('Role').selectOption('Cashier')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(own).toHaveAccessibleDescription('Please enter your password.')
  await own.fill('not this one')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(own).toHaveAccessibleDescription('This is not your current password.')
  await own.fill(restaurant.passwords.desk ?? '')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(newOrder).toBeVisible()
  await expect(tablet.locator('[data-live=open]')).toBeAttached()
  await change.click()
  await sheet.getByLabel('Role').selectOption('Kitchen')
  await own.fill(restaurant.passwords.desk ?? '')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(newOrder).toBeHidden()

  await change.click()
  await sheet.getByLabel('Role').selectOption('Rider')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet.getByLabel('Phone')).toHaveAccessibleDescription(
    'A rider needs a phone number: customers call it.',
  )
  await sheet.getByLabel('Phone').fill(`0901${String(Date.now()).slice(-7)}`)
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(card).toContainText('Rider')
  await expect(tablet.getByRole('heading', { name: 'Not your screen' })).toBeVisible()

  // Other tests expect one rider.
  await card.getByRole('button', { name: `Switch off ${name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click()
  await expect(card.getByRole('button', { name: `Switch on ${name}` })).toBeVisible()
})

test('office: a member whose sessions the owner ends must sign in again, and a deactivated member cannot sign in until reactivated', async ({
  page,
  restaurant,
  browser,
}) => {
  await openOffice(page, restaurant)
  const name = newName()
  const password = await addMember(page, name, 'Cashier', restaurant.passwords.desk)
  const desk = await elsewhere(browser, restaurant)
  expect(await signIn(desk, name, password)).toBe(200)
  await visit(desk, '/desk')
  await expect(desk.getByRole('link', { name: 'New order' })).toBeVisible()
  await expect(desk.locator('[data-live=open]')).toBeAttached()

  await page.reload()
  const card = cardOf(page, name)
  await expect(card).toContainText('in use')
  await card.getByRole('button', { name: /^Sign out/ }).click()
  await expect(card).toContainText('Not signed in anywhere.')
  // The focus moves to the heading, because the pressed button disappears.
  const heading = card.getByRole('heading', { name })
  await expect(heading).toBeFocused()
  // The tablet asks for a sign-in without a press.
  await expect(desk.getByText('Sign in with your staff account.')).toBeVisible()

  await card.getByRole('button', { name: `Switch off ${name}` }).click()
  const sheet = page.getByRole('dialog', { name: `Switch off ${name}?` })
  const prove = () =>
    page
      .getByRole('dialog')
      .getByLabel('Your password', { exact: true })
      .fill(restaurant.passwords.desk ?? '')
  await prove()
  await sheet.getByRole('button', { name: 'Switch off' }).click()
  await expect(page.getByRole('heading', { name: 'Switched off' })).toBeVisible()
  const back = card.getByRole('button', { name: `Switch on ${name}` })
  await expect(back).toBeVisible()
  await expect(heading).toBeFocused()
  expect(await signIn(desk, name, password)).toBe(401)
  await back.click()
  await prove()
  await page.getByRole('dialog').getByRole('button', { name: 'Switch on', exact: true }).click()
  await expect(heading).toBeFocused()
  await expect(card).toContainText('Not signed in anywhere.')
  expect(await signIn(desk, name, password)).toBe(200)

  await visit(page, '/office/audit')
  await page.getByLabel('Person').selectOption(name)
  const audit = page.getByRole('list', { name: 'Audit entries' })
  for (const entry of ['switched on', 'switched off', 'signed out', 'added']) {
    await expect(audit).toContainText(`${entry} ${name}`)
  }
  await expect(audit.getByText(`${name} signed in.`).first()).toContainText(' on Linux.')
  await expect(audit.getByText(`Somebody could not sign in as ${name}.`)).toContainText(
    /\w+ on Linux\. The right password, but switched off\./,
  )
})

test('office: a list that fails to load says so, and can be retried', async ({ page, restaurant }) => {
  await signIn(page, 'desk', restaurant.passwords.desk ?? '')
  let isDown = true
  await page.route('/api/office/**', (route) => (isDown ? route.abort() : route.fallback()))
  await visit(page, '/office/staff')
  // The page retries failed requests before it shows the failure.
  await expect(page.getByRole('alert')).toHaveCount(2)
  await expect(page.getByText('The staff did not load.')).toBeVisible()
  await expect(page.getByText('The list did not load.')).toBeVisible()
  isDown = false
  await page.getByRole('alert').first().getByRole('button', { name: 'Try again' }).click()
  await expect(cardOf(page, 'desk')).toBeVisible()
})

test('password: a customer who changes the password is signed out in other browsers', async ({ page, customer }) => {
  // The account has sessions in two browsers.
  expect(await signIn(page, customer.username, customer.password)).toBe(200)
  await visit(page, '/account')
  await page.getByRole('button', { name: 'Change password' }).click()
  const sheet = page.getByRole('dialog', { name: 'Change password' })
  await sheet.getByLabel('Current password', { exact: true }).fill(customer.password)
  await sheet.getByLabel('New password', { exact: true }).fill('eba and ogbono')
  await expectToast(page, 'Password changed.', () => sheet.getByRole('button', { name: 'Change password' }).click())
  expect((await page.request.get('/api/account')).status()).toBe(200)
  expect((await customer.request.get('/api/account')).status()).toBe(401)
})
