import type { Locator, Page } from '@playwright/test'
import type { Order } from '#contract/order/orders.ts'
import {
  card,
  codeOf,
  coke,
  enterAs,
  fromMenu,
  onlyDemoRider,
  panelOf,
  placeOrder,
  sessionId,
  test,
  tillHolds,
} from './order-desk.ts'
import { openDesk, visit } from './ordering.ts'
import { expect, signUp } from './restaurant.ts'

function column(page: Page, title: string): Locator {
  return page.getByRole('region', { name: new RegExp(`^${title}`) })
}

async function openForm(page: Page, order: Order, button: 'Confirm payment' | 'Cancel'): Promise<Locator> {
  await (await panelOf(page, order)).getByRole('button', { name: button, exact: true }).click()
  return page.getByRole('dialog')
}

async function fillPayment(form: Locator, { amount, session }: { amount?: string; session: string }): Promise<void> {
  await form.getByLabel('Account that received it').selectOption('demo-bank')
  if (amount !== undefined) await form.getByLabel('Amount received').fill(amount)
  await form.getByLabel('Sender').fill('ADA OBI')
  await form.getByLabel('Session id').fill(session)
}

const confirm = (form: Locator) => form.getByRole('button', { name: 'Confirm payment' }).click()

test('desk: only staff can open the desk', async ({ page, restaurant }) => {
  await visit(page, '/desk')
  const signIn = page.getByRole('button', { name: 'Sign in' })
  await signIn.click()
  await expect(page.getByLabel('Username')).toHaveAccessibleDescription('Please enter your username.')
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription('Please enter your password.')
  await page.getByLabel('Username').fill('desk')
  await page.getByLabel('Password', { exact: true }).fill('guessed')
  await signIn.click()
  await expect(page.getByRole('alert')).toHaveText('Invalid credentials')
  await page.getByLabel('Password', { exact: true }).fill(restaurant.passwords.desk ?? '')
  await signIn.click()
  await expect(page.getByRole('heading', { name: /Check transfer/ })).toBeVisible()
  await fromMenu(page, 'Sign Out')
  await expect(page.getByRole('heading', { name: 'Desk', exact: true })).toBeVisible()

  const ada = await signUp(page)
  await visit(page, '/desk')
  await expect(page.getByRole('heading', { name: 'Staff only' })).toBeVisible()
  await expect(page.getByText(`You are signed in as ${ada.username}`)).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
})

test('desk: a new order appears on an open board with its details, and one of two simultaneous presses on Start is accepted', async ({
  page,
  browser,
  baseURL,
  restaurant,
  desk,
  customer,
}) => {
  await enterAs(page, restaurant, 'desk')
  await test.step('a new order appears on the open board with its details', async () => {
    const order = await placeOrder(customer, {
      items: [{ ...coke, quantity: 3, chefComment: 'Very cold' }],
      deliveryMethod: 'delivery',
      contactPhone: '0809 000 1111',
      payerName: 'Ngozi Okafor',
    })
    const shown = column(page, 'Check transfer').getByRole('article', { name: codeOf(order) })
    await expect(shown).toBeVisible()
    for (const text of ['New', `${customer.username} · Lekki Phase 1`, '3 × Coke', '₦6,100 · Not checked']) {
      await expect(shown).toContainText(text)
    }
    // An unpaid order cannot be started.
    await expect(shown.getByRole('button')).toHaveText([codeOf(order), 'Confirm payment'])
    const panel = await panelOf(page, order)
    for (const text of ['Very cold', 'Ngozi Okafor', `${codeOf(order)} ${customer.username}`, '₦3,600', '₦6,100']) {
      await expect(panel).toContainText(text)
    }
    // The address is shown on request; the delivery code is never sent to the desk.
    await expect(panel).not.toContainText('12 Admiralty Way')
    await panel.getByRole('button', { name: `Address of ${codeOf(order)}` }).click()
    await expect(panel).toContainText('12 Admiralty Way')
    expect(await (await page.request.get('/api/desk/orders')).text()).not.toContain('deliveryCode')
    await expect(panel.getByRole('link', { name: /0809 000 1111/ })).toHaveAttribute('href', /^tel:/)
    await expect(page).toHaveTitle(/^\(\d+\) ● Desk/)
    await expect(page.getByRole('status').filter({ hasText: codeOf(order) })).toHaveText(
      `Check transfer: new order ${codeOf(order)}.`,
    )
    await expect(panel.getByRole('button', { name: 'Start', exact: true })).toBeHidden()
  })

  await test.step('one of two simultaneous presses is accepted, and the other tablet says who was first', async () => {
    const order = await desk.pay(await placeOrder(customer))
    const tablet = await browser.newContext({ baseURL: baseURL ?? '' })
    const second = await tablet.newPage()
    await enterAs(second, restaurant, 'desk')

    // The second tablet presses before it gets the event of the first press.
    const heard = Promise.withResolvers<void>()
    await second.route('**/start', async (route) => {
      await heard.promise
      await route.continue()
    })
    await card(second, order).getByRole('button', { name: 'Start' }).click()
    await card(page, order).getByRole('button', { name: 'Start' }).click()
    await expect(page.getByText(`${codeOf(order)}: started.`)).toBeVisible()
    heard.resolve()
    await expect(second.getByText('Already preparing: Kemi was first.')).toBeVisible()
    await expect(card(second, order).getByRole('button', { name: 'Ready' })).toBeVisible()
    await tablet.close()
  })
})

test('DESK-3 desk: a start is undone by its toast, a rider’s assignment by a key, and each transfer of a payment in two parts counts once', async ({
  page,
  restaurant,
  desk,
  database,
  customer,
}) => {
  await test.step('a start is undone by its toast, and a rider’s assignment by a key', async () => {
    await onlyDemoRider(restaurant, desk, database)
    const order = await desk.pay(await placeOrder(customer, { deliveryMethod: 'delivery' }))
    const code = codeOf(order)
    await enterAs(page, restaurant, 'cashier')
    const inColumn = (title: string) => column(page, title).getByRole('article', { name: code })
    // The button Ready replaces Start immediately, and ignores the second press of a double click.
    await inColumn('To cook').getByRole('button', { name: 'Start', exact: true }).dblclick()
    await expect(inColumn('On the fire')).toBeVisible()
    await page.getByText(`${code}: started.`).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText(`${code}: not started.`)).toBeVisible()
    await expect(inColumn('To cook').getByRole('button', { name: 'Start', exact: true })).toBeVisible()

    await desk.markReady(await desk.start(order))
    await inColumn('Ready').getByRole('button', { name: 'Assign Musa' }).click()
    await expect(page.getByText(`${code}: assigned to Musa.`)).toBeVisible()
    await expect(inColumn('Ready')).toContainText('Call Musa')
    await page.getByRole('main').focus()
    await page.keyboard.press('u')
    await expect(page.getByText(`${code}: no rider.`)).toBeVisible()
    await expect(inColumn('Ready').getByRole('button', { name: 'Assign Musa' })).toBeVisible()
    // In the open order Enter assigns the rider and does not complete the delivery.
    const panel = await panelOf(page, order)
    await expect(panel).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(panel.getByText('Musa assigned')).toBeVisible()
    await desk.cancel(order, 'Only a test')
  })

  await test.step('a payment is recorded short and then in full, and no transfer counts twice', async () => {
    const order = await placeOrder(customer, { items: [{ ...coke, quantity: 10 }] })
    const other = await placeOrder(customer)

    const form = await openForm(page, order, 'Confirm payment')
    await confirm(form)
    for (const label of ['Account that received it', 'Sender', 'Session id']) {
      await expect(form.getByLabel(label)).toHaveAttribute('aria-invalid', 'true')
    }
    await expect(form.getByLabel('Account that received it')).toBeFocused()
    await expect(form.getByLabel('Amount received')).toHaveValue('12000')
    await expect(form.getByText('Exactly what is due.')).toBeVisible()
    await fillPayment(form, { amount: '8,000', session: sessionId() })
    await expect(form.getByText('Short by ₦4,000.')).toBeVisible()
    await confirm(form)
    await expect(form).toBeHidden()
    await expect(page.getByText(`₦8,000 recorded. ${codeOf(order)} is short by ₦4,000.`)).toBeVisible()
    await expect(card(page, order)).toContainText('Short by ₦4,000')
    await expect(card(page, order).getByRole('button', { name: 'Start' })).toBeHidden()

    await openForm(page, order, 'Confirm payment')
    await expect(form.getByLabel('Amount received')).toHaveValue('4000')
    const session = sessionId()
    // A sum with an extra digit needs a confirmation.
    await fillPayment(form, { amount: '40,000', session })
    await confirm(form)
    const amount = page.getByRole('dialog', { name: 'Check the amount' })
    await expect(amount).toContainText('₦40,000 is 10 times what is due. Record it?')
    await expect(amount.getByRole('button', { name: 'Record it' })).toBeFocused()
    await amount.getByRole('button', { name: 'Back' }).click()
    await fillPayment(form, { amount: '4,000', session })
    await confirm(form)
    await expect(page.getByText(`${codeOf(order)} is paid.`)).toBeVisible()
    await expect(column(page, 'To cook').getByRole('article', { name: codeOf(order) })).toContainText('Paid')

    const panel = await panelOf(page, order)
    await panel.getByRole('button', { name: /^Undo ₦4,000, confirmed \d\d:\d\d$/ }).click()
    await expect(page.getByText(`${codeOf(order)}: confirmation of ₦4,000 undone.`)).toBeVisible()
    await panel.getByRole('button', { name: 'Confirm payment' }).click()
    await expect(form.getByLabel('Amount received')).toHaveValue('4000')
    await fillPayment(form, { session })
    await confirm(form)
    await expect(column(page, 'To cook').getByRole('article', { name: codeOf(order) })).toContainText('Paid')

    await openForm(page, other, 'Confirm payment')
    await fillPayment(form, { session })
    await confirm(form)
    await expect(form.getByLabel('Session id')).toHaveAttribute('aria-invalid', 'true')
    await expect(form.getByLabel('Session id')).toBeFocused()
    await fillPayment(form, { amount: '5000', session: sessionId() })
    await expect(form.getByText('₦3,800 more than is due.')).toBeVisible()
    await confirm(form)
    await expect(card(page, other)).toContainText('Paid, ₦3,800 too much')
    await tillHolds(page, null)
    await (await panelOf(page, other)).getByRole('button', { name: 'Refund ₦3,800' }).click()
    await form.getByRole('radio', { name: 'Cash' }).check()
    await form.getByRole('button', { name: 'Refund ₦3,800' }).click()
    await expect(page.getByText(`${codeOf(other)}: ₦3,800 refunded.`)).toBeVisible()
    await expect((await panelOf(page, other)).getByRole('button', { name: /^Refund/ })).toBeHidden()
  })
})

test('DESK-3 desk: the customer reads that a confirmation or a completion was undone, and the reason for a cancellation', async ({
  page,
  restaurant,
  desk,
  browser,
}) => {
  await signUp(page)
  const [order, unwanted] = [await placeOrder(page), await placeOrder(page)]
  const code = codeOf(order)
  await visit(page, '/orders')
  const till = await browser.newContext({ baseURL: restaurant.url })
  const board = await till.newPage()
  await enterAs(board, restaurant, 'cashier')
  const inColumn = (title: string) => column(board, title).getByRole('article', { name: code })
  const form = await openForm(board, order, 'Confirm payment')
  const session = sessionId()
  await fillPayment(form, { session })
  await confirm(form)
  await board.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(inColumn('Check transfer').getByRole('button', { name: 'Confirm payment' })).toBeVisible()
  const ownOrder = page.getByRole('article').filter({ hasText: code })
  await expect(ownOrder).toContainText('We are checking your transfer.')

  // A transfer whose confirmation was undone can be recorded again.
  await fillPayment(await openForm(board, order, 'Confirm payment'), { session })
  await confirm(form)
  await expect(inColumn('To cook')).toBeVisible()
  await expect(ownOrder).not.toContainText('We are checking your transfer.')
  await desk.markReady(await desk.start(order))
  const complete = inColumn('Ready').getByRole('button', { name: 'Complete' })
  await complete.click()
  await expect(inColumn('Ready')).toBeHidden()
  await board.getByRole('main').focus()
  await board.keyboard.press('u')
  await expect(complete).toBeVisible()
  // The order's panel can undo a completion by another person.
  await desk.complete(order)
  await expect(complete).toBeHidden()
  await fromMenu(board, /^Done/)
  await board.getByRole('dialog').getByRole('button', { name: code }).click()
  // The header of a finished order ends with the time of placing, and shows no running time.
  const panel = await panelOf(board, order)
  await expect(panel.locator('header')).toContainText(/Completed.* placed \d\d:\d\d\s*$/)
  await panel.getByRole('button', { name: 'Not completed' }).click()
  await expect(complete).toBeVisible()
  await desk.cancel(order, 'Only a test')
  // A refund is owed for the cancelled order, so its panel stays open beside the board.
  await expect(panel.locator('header')).toContainText(/Cancelled.*“Only a test”\s*$/)

  await test.step('a cancelled order leaves the board, and the customer reads the reason', async () => {
    await openForm(board, unwanted, 'Cancel')
    await form.getByRole('button', { name: 'Keep order' }).click()
    await expect(card(board, unwanted)).toBeVisible()
    await openForm(board, unwanted, 'Cancel')
    await form.getByRole('button', { name: 'Cancel order' }).click()
    await expect(form.getByRole('textbox', { name: 'Reason' })).toHaveAccessibleDescription(
      'Enter a reason for the customer.',
    )
    await form.getByRole('button', { name: 'A dish is sold out' }).click()
    await form.getByRole('button', { name: 'Cancel order' }).click()
    await expect(board.getByText(`${codeOf(unwanted)} is cancelled.`)).toBeVisible()
    await expect(card(board, unwanted)).toBeHidden()
    await expect(page.getByText(`Order ${codeOf(unwanted)} was cancelled: A dish is sold out`)).toBeVisible()
    await expect(page.getByText('No pending orders.')).toBeVisible()
  })

  await till.close()
})

test('DESK-3 desk: a confirmation and a start can be undone by touch after their toasts, and the kitchen role cannot record payments or cancel', async ({
  page,
  restaurant,
  desk,
  database,
  browser,
  customer,
}) => {
  const tablet = await browser.newContext({ baseURL: restaurant.url })
  const kitchen = await tablet.newPage()
  await test.step('the kitchen role starts orders, and can neither record payments nor cancel', async () => {
    const [paid, claimed] = [await placeOrder(customer), await placeOrder(customer)]
    await desk.pay(paid)
    await enterAs(kitchen, restaurant, 'kitchen')
    await expect(card(kitchen, claimed)).toBeVisible()
    await expect(card(kitchen, claimed).getByRole('button')).toHaveText([codeOf(claimed)])
    const actions = async (order: Order) => (await panelOf(kitchen, order)).getByRole('button').filter({ hasText: /./ })
    await expect(await actions(claimed)).toHaveText(['Sold out', 'Print'])
    await expect(card(kitchen, paid).getByRole('button')).toHaveText([codeOf(paid), 'Start'])
    await expect(await actions(paid)).toHaveText([/^Start/, 'Sold out', 'Print'])
    await card(kitchen, paid).getByRole('button', { name: 'Start' }).click()
    await expect(column(kitchen, 'On the fire').getByRole('article', { name: codeOf(paid) })).toBeVisible()
    await card(kitchen, paid).getByRole('button', { name: 'Ready' }).click()
    const ready = column(kitchen, 'Ready').getByRole('article', { name: codeOf(paid) })
    await expect(ready).toBeVisible()
    await expect(ready.getByRole('button')).toHaveText([codeOf(paid)])
    await expect(await actions(paid)).toHaveText(['Recall', 'Print'])
  })

  await test.step('a confirmation and a start are undone by touch in the order’s panel and ticket after their toasts have gone', async () => {
    const order = await desk.pay(await placeOrder(customer))
    const code = codeOf(order)
    await enterAs(page, restaurant, 'cashier')
    const panel = await panelOf(page, order)
    await panel.getByRole('button', { name: /^Undo ₦1,200, confirmed/ }).click()
    // The panel changes before the server's answer.
    await expect(page.getByText(`${code}: confirmation of ₦1,200 undone.`)).toBeVisible()
    await expect(panel.getByRole('button', { name: 'Confirm payment' })).toBeVisible()
    await expect(panel.getByRole('button', { name: /^Undo/ })).toBeHidden()

    await desk.start(await desk.pay(order))
    await panel.getByRole('button', { name: 'Not started' }).click()
    await expect(page.getByText(`${code}: not started.`)).toBeVisible()
    await expect(panel.getByRole('button', { name: 'Start', exact: true })).toBeVisible()

    await desk.start(order)
    await fromMenu(kitchen, 'Kitchen')
    const ticket = kitchen.getByRole('article', { name: code })
    await ticket.getByRole('button', { name: 'Other actions' }).click()
    await ticket.getByRole('button', { name: 'Not started' }).click()
    await expect(kitchen.getByText(`${code}: not started.`)).toBeVisible()
    await expect(ticket.getByRole('button', { name: 'Start' })).toBeVisible()

    // The undo buttons of start and confirmation are gone a minute later.
    await database.query(
      `UPDATE orders SET found_at = found_at - interval '1 minute', updated_at = now(), version = version + 1 WHERE id = $1`,
      [order.orderId],
    )
    await page.reload()
    await expect((await panelOf(page, order)).getByRole('button', { name: 'Start', exact: true })).toBeVisible()
    await expect(panel.getByRole('button', { name: /^Undo/ })).toBeHidden()
    await desk.cancel(order, 'Only a test')
  })

  await tablet.close()
})

test('BOOKS-4 desk: switching a dish off or on changes every open menu, and cash taken out is recorded once even if the answer is lost', async ({
  page,
  context,
  restaurant,
}) => {
  const board = await openDesk(context, restaurant)
  await test.step('a dish switched off or on changes on every open menu', async () => {
    const menu = page
    await visit(menu, '/menu/milkshakes')
    const dish = menu.getByRole('article', { name: 'Malt Milkshake' })
    await expect(dish.getByRole('button', { name: /Add to Cart/ })).toBeVisible()

    await fromMenu(board, 'Dishes')
    const panel = board.getByRole('dialog', { name: 'Dishes' })
    await panel.getByLabel('Search all dishes').fill('malt milk')
    const shown = panel.getByRole('switch', { name: /Malt Milkshake/ })
    await expect(shown).toBeChecked()
    // The event of the first change and the next press come before the answer to the first change.
    const answer = Promise.withResolvers<void>()
    await board.route('/api/menu-items/*', async (route) => {
      const response = await route.fetch()
      await answer.promise
      await route.fulfill({ response })
    })
    await shown.click()
    await expect(shown).not.toBeChecked()
    await expect(dish.getByRole('button', { name: 'Not Available' })).toBeDisabled()
    await shown.click()
    answer.resolve()
    await expect(shown).toBeChecked()
    await expect(dish.getByRole('button', { name: /Add to Cart/ })).toBeVisible()
    await board.keyboard.press('Escape')
    await expect(panel).toBeHidden()
  })

  await test.step('cash taken out of the till is recorded once even if the answer was lost, and cash put in is listed too', async () => {
    await fromMenu(board, 'Till')
    const panel = board.getByRole('dialog', { name: 'Till' })
    await panel.getByRole('button', { name: 'Take out' }).click()
    await expect(panel.getByText('Say what it is for.')).toBeVisible()
    const [gas, float] = [`Gas ${Date.now()}`, `Float ${Date.now()}`]
    await panel.getByLabel('Cash in').check()
    await panel.getByLabel('Amount (₦)').fill('20000')
    await panel.getByLabel('For what?').fill(float)
    await panel.getByRole('button', { name: 'Put in ₦20,000' }).click()
    await expect(board.getByText('₦20,000 put in.')).toBeVisible()

    await panel.getByLabel('Cash out').check()
    await panel.getByLabel('Amount (₦)').fill('4,000')
    await panel.getByLabel('For what?').fill(gas)
    // The server records the cash, and the answer is lost.
    await board.route('**/api/desk/till', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      await route.fetch()
      await route.abort()
    })
    await panel.getByRole('button', { name: 'Take out ₦4,000' }).click()
    await expect(panel.getByRole('alert')).toContainText('Press again: it is recorded only once.')
    await board.unroute('**/api/desk/till')
    await panel.getByRole('button', { name: 'Take out ₦4,000' }).click()
    await expect(board.getByText('₦4,000 taken out.')).toBeVisible()
    const entries = panel.getByRole('listitem')
    await expect(entries.filter({ hasText: float })).toContainText('In ₦20,000')
    await expect(entries.filter({ hasText: gas })).toHaveCount(1)
    await expect(entries.filter({ hasText: gas })).toContainText('Out ₦4,000')
  })
})

test('desk: a tablet shows that it is offline and catches up later, and on a phone Back closes the open order and stays at the desk', async ({
  page,
  context,
  restaurant,
  desk,
  customer,
}) => {
  await test.step('a tablet shows that it is offline, and catches up when the network is back', async () => {
    const order = await placeOrder(customer)
    await enterAs(page, restaurant, 'desk')
    await expect(card(page, order)).toBeVisible()

    await context.setOffline(true)
    await (await panelOf(page, order)).getByRole('button', { name: 'Cancel', exact: true }).click()
    const form = page.getByRole('dialog')
    await form.getByRole('textbox', { name: 'Reason' }).fill('No transfer arrived')
    await form.getByRole('button', { name: 'Cancel order' }).click()
    await expect(form.getByRole('alert')).toHaveText(
      'Could not reach the restaurant. Please check the network and try again.',
    )
    await form.getByRole('button', { name: 'Keep order' }).click()
    await desk.pay(order)
    const late = await placeOrder(customer)
    await context.setOffline(false)
    await expect(column(page, 'To cook').getByRole('article', { name: codeOf(order) })).toBeVisible()
    await expect(card(page, late)).toBeVisible()
    await page.getByRole('button', { name: 'Close the order' }).click()
  })

  await test.step('a phone shows one column, a tablet shows two, and the back gesture closes the open order', async () => {
    const [claimed, paid] = [await placeOrder(customer), await placeOrder(customer)]
    await desk.pay(paid)
    await page.setViewportSize({ width: 360, height: 740 })
    await expect(card(page, claimed)).toBeVisible()
    await expect(card(page, paid)).toBeHidden()
    const columns = page.getByRole('navigation', { name: 'Columns' })
    await columns.getByRole('button', { name: /^To cook/ }).click()
    await expect(card(page, paid)).toBeVisible()
    await expect(card(page, claimed)).toBeHidden()
    await page.setViewportSize({ width: 800, height: 1000 })
    await columns.getByRole('button', { name: /^Check transfer/ }).click()
    await expect(card(page, claimed)).toBeVisible()
    await expect(card(page, paid)).toBeVisible()

    await page.setViewportSize({ width: 360, height: 740 })
    const panel = await panelOf(page, claimed)
    await page.goBack()
    await expect(panel).toBeHidden()
    await expect(page).toHaveURL(/\/desk$/)
    await expect(card(page, claimed)).toBeVisible()

    // Back first closes the sheet over the panel. Closing the panel by its button removes the panel's history entry.
    const form = await openForm(page, claimed, 'Cancel')
    await page.goBack()
    await expect(form).toBeHidden()
    await expect(panel).toBeVisible()
    await page.getByRole('button', { name: 'Close the order' }).click()
    await expect(panel).toBeHidden()
    await expect.poll(() => page.evaluate(() => history.state?.panel)).toBeUndefined()
    await expect(page).toHaveURL(/\/desk$/)
  })
})
