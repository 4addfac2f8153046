import type { Locator, Page } from '@playwright/test'
import type { CounterPlaced } from '#contract/order/counter.ts'
import type { Order } from '#contract/order/orders.ts'
import { check } from './accessible.ts'
import { choose, enterAs, fromMenu, panelOf, placeOrder, signedIn, test } from './order-desk.ts'
import { loseAnswers, visit } from './ordering.ts'
import { expect, type Restaurant, signInStaff, signUp } from './restaurant.ts'

function column(page: Page, title: string): Locator {
  return page.getByRole('region', { name: new RegExp(`^${title}`) })
}

async function openNew(page: Page, restaurant: Restaurant): Promise<void> {
  await signInStaff(page.request, restaurant, 'cashier')
  await visit(page, '/desk/new')
  await expect(page.getByRole('heading', { name: 'New order' })).toBeVisible()
}

const order = (page: Page) => page.getByRole('region', { name: /portions?$|^Order$/ })

async function placeAndReadCode(page: Page): Promise<string> {
  const answer = page.waitForResponse((response) => response.url().endsWith('/api/desk/orders') && response.ok())
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Place order/ })
    .click()
  const { orderId: id }: CounterPlaced = await (await answer).json()
  await expect(page.getByRole('heading', { name: 'Order placed' })).toBeFocused()
  await expect(page.getByText(id.slice(-6), { exact: true })).toBeVisible()
  return id.slice(-6)
}

test('counter: a walk-in order is paid in cash with change and started, and an unpaid pick-up order is paid in cash at collection', async ({
  page,
  restaurant,
  desk,
  customer,
}) => {
  await test.step('an unpaid pick-up order is paid in cash at collection', async () => {
    const web = await placeOrder(customer)
    await enterAs(page, restaurant, 'cashier')
    const card = page.getByRole('article', { name: web.orderId.slice(-6) })
    await card.getByRole('button', { name: 'Confirm payment' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('radio', { name: 'Card' }).check()
    await sheet.getByRole('button', { name: 'Take ₦1,200' }).click()
    await expect(sheet.getByLabel('Reference on the slip')).toHaveAccessibleDescription(/^Enter the reference/)
    await sheet.getByRole('radio', { name: 'Cash' }).check()
    await sheet.getByLabel('Cash given').fill('2000')
    await expect(sheet.getByText('₦800 change.')).toBeVisible()
    await sheet.getByRole('button', { name: 'Take ₦1,200' }).click()
    await expect(page.getByText(`${web.orderId.slice(-6)} is paid.`)).toBeVisible()
    await expect(card).toContainText('Paid')
  })

  await test.step('a walk-in order is placed, paid in cash with change, and started', async () => {
    await page.getByRole('link', { name: 'New order' }).click()
    await expect(page.getByRole('heading', { name: 'New order' })).toBeVisible()
    await order(page).getByRole('button', { name: 'Continue to payment' }).click()
    await expect(page.getByRole('alert')).toHaveText('Choose a dish first.')
    await choose(page, 'Coke')
    await choose(page, 'Coke')
    await expect(order(page).getByRole('group', { name: 'Quantity of Coke' })).toContainText('2')

    await choose(page, 'Grilled Croaker')
    const customiser = page.getByRole('dialog', { name: 'Grilled Croaker' })
    await customiser.getByRole('button', { name: 'Choose side and sauce' }).click()
    await expect(customiser.getByRole('alert')).toHaveText('Please select your free side')
    await customiser
      .getByRole('group', { name: /^Free side/ })
      .getByLabel(/^Jollof Rice/)
      .check()
    await customiser
      .getByRole('group', { name: /^Sauce/ })
      .getByLabel(/^Barbecued/)
      .check()
    await customiser.getByRole('button', { name: /^Add/ }).click()
    await expect(order(page)).toContainText('3 portions')
    await order(page).getByRole('button', { name: 'Remove Grilled Croaker' }).click()
    await expect(page.getByRole('heading', { name: '2 portions' })).toBeFocused()

    await order(page).getByRole('button', { name: 'Continue to payment' }).click()
    const sheet = page.getByRole('dialog', { name: /^Payment of/ })
    await expect(sheet.getByText('Walk-in', { exact: true })).toBeVisible()
    await expect(sheet).not.toContainText('Not Provided')
    await sheet.getByLabel('Cash given').fill('5,000')
    await expect(sheet.getByText('₦2,600 change.')).toBeVisible()
    const code = await placeAndReadCode(page)
    await expect(page.getByText('₦2,400 Paid')).toBeVisible()
    await expect(page.getByRole('main')).toContainText('Change₦2,600')

    await page.getByRole('main').getByRole('link', { name: 'Back to board' }).click()
    const card = column(page, 'To cook').getByRole('article', { name: code })
    await expect(card).toContainText('Walk-in')
    await expect(card).toContainText('Paid')
    await card.getByRole('button', { name: 'Start' }).click()
    await expect(column(page, 'On the fire').getByRole('article', { name: code })).toBeVisible()
    const all = await page.request.get('/api/desk/orders')
    const { orders } = (await all.json()) as { orders: Order[] }
    const placed = orders.find(({ orderId: id }) => id.endsWith(code))
    expect(placed).toMatchObject({ received: 2400, customerId: null })
    if (placed) await desk.cancel(placed, 'Only a test')
  })
})

test('counter: two simultaneous sales of one dish make two orders, and a phone order is paid at the door up to the owner’s limit', async ({
  page,
  restaurant,
  desk,
  browser,
}) => {
  await test.step('two tablets of one account that sell the same dish at the same moment make two orders', async () => {
    const other = await browser.newContext({ baseURL: restaurant.url })
    const tablets = [page, await other.newPage()]
    for (const tablet of tablets) {
      await openNew(tablet, restaurant)
      await choose(tablet, 'Coke')
      await order(tablet).getByRole('button', { name: 'Continue to payment' }).click()
      await expect(tablet.getByRole('dialog', { name: /^Payment of/ })).toBeVisible()
    }
    const codes = []
    for (const tablet of tablets) codes.push(await placeAndReadCode(tablet))
    expect(new Set(codes).size).toBe(2)
    await other.close()
  })

  await test.step('a phone order is paid in cash at the door once the owner allows its sum', async () => {
    await page.getByRole('button', { name: 'Next order' }).click()
    const owner = await signedIn(restaurant, 'desk')
    const proof = { password: restaurant.passwords.desk }
    const limit = async (cashAtDoorUpTo: number | null) =>
      expect((await owner.patch('/api/office/settings', { data: { cashAtDoorUpTo, proof } })).ok()).toBe(true)
    await choose(page, 'Coke')
    await page.getByRole('radio', { name: 'Phone' }).check()
    await page.getByRole('radio', { name: 'Delivery' }).check()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Chief Obi')
    await page.getByRole('textbox', { name: 'Phone', exact: true }).fill('0803 555 0199')
    await page.getByLabel('Delivery address').fill('12 Admiralty Way')
    await page.getByLabel('Location').selectOption({ value: 'lekki-phase-1' })
    // On a tablet the form is longer than the screen; total and button stay in view.
    await page.setViewportSize({ width: 1024, height: 768 })
    await order(page).evaluate((panel) => panel.scrollTo(0, 0))
    const proceed = order(page).getByRole('button', { name: 'Continue to payment' })
    await expect(order(page).getByText('Final total')).toBeInViewport({ ratio: 1 })
    await expect(proceed).toBeInViewport({ ratio: 1 })
    await proceed.click()
    const sheet = page.getByRole('dialog', { name: /^Payment of/ })
    const atDoor = sheet.getByRole('radio', { name: 'Cash at the door' })
    await expect(sheet.getByRole('radio', { name: 'Transfer' })).toBeChecked()
    await expect(atDoor).toBeHidden()
    // An open sheet follows a change of the owner's limit.
    await limit(100)
    await expect(atDoor).toBeHidden()
    await limit(100_000)
    await expect(atDoor).toBeVisible()
    // Taking cash for a phone order needs a confirmation.
    await sheet.getByRole('radio', { name: 'Cash', exact: true }).check()
    await sheet.getByRole('button', { name: /^Place order/ }).click()
    const amount = page.getByRole('dialog', { name: 'Check the amount' })
    await expect(amount.getByText(/^Is ₦/)).toHaveText(
      /^Is ₦[\d,]+ in the till already\? If the rider brings it, choose Cash at the door\.$/,
    )
    await amount.getByRole('button', { name: 'Back' }).click()
    await atDoor.check()
    await expect(sheet).toContainText(/The rider collects ₦[\d,]+ in cash/)
    const sizes = [
      { width: 360, height: 760 },
      { width: 1280, height: 800 },
    ]
    await check(page, { sizes, within: 'dialog[open]' })
    const code = await placeAndReadCode(page)
    await expect(page.getByText(/^The kitchen has started. The rider collects ₦[\d,]+ in cash.$/)).toBeVisible()

    await page.getByRole('main').getByRole('link', { name: 'Back to board' }).click()
    const card = column(page, 'On the fire').getByRole('article', { name: code })
    await expect(card).toContainText(/Rider collects ₦[\d,]+/)
    const all = await page.request.get('/api/desk/orders')
    const { orders } = (await all.json()) as { orders: Order[] }
    const placed = orders.find(({ orderId: id }) => id.endsWith(code))
    expect(placed).toMatchObject({ received: 0, cashAtDoor: true, status: 'preparing' })
    if (placed) await desk.cancel(placed, 'Only a test')
    await limit(null)
    await owner.dispose()
  })
})

test('SAFE-7 counter: a partly paid walk-in order shows the amount due, and a phone order joins an account only by its link code', async ({
  page,
  restaurant,
  browser,
}) => {
  await test.step('a partly paid walk-in order shows the amount still due, and no bank account', async () => {
    await openNew(page, restaurant)
    await choose(page, 'Coke')
    await order(page).getByRole('button', { name: 'Continue to payment' }).click()
    await page
      .getByRole('dialog', { name: /^Payment of/ })
      .getByLabel('Cash given')
      .fill('1,000')
    await placeAndReadCode(page)
    await expect(page.getByText('The kitchen starts once the other ₦200 is paid.')).toBeVisible()
    await expect(page.getByText('Send it to')).toBeHidden()
  })

  await test.step('a phone order is in no account until a customer adds it with the link code', async () => {
    const phone = await browser.newContext({ baseURL: restaurant.url })
    const customer = await phone.newPage()
    const ada = await signUp(customer)
    await visit(customer, '/orders')
    await expect(customer.getByText('No pending orders.')).toBeVisible()
    const account = async (name: string) => {
      await customer.getByRole('banner').getByRole('button', { name: ada.username }).click()
      await customer.getByRole('navigation', { name: 'Account' }).getByRole('link', { name }).click()
    }

    await page.getByRole('button', { name: 'Next order' }).click()
    await choose(page, 'Coke')
    await page.getByRole('radio', { name: 'Phone' }).check()
    await page.getByRole('radio', { name: 'Delivery' }).check()
    await order(page).getByRole('button', { name: 'Continue to payment' }).click()
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveAccessibleDescription('Who is it for?')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Chief Obi')
    await order(page).getByRole('button', { name: 'Continue to payment' }).click()
    const number = page.getByRole('textbox', { name: 'Phone', exact: true })
    await expect(number).toHaveAccessibleDescription('An order by phone needs a phone number.')
    // The address must be typed, even if the phone number belongs to an account with an address.
    await number.fill(ada.phone)
    await order(page).getByRole('button', { name: 'Continue to payment' }).click()
    const address = page.getByLabel('Delivery address')
    await expect(address).toHaveAccessibleDescription('Please enter the delivery address.')
    await address.fill('12 Admiralty Way')
    await page.getByLabel('Location').selectOption({ value: 'lekki-phase-1' })
    await order(page).getByRole('button', { name: 'Continue to payment' }).click()
    const sheet = page.getByRole('dialog', { name: /^Payment of/ })
    await expect(sheet).toContainText('12 Admiralty Way, Lekki Phase 1')
    await expect(sheet.getByRole('radio', { name: 'Transfer' })).toBeChecked()
    const code = await placeAndReadCode(page)
    await expect(page.getByText('Code for the rider')).toBeVisible()
    await expect(page.getByText('The kitchen starts once the transfer is found.')).toBeVisible()

    const linkCode = await page
      .getByText('To add it to an account')
      .locator('xpath=following-sibling::dd[1]')
      .textContent()
    await account('My Account')
    await customer.getByRole('button', { name: 'Ordered by phone? Add it' }).click()
    await customer.getByLabel('Code of your order').fill(linkCode?.toLowerCase() ?? '')
    await customer.getByRole('button', { name: 'Add order' }).click()
    await expect(customer.getByRole('heading', { name: code })).toBeVisible()
    await account('My Orders')
    await expect(customer.getByRole('article').filter({ hasText: code })).toContainText('12 Admiralty Way')
    await page.getByRole('main').getByRole('link', { name: 'Back to board' }).click()
    const card = column(page, 'Check transfer').getByRole('article', { name: code })
    await expect(card).toContainText('Phone · Chief Obi · Lekki Phase 1')
    await phone.close()
  })
})

test('TRACK-3 counter: staff are asked to phone a caller whose transfer was not found, and to call out a walk-in order that was paid short', async ({
  page,
  restaurant,
}) => {
  await openNew(page, restaurant)
  await choose(page, 'Coke')
  await page.getByRole('radio', { name: 'Phone' }).check()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Funke Bank')
  await page.getByRole('textbox', { name: 'Phone', exact: true }).fill('0803 000 0004')
  await order(page).getByRole('button', { name: 'Continue to payment' }).click()
  const caller = await placeAndReadCode(page)
  await page.getByRole('button', { name: 'Next order' }).click()
  await choose(page, 'Coke')
  await order(page).getByRole('button', { name: 'Continue to payment' }).click()
  await page
    .getByRole('dialog', { name: /^Payment of/ })
    .getByLabel('Cash given')
    .fill('1,000')
  const walkIn = await placeAndReadCode(page)
  await page.getByRole('main').getByRole('link', { name: 'Back to board' }).click()

  const panel = await panelOf(page, { orderId: caller })
  await expect(panel.getByText('Narration')).toBeVisible()
  // The panel does not say 'Sent', because nobody has claimed a transfer.
  await expect(panel.getByText('Sent', { exact: true })).toBeHidden()
  await panel.getByRole('button', { name: 'Not found' }).click()
  const question = page.getByRole('dialog', { name: `Transfer of ${caller} not found?` })
  await expect(question).toContainText(/Tell them yourself: call 0803.000.0004/)
  await check(page, { within: question })
  await question.getByRole('button', { name: 'Not found' }).click()
  await expect(panel).toContainText(/To be told: call 0803.000.0004/)

  // On a phone the panel covers the board.
  await panel.getByRole('button', { name: 'Close the order' }).click()
  const short = await panelOf(page, { orderId: walkIn })
  await expect(short.getByText('Received in cash')).toBeVisible()
  await expect(short).toContainText('₦1,000')
  await expect(short).toContainText(`To be told: call out ${walkIn} at the counter`)
  await check(page)
})

test('counter: a request whose answer was lost is repeated, even after a reload, and makes one order', async ({
  page,
  restaurant,
}) => {
  await openNew(page, restaurant)
  await choose(page, 'Fanta')
  await order(page).getByRole('button', { name: 'Continue to payment' }).click()
  const sheet = page.getByRole('dialog', { name: /^Payment of/ })
  await loseAnswers(page, '**/api/desk/orders')
  await sheet.getByRole('button', { name: /^Place order/ }).click()
  await expect(sheet.getByRole('alert')).toContainText('the order is placed only once')
  await expect(sheet.getByRole('radio', { name: 'Card' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeVisible()
  const code = await placeAndReadCode(page)
  const { orders } = (await (await page.request.get('/api/desk/orders')).json()) as { orders: Order[] }
  const same = orders.filter(
    ({ channel, items: lines }) => channel !== 'web' && lines.some(({ name }) => name === 'Fanta'),
  )
  expect(same.map(({ orderId: id, received }) => [id.slice(-6), received])).toEqual([[code, 1200]])

  await page.getByRole('button', { name: 'Next order' }).click()
  await choose(page, 'Sprite')
  await order(page).getByRole('button', { name: 'Continue to payment' }).click()
  await loseAnswers(page, '**/api/desk/orders')
  await sheet.getByRole('radio', { name: 'Card' }).check()
  await sheet.getByLabel('Reference on the slip').fill(`POS S${Date.now()}`)
  await sheet.getByRole('button', { name: /^Place order/ }).click()
  await expect(sheet.getByRole('alert')).toContainText('the order is placed only once')
  await page.reload()
  await expect(sheet.getByRole('alert')).toContainText('the order is placed only once')
  await expect(sheet.getByRole('radio', { name: 'Card' })).toBeDisabled()
  const next = await placeAndReadCode(page)
  const all = (await (await page.request.get('/api/desk/orders')).json()) as { orders: Order[] }
  const again = all.orders.filter(({ items: lines }) => lines.some(({ name }) => name === 'Sprite'))
  expect(again.map(({ orderId: id, received }) => [id.slice(-6), received])).toEqual([[next, 1200]])
  await page.reload()
  await expect(order(page)).toContainText('Nothing chosen yet.')
})

const whole = (page: Page) => page.evaluate(() => JSON.stringify(localStorage))

test('counter: the kitchen role cannot place orders, a pause is shown, and a draft survives a reload but is hidden from the next user', async ({
  page,
  restaurant,
  deskRequest,
}) => {
  await test.step('the kitchen role cannot place orders, and a pause is shown', async () => {
    await signInStaff(page.request, restaurant, 'kitchen')
    await visit(page, '/desk/new')
    await expect(page.getByRole('heading', { name: 'Not your screen' })).toBeVisible()
    await visit(page, '/desk')
    await expect(page.getByRole('heading', { name: /To cook/ })).toBeVisible()
    await expect(page.getByRole('link', { name: 'New order' })).toHaveCount(0)

    await openNew(page, restaurant)
    await deskRequest.patch('/api/kitchen-load', { data: { paused: 'The grill is being cleaned.' } })
    try {
      await expect(
        page.getByText(/^Ordering is paused: “The grill is being cleaned\. Orders open again .+\.”/),
      ).toBeVisible()
      // The board's header keeps one row on a tablet.
      await page.setViewportSize({ width: 768, height: 1024 })
      await page.getByRole('link', { name: 'Back to board' }).click()
      await expect(page.getByText(/ · paused until/)).toBeVisible()
      const header = await page.getByRole('banner').boundingBox()
      expect(header?.height).toBeLessThan(60)
      await page.setViewportSize({ width: 1280, height: 720 })
      await page.getByRole('link', { name: 'New order' }).click()
      await choose(page, 'Coke')
      await order(page).getByRole('button', { name: 'Continue to payment' }).click()
      await page.getByRole('dialog').getByRole('radio', { name: 'Card' }).check()
      await page.getByRole('dialog').getByLabel('Reference on the slip').fill(`POS ${Date.now()}`)
      await placeAndReadCode(page)
    } finally {
      await deskRequest.patch('/api/kitchen-load', { data: { paused: null } })
    }
  })

  await test.step('a draft survives a reload, can be cleared, and is hidden from the next member of staff even if nobody signed out', async () => {
    await page.getByRole('button', { name: 'Next order' }).click()
    await choose(page, 'Coke')
    await page.getByRole('radio', { name: 'Phone' }).check()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Chief Obi')
    await page.getByRole('textbox', { name: 'Phone', exact: true }).fill('0701 000 0002')
    await expect(page.getByText(/^Draft of/)).toBeHidden()
    await page.reload()
    await expect(page.getByText(/^Draft of \d\d:\d\d\.$/)).toBeVisible()
    await expect(order(page)).toContainText('1 portion')
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Chief Obi')
    await expect(page.getByRole('textbox', { name: 'Phone', exact: true })).toHaveValue('0701 000 0002')
    // Adding a dish again raises its quantity instead of adding a second line.
    await choose(page, 'Coke')
    await expect(order(page)).toContainText('2 portions')
    await check(page)

    await page.getByRole('button', { name: 'Clear' }).click()
    await expect(order(page)).toContainText('Nothing chosen yet.')
    expect(await whole(page)).not.toMatch(/Obi|0701/)
    await page.getByRole('button', { name: 'Restore' }).click()
    await expect(order(page)).toContainText('2 portions')
    await order(page).getByRole('button', { name: 'Continue to payment' }).click()
    await page.getByRole('dialog').getByRole('radio', { name: 'Cash' }).check()
    await page.getByRole('button', { name: /^Place order/ }).click()
    const question = page.getByRole('dialog', { name: 'Check the amount' })
    await expect(question).toContainText('If the customer brings it, choose Transfer')
    await question.getByRole('button', { name: 'Back', exact: true }).click()
    await page.getByRole('dialog').getByRole('radio', { name: 'Transfer' }).check()
    await placeAndReadCode(page)
    expect(await whole(page)).not.toMatch(/Obi|0701/)
    await page.getByRole('button', { name: 'Next order' }).click()
    await expect(order(page)).toContainText('Nothing chosen yet.')
    await expect(page.getByRole('button', { name: /^(Clear|Restore)$/ })).toHaveCount(0)

    await page.getByRole('textbox', { name: /^Phone/ }).fill('0701 000 0003')
    // Another member of staff signs in, and nobody has pressed Sign Out.
    await page.context().clearCookies()
    await signInStaff(page.request, restaurant, 'desk')
    await visit(page, '/desk/new')
    await expect(page.getByRole('textbox', { name: /^Phone/ })).toHaveValue('')
    expect(await whole(page)).not.toContain('0701')

    await page.getByRole('textbox', { name: /^Phone/ }).fill('0701 000 0004')
    await page.getByRole('link', { name: 'Back to board' }).click()
    await fromMenu(page, 'Sign Out')
    await expect(page.getByText('Sign in with your staff account.')).toBeVisible()
    expect(await whole(page)).not.toContain('0701')
  })
})

test('DESK-3 counter: a walk-in order is placed by keyboard alone, with portions typed before a dish and the most ordered dishes first', async ({
  page,
  restaurant,
}) => {
  await test.step('the keypad sets the portions of the next dish, and the most ordered dishes are first', async () => {
    await openNew(page, restaurant)
    const keypad = page.getByRole('group', { name: 'Portions of the next dish' })
    await choose(page, 'Coke')
    await keypad.getByRole('button', { name: '4' }).click()
    await choose(page, 'Zobo')
    await expect(order(page).getByRole('group', { name: 'Quantity of Zobo' })).toContainText('4')
    await expect(keypad.getByRole('button', { name: '1' })).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('main').focus()
    await page.keyboard.press('3')
    await expect(keypad.getByRole('button', { name: '3' })).toHaveAttribute('aria-pressed', 'true')

    await page.reload()
    await expect(order(page).getByRole('group', { name: 'Quantity of Zobo' })).toContainText('4')
    await order(page).getByRole('button', { name: 'Continue to payment' }).click()
    await page
      .getByRole('dialog')
      .getByRole('radio', { name: /Transfer/ })
      .check()
    await placeAndReadCode(page)
    await page.getByRole('button', { name: 'Next order' }).click()
    const dishes = page.getByRole('region', { name: 'Dishes' })
    await expect(dishes.getByRole('list').getByRole('button').first()).toHaveText(/^Zobo/)
    await expect(dishes.getByRole('list').getByRole('button').nth(1)).toHaveText(/^Coke/)
  })

  await test.step('a walk-in order is placed by keyboard alone, and each added dish is announced with the total', async () => {
    const keys = page.keyboard
    await keys.press('2')
    await keys.type('coke')
    await expect(page.getByRole('button', { name: /^Coke/ }).first()).toContainText('Enter')
    await keys.press('Enter')
    await expect(page.getByText('Added: 2 Coke. The total is ₦2,400.')).toBeAttached()
    await keys.type('grilled croaker')
    await keys.press('Enter')
    const customiser = page.getByRole('dialog', { name: 'Grilled Croaker' })
    await expect(customiser.getByRole('radio').first()).toBeVisible()
    for (const group of [/^Free side/, /^Sauce/]) {
      await keys.press('Tab')
      await expect(customiser.getByRole('group', { name: group }).getByRole('radio').first()).toBeFocused()
      await keys.press('Space')
    }
    const add = customiser.getByRole('button', { name: /^Add/ })
    while (!(await add.evaluate((button) => button === document.activeElement))) await keys.press('Tab')
    await keys.press('Enter')
    await expect(page.getByText(/^Added: 1 Grilled Croaker\. The total is ₦[\d,]+\.$/)).toBeAttached()
    const search = page.getByRole('searchbox', { name: 'Search all dishes' })
    await expect(search).toBeFocused()
    await keys.press('Enter')
    await expect(search).toBeFocused()
    await expect(page.getByRole('heading', { name: '3 portions' })).toBeVisible()

    const name = order(page).getByLabel('Name (optional)')
    while (!(await name.evaluate((field) => field === document.activeElement))) await keys.press('Tab')
    await keys.type('Bola')
    await keys.press('Enter')
    const sheet = page.getByRole('dialog', { name: /^Payment of/ })
    await expect(sheet).toContainText('Bola')
    await expect(sheet.getByRole('button', { name: 'Close' })).toBeFocused()
    for (const field of [sheet.getByRole('radio', { name: 'Cash' }), sheet.getByLabel('Cash given')]) {
      await keys.press('Tab')
      await expect(field).toBeFocused()
    }
    await keys.press('Enter')
    await expect(page.getByRole('heading', { name: 'Order placed' })).toBeFocused()
    await keys.press('Tab')
    await keys.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    await keys.type('zobo')
    await expect(search).toHaveValue('zobo')
  })

  await test.step('a number typed before a dish sets its portions, + and − change the last line, and F2 continues to payment', async () => {
    const keys = page.keyboard
    const search = page.getByRole('searchbox', { name: 'Search all dishes' })
    await search.fill('3 zobo')
    await keys.press('Enter')
    const quantity = order(page).getByRole('group', { name: 'Quantity of Zobo' })
    await expect(quantity).toContainText('3')
    await expect(search).toHaveValue('')
    await keys.press('+')
    await expect(quantity).toContainText('4')
    await keys.press('-')
    await expect(quantity).toContainText('3')
    await keys.press('2')
    const keypad = page.getByRole('group', { name: 'Portions of the next dish' })
    await expect(keypad.getByRole('button', { name: '2' })).toHaveAttribute('aria-pressed', 'true')
    await keys.press('F2')
    await expect(page.getByRole('dialog', { name: /^Payment of/ })).toBeVisible()
  })
})
