import type { Locator, Page } from '@playwright/test'
import { screens } from '#domain/restaurant/policy.ts'
import { pages } from '#web/app/navigation/pages.ts'
import { check, checkNarrow, desktop, phone } from './accessible.ts'
import { codeOf, coke, fromMenu, panelOf, placeOrder, test } from './order-desk.ts'
import { cartLink, change, customise, group, unfold, visit } from './ordering.ts'
import { addPlain, expect, type Restaurant, signInStaff, signUp } from './restaurant.ts'

// Each check reads the whole page, which is slow on a busy machine.
test.describe.configure({ timeout: 120_000 })

const openSheet = 'dialog[open]'
const openMenu = ':popover-open:not([role])'

async function fillCart(page: Page): Promise<void> {
  const sheet = await customise(page, 'grills', 'Half Grilled Chicken')
  await group(sheet, 'Free side').getByRole('radio').first().check()
  await group(sheet, 'Sauce').getByRole('radio').first().check()
  await unfold(sheet, 'Extra sides')
  await group(sheet, 'Extra sides').getByRole('checkbox').first().check()
  await sheet.getByRole('button', { name: /^Add to Cart/ }).click()
  await expect(sheet).toBeHidden()
}

async function enterDesk(page: Page, restaurant: Restaurant): Promise<void> {
  await signInStaff(page.request, restaurant, 'desk')
  await visit(page, '/desk')
  await expect(page.getByRole('heading', { name: /Check transfer/ })).toBeVisible()
}

const samples: Readonly<Record<string, string>> = {
  '/menu/:category': '/menu/extra-sides',
  '/orders/:id/receipt': '/orders/ABCDEFGHJ/receipt',
}

test.describe('pages that a visitor without an account sees are accessible', () => {
  const ofCustomers = pages.map(({ path }) => samples[path] ?? path)
  test('accessible: all customer pages, the offline page and an unknown page have no axe violation', async ({
    page,
  }) => {
    test.slow()
    for (const path of [...ofCustomers, '/offline', '/no-such-page']) {
      await test.step(path, async () => {
        await visit(page, path)
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
        await check(page)
      })
    }
  })

  test('accessible: the sign-in form has no axe violation on any staff screen', async ({ page }) => {
    test.slow()
    const checked = new Set<string>()
    for (const path of Object.keys(screens)) {
      await test.step(path, async () => {
        await visit(page, path)
        const heading = page.getByRole('heading', { level: 1 })
        await expect(heading).toHaveText(/\S/)
        await expect(page).toHaveTitle(/^\S.* · \S/)
        const shown = await page.evaluate(() => {
          const elements = document.querySelectorAll('link[rel=stylesheet], body > :not(script)')
          return Array.from(elements, ({ outerHTML }) => outerHTML).join('')
        })
        const form = shown.replace(`>${await heading.textContent()}</h1>`, '')
        // If the same form was checked under another screen's name, check only that the name fits a narrow window.
        if (checked.has(form)) await checkNarrow(page)
        else await check(page)
        checked.add(form)
      })
    }
  })
})

test('accessible: the customiser, a note for the chef and missing choices have no axe violation', async ({ page }) => {
  const sheet = await customise(page, 'grills', 'Half Grilled Chicken')
  await sheet.getByRole('button', { name: 'Choose side and sauce' }).click()
  await expect(sheet.getByRole('alert')).toHaveText('Please select your free side')
  await unfold(sheet, 'Extra sides')
  await group(sheet, 'Extra sides').getByRole('checkbox').first().check()
  await sheet.getByRole('button', { name: 'Note for the Chef' }).click()
  await check(page, { within: openSheet })
})

test('accessible: the customiser of a pizza has no axe violation', async ({ page }) => {
  const sheet = await customise(page, 'pizza', 'Margherita')
  await group(sheet, 'Toppings').getByRole('checkbox').first().check()
  await check(page, { within: openSheet })
})

test('accessible: a search with and without results and a filtered menu page have no axe violation', async ({
  page,
}) => {
  await visit(page, '/search?q=jolof')
  await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Available now', exact: true }).click()
  await expect(page.locator('main').getByRole('status')).toHaveText(/ of \d+ dishes for “jolof”$/)
  await check(page)
  await page.getByRole('searchbox', { name: 'Search the menu' }).fill('sushi')
  await expect(page.getByText('Nothing on the menu')).toBeVisible()
  await check(page, { sizes: [phone] })
  await visit(page, '/menu/suya')
  await expect(page.locator('main').getByRole('status')).toHaveText('11 of 12 dishes')
  await check(page, { sizes: [phone] })
})

test('accessible: the tabs of the farm page have no axe violation', async ({ page }) => {
  await visit(page, '/farm')
  for (const name of ['Videos', 'Testimonials']) {
    await page.getByRole('tab', { name }).click()
    await expect(page.getByRole('tabpanel', { name })).toBeVisible()
    await check(page, { within: '[role=tabpanel]' })
  }
})

test('accessible: the panel to log in or sign up has no axe violation, empty or with errors', async ({ page }) => {
  await visit(page, '/orders')
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  const panel = page.getByRole('dialog')
  await expect(panel).toBeVisible()
  await check(page, { within: openSheet })
  await panel.getByLabel('Username or phone').fill('nobody')
  await panel.getByLabel('Password', { exact: true }).fill('nothing')
  await panel.getByRole('button', { name: 'Log in' }).click()
  await expect(panel.getByRole('alert')).toBeVisible()
  await check(page, { sizes: [phone], within: openSheet })
  await panel.getByRole('button', { name: 'Sign up' }).click()
  await expect(panel.getByLabel('Location')).toBeEnabled()
  await check(page, { within: openSheet })
  await panel.locator('form').getByRole('button', { name: 'Sign up' }).click()
  await expect(panel.getByLabel('Username')).toHaveAttribute('aria-invalid', 'true')
  await check(page, { sizes: [phone], within: openSheet })
})

test('accessible: the drop-down menus of the navigation bar, and the categories on a phone, have no axe violation', async ({
  page,
}) => {
  await page.setViewportSize(desktop)
  await visit(page, '/menu/breakfast')
  await page.getByRole('banner').getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('navigation', { name: 'Account' })).toBeVisible()
  await check(page, { sizes: [desktop], within: openMenu })
  await page.keyboard.press('Escape')
  await page.setViewportSize(phone)
  await page.getByRole('banner').getByRole('button', { name: 'Open the menu' }).click()
  await expect(page.getByRole('navigation', { name: 'Pages and account' })).toBeVisible()
  await check(page, { sizes: [phone], within: openMenu })
  await page.keyboard.press('Escape')
  await page.getByRole('main').getByRole('button', { name: 'All 19' }).click()
  await expect(page.getByRole('navigation', { name: 'The whole menu' })).toBeVisible()
  await check(page, { sizes: [phone], within: openMenu })
})

test('accessible: a full cart, its extras, the checkout and the payment page have no axe violation', async ({
  page,
}) => {
  await signUp(page)
  await fillCart(page)
  await visit(page, '/cart')
  await page.getByRole('radio', { name: /^Delivery/ }).check()
  await change(page, 'the number')
  await change(page, 'who makes the transfer')
  await check(page)
  await change(page, 'the address')
  await page.getByLabel('Delivery address').fill(' ')
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(page.getByText('Please enter the delivery address.')).toBeVisible()
  await check(page, { sizes: [phone] })
  await page
    .getByRole('listitem')
    .getByRole('button', { name: /^Change/ })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await check(page, { sizes: [phone], within: openSheet })

  await visit(page, '/checkout')
  await expect(page.getByLabel('Name')).toBeVisible()
  await page.getByRole('radio', { name: /^Pick-up/ }).check()
  await check(page)
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(page.getByRole('button', { name: "I've Made the Transfer" })).toBeVisible()
  await check(page)
})

test('accessible: the orders page, and the account page with its form, have no axe violation', async ({
  page,
  desk,
}) => {
  await signUp(page)
  const order = await placeOrder(page, { deliveryMethod: 'delivery', payerName: 'Ngozi Okafor' })
  await desk.cancel(await placeOrder(page), 'A dish is sold out')
  await visit(page, '/orders')
  await expect(page.getByRole('article')).toBeVisible()
  await check(page)
  await desk.start(await desk.pay(order))
  await desk.assignRider(order, { name: 'Musa Bello', phone: '+2348051112233' })
  await expect(page.getByRole('article')).toContainText('Musa Bello')
  await check(page, { sizes: [phone] })

  await visit(page, '/account')
  await expect(page.getByRole('main').getByText(codeOf(order), { exact: true })).toBeVisible()
  await check(page)
  await page.getByRole('button', { name: 'Edit' }).click()
  await check(page, { sizes: [phone] })
})

test('accessible: the desk with its forms for payment, cancellation and dishes has no axe violation', async ({
  page,
  restaurant,
  desk,
}) => {
  await signUp(page)
  const short = await placeOrder(page, { deliveryMethod: 'delivery', payerName: 'Ngozi Okafor' })
  await desk.pay(short, 500)
  const orders = [
    short,
    await desk.pay(await placeOrder(page)),
    await desk.start(await desk.pay(await placeOrder(page))),
    await desk.markReady(await desk.start(await desk.pay(await placeOrder(page)))),
  ]
  await page.setViewportSize(desktop)
  await enterDesk(page, restaurant)
  await check(page)

  await page.getByRole('button', { name: 'Confirm payment' }).first().click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByLabel('Account that received it')).toBeEnabled()
  await check(page, { within: openSheet })
  await sheet.getByRole('button', { name: 'Confirm payment' }).click()
  await expect(sheet.getByLabel('Session id')).toHaveAttribute('aria-invalid', 'true')
  await check(page, { sizes: [phone], within: openSheet })
  await page.keyboard.press('Escape')

  await page.setViewportSize(desktop)
  const panel = await panelOf(page, short)
  await check(page)
  await panel.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(sheet.getByRole('textbox', { name: 'Reason' })).toBeVisible()
  await check(page, { sizes: [phone], within: openSheet })
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Close the order' }).click()
  await page.getByRole('button', { name: /^More/ }).click()
  await check(page, { within: 'nav:popover-open' })
  await page.keyboard.press('Escape')
  await fromMenu(page, 'Dishes')
  await sheet.getByLabel('Category').selectOption('hot-beverages')
  await expect(sheet.getByRole('switch')).toHaveCount(3)
  await check(page, { within: openSheet })
  await page.keyboard.press('Escape')
  await fromMenu(page, 'Keyboard')
  await check(page, { within: openSheet })
  for (const order of orders) await desk.cancel(order, 'Only a test')
})

test('accessible: a counter order with its tickets, payment and errors has no axe violation', async ({
  page,
  restaurant,
}) => {
  await signInStaff(page.request, restaurant, 'cashier')
  await visit(page, '/desk/new')
  await page.getByLabel('Search all dishes').fill('coke')
  await page.getByRole('button', { name: /^Coke/ }).click()
  await page.getByRole('radio', { name: 'Delivery' }).check()
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(page.getByText('Who is it for?')).toBeVisible()
  await check(page)
  await page.getByRole('radio', { name: 'Pick-up' }).check()
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByLabel('Cash given')).toBeVisible()
  await check(page, { within: openSheet })
  await sheet.getByRole('radio', { name: 'Transfer' }).check()
  await check(page, { within: openSheet })
  await sheet.getByRole('button', { name: /^Place order/ }).click()
  await expect(page.getByRole('heading', { name: 'Order placed' })).toBeVisible()
  await check(page)
  await page.getByRole('main').getByRole('link', { name: 'Back to board' }).click()
  const card = page.getByRole('article').filter({ hasText: 'Walk-in' }).first()
  await card.getByRole('button').first().click()
  const panel = page.getByRole('complementary')
  await panel.getByRole('button', { name: /^Print/ }).click()
  await check(page, { within: panel })
  await panel.getByRole('button', { name: 'Confirm payment' }).click()
  await page.getByRole('dialog').getByRole('radio', { name: 'Card' }).check()
  await check(page, { within: openSheet })
})

test('accessible: the alarm, an escalated order, a queued action and the escalation settings have no axe violation', async ({
  page,
  restaurant,
  desk,
  database,
}) => {
  await signUp(page)
  const [unheard, paid] = [await placeOrder(page), await desk.pay(await placeOrder(page))]
  await database.query(`update orders set escalated_at = now(), escalation = 'failed' where id = $1`, [unheard.orderId])
  await page.setViewportSize(desktop)
  await enterDesk(page, restaurant)
  await page.route('**/start', (route) => route.abort())
  await page
    .getByRole('article', { name: codeOf(paid) })
    .getByRole('button', { name: 'Start', exact: true })
    .click()
  await expect((await panelOf(page, paid)).getByText(/waiting for the network since/)).toBeVisible()
  await check(page)
  await page.setViewportSize(desktop)
  await page.getByRole('button', { name: 'Close the order' }).click()
  await expect((await panelOf(page, unheard)).getByText('The owner’s phone could not be reached.')).toBeVisible()
  await expect(
    page
      .getByRole('region', { name: 'Alarm' })
      .getByRole('button', { name: /^Acknowledge/ })
      .first(),
  ).toBeVisible()
  await check(page)
  await page.getByRole('button', { name: 'Close the order' }).click()
  await fromMenu(page, /^Rush/)
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Call the owner' })).toBeVisible()
  await check(page, { sizes: [phone], within: openSheet })
  await page.keyboard.press('Escape')
  await desk.start(paid)
  await page.unroute('**/start')
  await expect(page.getByRole('button', { name: 'OK', exact: true })).toBeVisible({ timeout: 15_000 })
  await check(page, { sizes: [phone] })
  for (const order of [unheard, paid]) await desk.cancel(order, 'Only a test')
})

test('accessible: the forms for a substitution, a cancellation and a rating, and the receipt, have no axe violation', async ({
  page,
  restaurant,
  desk,
  deskRequest,
}) => {
  const ada = await signUp(page)
  const completed = await desk.start(await desk.pay(await placeOrder(page)))
  await desk.complete(await desk.markReady(completed))
  const { orderId: id, version } = await desk.pay(
    await placeOrder(page, { items: [coke, { ...coke, itemId: 'fanta' }] }),
  )
  await deskRequest.post(`/api/orders/${id}/mark-sold-out`, { data: { line: 0, version } })
  await visit(page, '/orders')
  await check(page, { sizes: [phone] })
  await page.getByRole('button', { name: 'Choose' }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('list', { name: 'Dishes' })).toBeVisible()
  await check(page, { within: openSheet })
  await sheet.getByRole('list', { name: 'Dishes' }).getByRole('button').first().click()
  await expect(sheet.getByRole('button', { name: /^Take this/ })).toBeVisible()
  await check(page, { sizes: [phone], within: openSheet })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Cancel order' }).click()
  await check(page, { sizes: [phone], within: openSheet })
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Receipt' }).click()
  await expect(page.getByRole('article')).toBeVisible()
  await check(page)

  await visit(page, '/account')
  await page.getByRole('button', { name: 'Rate the meal' }).click()
  await sheet.getByRole('button', { name: 'Send' }).click()
  await expect(sheet.getByText('Choose from 1 to 5 stars.')).toBeVisible()
  await check(page, { within: openSheet })
  await sheet.getByRole('radio', { name: '4 stars, Very good' }).check()
  await sheet.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('4 of 5 stars')).toBeVisible()
  await check(page, { sizes: [phone] })

  await page.setViewportSize(desktop)
  await enterDesk(page, restaurant)
  const asked = await panelOf(page, { orderId: id })
  await asked.getByRole('button', { name: 'Remove Coke' }).click()
  const question = page.getByRole('dialog', { name: /off the order/ })
  await expect(question.getByRole('button', { name: 'Keep' })).toBeVisible()
  await check(page, { within: question })
  await page.keyboard.press('Escape')
  await asked.getByRole('button', { name: 'Sold out' }).click()
  await check(page, { sizes: [phone], within: openSheet })
  await page.keyboard.press('Escape')
  await page.setViewportSize(desktop)
  await fromMenu(page, 'Ratings')
  await expect(sheet.getByText(ada.username)).toBeVisible()
  await check(page, { within: openSheet })
})

test('accessible: the till at the desk has no axe violation', async ({ page, restaurant }) => {
  await enterDesk(page, restaurant)
  const record = { kind: 'cash-in', amount: 20_000, note: 'Float', key: `accessible ${Date.now()}` }
  await page.request.post('/api/desk/till', { data: record })
  await fromMenu(page, 'Till')
  const sheet = page.getByRole('dialog', { name: 'Till' })
  await expect(sheet.getByText('Float').first()).toBeVisible()
  await sheet.getByRole('button', { name: 'Take out' }).click()
  await expect(sheet.getByText('Say what it is for.')).toBeVisible()
  await check(page, { within: openSheet })
})

test("accessible: a rider's deliveries, and the delivery code with its errors, have no axe violation", async ({
  page,
  restaurant,
  desk,
}) => {
  await signUp(page)
  const orders = [
    await desk.start(await desk.pay(await placeOrder(page, { deliveryMethod: 'delivery' }))),
    await desk.markReady(await desk.start(await desk.pay(await placeOrder(page, { deliveryMethod: 'delivery' })))),
  ]
  await signInStaff(page.request, restaurant, 'rider')
  const { user } = await (await page.request.get('/api/session')).json()
  for (const order of orders) await desk.assignTo(order, user.id)
  await visit(page, '/rider')
  await page.getByRole('button', { name: 'Picked up' }).click()
  await page.getByRole('button', { name: 'Delivered' }).click()
  await expect(page.getByLabel('Door code')).toHaveAttribute('aria-invalid', 'true')
  await check(page)
  await page.getByRole('button', { name: 'Could not deliver' }).click()
  await check(page, { sizes: [phone] })
  for (const order of orders) await desk.cancel(order, 'Only a test')
})

test('accessible: the kitchen with its recallable orders and a dish’s stock count has no axe violation', async ({
  page,
  restaurant,
  desk,
}) => {
  await signUp(page)
  const orders = [
    await desk.pay(await placeOrder(page)),
    await desk.start(await desk.pay(await placeOrder(page))),
    await desk.start(await desk.pay(await placeOrder(page))),
  ]
  await signInStaff(page.request, restaurant, 'kitchen')
  await visit(page, '/kitchen')
  await page.getByRole('button', { name: 'Ready' }).first().click()
  await expect(page.getByRole('button', { name: /^Recall/ })).toBeVisible()
  await check(page)
  await page.getByRole('button', { name: 'All counts' }).click()
  await expect(page.getByRole('region', { name: 'Soft Drinks' })).toBeVisible()
  await check(page, { within: page.getByRole('region', { name: 'Total on the fire' }) })
  await page.getByRole('button', { name: 'Dishes' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Category').selectOption('hot-beverages')
  await expect(sheet.getByRole('switch')).toHaveCount(3)
  await sheet
    .getByRole('button', { name: /^Count/ })
    .first()
    .click()
  await check(page, { within: openSheet })
  await page.keyboard.press('Escape')
  await fromMenu(page, /^Rush/)
  await expect(sheet.getByLabel('What customers read')).toBeVisible()
  await check(page, { within: openSheet })
  for (const order of orders) await desk.cancel(order, 'Only a test')
})

async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 120; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      expect(await target.evaluate((element) => getComputedStyle(element).outlineStyle), String(target)).not.toBe(
        'none',
      )
      return
    }
    await page.keyboard.press('Tab')
  }
  throw new Error(`${target} is not reached by Tab.`)
}

test('accessible: a customer goes from home to a placed order with the keyboard alone', async ({ page }) => {
  const ada = await signUp(page)
  await page.request.delete('/api/session')
  await visit(page, '/')
  const press = async (target: Locator, key = 'Enter') => {
    await tabTo(page, target)
    await page.keyboard.press(key)
  }

  await press(page.getByRole('link', { name: 'Skip to the page' }))
  await expect(page.getByRole('main')).toBeFocused()
  await press(page.getByRole('link', { name: 'See the grills' }))
  await expect(page.getByRole('heading', { name: 'Grills', level: 1 })).toBeFocused()
  const dish = page.getByRole('article', { name: 'Grilled Croaker' })
  await press(dish.getByRole('button', { name: 'One Grilled Croaker more' }))
  await press(dish.getByRole('button', { name: /^Add/ }))
  const sheet = page.getByRole('dialog', { name: 'Grilled Croaker' })
  await press(group(sheet, 'Free side').getByRole('radio').first(), 'Space')
  await press(group(sheet, 'Sauce').getByRole('radio').first(), 'Space')
  await page.keyboard.press('ArrowDown')
  await expect(group(sheet, 'Sauce').getByRole('radio').nth(1)).toBeChecked()
  await press(sheet.getByRole('button', { name: 'Note for the Chef' }))
  await tabTo(page, sheet.getByPlaceholder('Any special requests or preferences?'))
  await page.keyboard.type('Plenty of pepper')
  await press(sheet.getByRole('button', { name: 'Save Note' }))
  await press(sheet.getByRole('button', { name: /^Add to Cart/ }))
  await expect(sheet).toBeHidden()
  // Adding the dish leaves the focus on its button.
  await expect(dish.getByRole('button', { name: 'In the cart: 2. Add to Cart' })).toBeFocused()

  await press(cartLink(page))
  await expect(page.getByRole('heading', { name: 'Your cart' })).toBeVisible()
  await press(page.getByRole('button', { name: 'Login to Checkout' }))
  const panel = page.getByRole('dialog', { name: 'Log in' })
  await tabTo(page, panel.getByLabel('Username or phone'))
  await page.keyboard.type(ada.username)
  await tabTo(page, panel.getByLabel('Password', { exact: true }))
  await page.keyboard.type(ada.password)
  await page.keyboard.press('Enter')
  await expect(panel).toBeHidden()
  await press(page.getByRole('button', { name: 'Proceed to Payment' }))
  await expect(page).toHaveURL(/\/payment$/)
  await press(page.getByRole('button', { name: "I've Made the Transfer" }))
  await expect(page).toHaveURL(/\/orders$/)
  await expect(page.getByRole('article')).toContainText('P.S.: Plenty of pepper')
})

test('accessible: the desk’s forms for an unpaid start, a refund and a statement have no axe violation', async ({
  page,
  restaurant,
  desk,
}) => {
  await signUp(page)
  const [cancelled, missing] = [await placeOrder(page), await placeOrder(page)]
  await desk.cancel(await desk.pay(cancelled), 'The fridge is broken')
  await enterDesk(page, restaurant)
  await (await panelOf(page, missing)).getByRole('button', { name: 'Start unpaid' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Start unpaid' }).click()
  await check(page, { sizes: [phone], within: openSheet })
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('button', { name: 'Close the order' }).click()
  await fromMenu(page, /^Refunds/)
  await page.getByRole('button', { name: `Refund ${codeOf(cancelled)}` }).click()
  await check(page, { within: openSheet })
  await page.getByRole('button', { name: 'Close' }).click()
  await fromMenu(page, 'Statement')
  const panel = page.getByRole('dialog', { name: 'Bank statement' })
  const text = `Narration,Credit,Reference\n${codeOf(missing)},1200,FT0000${missing.orderId}\nbroken,much,FT000001`
  const file = { name: 'night.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await panel.getByLabel(/Import (another )?statement/).setInputFiles(file)
  await expect(panel.getByText('Certain')).toBeVisible()
  await panel.getByLabel('Statement of').selectOption('demo-bank')
  await check(page, { within: openSheet })
})

test('accessible: the office’s staff and audit, with their forms, have no axe violation', async ({
  page,
  restaurant,
}) => {
  await signInStaff(page.request, restaurant, 'desk')
  const proof = { password: restaurant.passwords.desk ?? '' }
  const member = { username: `hand ${Date.now()}`, role: 'cashier', proof }
  const { id } = (await (await page.request.post('/api/office/staff', { data: member })).json()).member
  const off = await page.request.post('/api/office/staff', { data: { ...member, username: `${member.username} off` } })
  await page.request.patch(`/api/office/staff/${(await off.json()).member.id}`, { data: { isOn: false, proof } })
  await visit(page, '/office/staff')
  await expect(page.getByRole('heading', { name: 'Switched off' })).toBeVisible()
  await check(page)
  await visit(page, '/office/audit')
  await expect(page.getByRole('list', { name: 'Audit entries' })).toBeVisible()
  await check(page)

  await page.setViewportSize(phone)
  await page.getByRole('button', { name: 'Menu' }).click()
  await check(page, { sizes: [phone], within: 'header' })
  await page.getByRole('link', { name: 'Staff' }).click()
  await page.getByRole('button', { name: 'Add member' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Role').selectOption('Owner')
  await sheet.getByLabel('Type').check()
  await sheet.getByRole('button', { name: 'Add', exact: true }).click()
  await check(page, { sizes: [phone], within: openSheet })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: `New password for ${member.username}`, exact: true }).click()
  await sheet.getByLabel('Your password', { exact: true }).fill(proof.password)
  await sheet.getByRole('button', { name: 'Set password' }).click()
  await expect(sheet).toContainText('Shown only once')
  await check(page, { sizes: [phone], within: openSheet })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('button', { name: 'Account' }).click()
  await sheet.getByRole('button', { name: 'Change password' }).click()
  await check(page, { sizes: [phone], within: openSheet })
  await page.request.patch(`/api/office/staff/${id}`, { data: { isOn: false, proof } })
})

test('accessible: the customer’s actions after a transfer was not found have no axe violation', async ({
  page,
  desk,
}) => {
  await signUp(page)
  await desk.reportMissing(await placeOrder(page))
  await visit(page, '/orders')
  await expect(page.getByRole('region', { name: 'Your transfer' })).toBeVisible()
  await expect(page.getByText('0000044621')).toBeVisible()
  await check(page)
})

test('accessible: forced colours leave the edges of buttons, the chosen option and an order’s progress visible', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await signUp(page)
  await addPlain(page, 'coke')
  await visit(page, '/cart')
  const edge = (locator: Locator) => locator.evaluate((element) => getComputedStyle(element).borderTopWidth)
  expect(await edge(page.getByRole('button', { name: 'Proceed to Payment' }))).toBe('1px')
  expect(await edge(page.locator('label', { hasText: 'Pick-up' }))).toBe('3px')
  expect(await edge(page.locator('label', { hasText: 'Delivery' }))).toBe('1px')
  await placeOrder(page)
  await visit(page, '/orders')
  const bars = page.getByRole('list', { name: 'Stages' }).locator('[aria-hidden] > span')
  await expect(bars).toHaveCount(4)
  const [now, todo] = await bars.evaluateAll((all) => all.map((bar) => getComputedStyle(bar).backgroundColor))
  expect(now).not.toBe(todo)
})
