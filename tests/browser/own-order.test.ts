import type { BrowserContext, Page } from '@playwright/test'
import type { Order } from '#contract/order/orders.ts'
import { check, phone } from './accessible.ts'
import { codeOf, card as deskCard, enterAs, fromMenu, panelOf, placeOrder, test } from './order-desk.ts'
import { visit, visitLive } from './ordering.ts'
import { expect, type Restaurant, signInStaff, signUp } from './restaurant.ts'
import { expectToast } from './toasts.ts'

const dish = (itemId: string, quantity = 1) => ({ itemId, selection: {}, quantity })

/** Two Fanta and a Coke, at ₦1,200 a bottle. */
const twoLines = { items: [dish('fanta', 2), dish('coke')] }

function card(page: Page, order: Order) {
  return page.getByRole('article').filter({ has: page.getByRole('heading', { name: codeOf(order) }) })
}

async function openDesk(context: BrowserContext, restaurant: Restaurant): Promise<Page> {
  const page = await context.newPage()
  await enterAs(page, restaurant, 'desk')
  await expect(page.locator('[data-live=open]')).toBeAttached()
  return page
}

test.describe('a customer cancels an order', () => {
  test('a customer cancels a pending order after reading of the refund, and removes a sold-out dish unless it is the order’s last dish', async ({
    page,
    restaurant,
    desk,
    deskRequest,
    browser,
  }) => {
    await signUp(page)
    const order = await placeOrder(page)
    await desk.pay(order)
    const staff = await browser.newContext()
    const board = await openDesk(staff, restaurant)
    await expect(deskCard(board, order)).toBeVisible()

    await visitLive(page, '/orders')
    await card(page, order).getByRole('button', { name: 'Cancel order' }).click()
    const sheet = page.getByRole('dialog', { name: `Cancel order ${codeOf(order)}` })
    await expect(sheet).toContainText('You paid ₦1,200. All of it goes back')
    await sheet.getByRole('button', { name: 'Ordered by mistake' }).click()
    await expect(sheet.getByLabel('Reason (optional)')).toHaveValue('Ordered by mistake')
    await sheet.getByRole('button', { name: 'Cancel order' }).click()

    await expect(sheet).toBeHidden()
    await expect(page.getByRole('main')).toBeFocused()
    await expect(page.getByText(`You cancelled order ${codeOf(order)}.`)).toBeVisible()
    await expect(page.getByText('No pending orders.')).toBeVisible()
    await expect(deskCard(board, order)).toBeHidden()
    const word = board.getByText(`${codeOf(order)} was cancelled by the customer: Ordered by mistake`)
    await expect(word).toBeVisible()
    // Several notices share one bar and one button.
    const other = await placeOrder(page)
    await expect(deskCard(board, other)).toBeVisible()
    const gone = await page.request.post(`/api/orders/${other.orderId}/cancel`, { data: { reason: 'Changed my mind' } })
    expect(gone.ok()).toBe(true)
    await expect(board.getByText(`${codeOf(other)} was cancelled by the customer: Changed my mind`)).toBeVisible()
    await board.getByRole('button', { name: 'OK to all 2' }).click()
    await expect(word).toBeHidden()
    await fromMenu(board, /^Refunds/)
    const owed = board.getByRole('listitem').filter({ has: board.getByRole('heading', { name: codeOf(order) }) })
    await expect(owed).toContainText('Cancelled by the customer')
    await board.keyboard.press('Escape')
    await expect(board.getByRole('dialog')).toHaveCount(0)

    await test.step('the desk removes a sold-out dish before the customer has chosen', async () => {
      const order = await placeOrder(page, twoLines)
      const { version } = await desk.pay(order)
      await deskRequest.post(`/api/orders/${order.orderId}/mark-sold-out`, { data: { line: 0, version } })
      await card(page, order).getByRole('button', { name: 'Choose' }).click()
      await expect(deskCard(board, order)).toContainText('Fanta sold out, customer asked')
      const panel = await panelOf(board, order)
      await expect(panel).toContainText('Fanta sold out. Customer asked at')
      const remove = panel.getByRole('button', { name: 'Remove Fanta' })
      await remove.click()
      const question = board.getByRole('dialog', { name: 'Take 2 × Fanta off the order?' })
      await expect(question).toContainText('This cannot be undone.')
      await expect(question.getByRole('button', { name: 'Keep' })).toBeFocused()
      await board.keyboard.press('Enter')
      await expect(question).toBeHidden()
      await expect(remove).toBeFocused()
      await board.keyboard.press('Enter')
      await question.getByRole('button', { name: 'Remove Fanta' }).click()
      await expect(panel).toContainText('taken off, ₦2,400 less. By the desk.')
      await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(
        'The restaurant has already settled this. See your order.',
      )
      await page.getByRole('dialog').getByRole('button', { name: 'Back to your orders' }).click()
      await expect(page.getByText(`Order ${codeOf(order)}: 2 × Fanta sold out: taken off, ₦2,400 less.`)).toBeVisible()
    })
    await staff.close()

    await test.step('the customer removes a sold-out dish, but not the last dish of the order', async () => {
      await expect(page.getByRole('dialog')).toBeHidden()
      const order = await placeOrder(page, twoLines)
      const { version } = await desk.pay(order)
      const mark = (line: number, version: number) =>
        deskRequest.post(`/api/orders/${order.orderId}/mark-sold-out`, { data: { line, version } })
      expect((await mark(0, version)).ok()).toBe(true)
      await card(page, order).getByRole('button', { name: 'Choose' }).click()
      const sheet = page.getByRole('dialog')
      await sheet.getByRole('button', { name: 'Leave it out, ₦2,400 less' }).click()
      await expect(card(page, order)).toContainText('2 × Fanta sold out: taken off, ₦2,400 less.')
      await expect(card(page, order)).toContainText('Refund of ₦2,400 on its way.')

      expect((await mark(0, version + 2)).ok()).toBe(true)
      await card(page, order).getByRole('button', { name: 'Choose' }).click()
      await expect(sheet.getByRole('button', { name: 'Cancel the order' })).toBeVisible()
      await expect(sheet.getByRole('button', { name: /^Leave it out/ })).toBeHidden()
      await sheet.getByRole('button', { name: 'Cancel the order' }).click()
      const question = page.getByRole('dialog', { name: 'Cancel the order?' })
      await expect(question).toContainText('You paid ₦3,600. All of it goes back')
      await question.getByRole('button', { name: 'Cancel order' }).click()
      await expect(page.getByText(`You cancelled order ${codeOf(order)}.`)).toBeVisible()
    })
  })

  test('a customer’s press on Cancel shows progress while the form loads, and a started order cannot be cancelled', async ({
    page,
    desk,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await signUp(page)
    const first = await placeOrder(page)
    const held = Promise.withResolvers<void>()
    await page.route('**/assets/own-order-sheet-*.js', async (route) => {
      await held.promise
      await route.continue()
    })
    await visitLive(page, '/orders')
    await card(page, first).getByRole('button', { name: 'Cancel order' }).click()
    const loading = page.getByRole('status', { name: 'Loading', exact: true })
    await expect(loading).toBeVisible()
    held.resolve()
    const sheet = page.getByRole('dialog')
    await expect(page.getByRole('dialog', { name: `Cancel order ${codeOf(first)}` })).toBeVisible()
    await expect(loading).toBeHidden()
    await expect(sheet).toContainText('We have found no transfer for it yet.')
    await sheet.getByRole('button', { name: 'Cancel order' }).click()
    await expect(page.getByText(`You cancelled order ${codeOf(first)}.`)).toBeInViewport()
    await expect(page.getByRole('tab', { name: 'Pending' })).toBeInViewport()
    await expect(card(page, first)).toBeHidden()

    const second = await placeOrder(page)
    await expect(card(page, second)).toBeVisible()

    await desk.pay(second)
    await card(page, second).getByRole('button', { name: 'Cancel order' }).click()
    await desk.start(second)
    await expect(sheet.getByRole('alert')).toHaveText('This order is preparing now. To change it, please call us.')
    await sheet.getByRole('button', { name: 'Back to your orders' }).click()
    await page.getByRole('tab', { name: 'Preparing' }).click()
    await expect(card(page, second)).toBeVisible()
    await expect(card(page, second).getByRole('button', { name: 'Cancel order' })).toBeHidden()
  })
})

test.describe('a customer answers for a dish that sold out', () => {
  test('a customer chooses a replacement for a sold-out dish, and all screens show the choice', async ({
    page,
    restaurant,
    desk,
    deskRequest,
    staff: menu,
    browser,
  }) => {
    await signUp(page)
    const order = await placeOrder(page, twoLines)
    await desk.pay(order)
    await desk.start(order)
    await visitLive(page, '/orders')
    const staff = await browser.newContext()
    const board = await staff.newPage()
    await signInStaff(board.request, restaurant, 'kitchen')
    await visitLive(board, '/kitchen')
    const ticket = board.getByRole('article', { name: codeOf(order) })
    await ticket.getByRole('button', { name: `Other actions for ${codeOf(order)}` }).click()
    await ticket.getByRole('button', { name: 'Sold out' }).click()
    const form = board.getByRole('dialog', { name: `Sold out in ${codeOf(order)}` })
    await form.getByRole('button', { name: 'Ask the customer' }).click()
    await expect(form.getByText('Which dish is sold out?')).toHaveCount(2)
    const askAboutFanta = async () => {
      await form.getByRole('radio', { name: '2 × Fanta' }).check()
      await form.getByRole('checkbox', { name: /^Take it off the menu until/ }).uncheck()
      await form.getByRole('button', { name: 'Ask the customer' }).click()
      await expect(form).toBeHidden()
      await expect(ticket.getByRole('list', { name: `Sold out in ${codeOf(order)}` })).toContainText('Fanta sold out.')
    }
    // The dish is already sold out on the menu, and the undo below leaves the menu unchanged.
    await menu.takeOff('fanta')
    await form.getByRole('radio', { name: '2 × Fanta' }).check()
    await form.getByRole('button', { name: 'Ask the customer' }).click()
    await expect(form).toBeHidden()
    // A mistaken mark can be undone until the customer has answered.
    await board.getByRole('button', { name: 'Undo' }).click()
    await expect(ticket.getByRole('list', { name: `Sold out in ${codeOf(order)}` })).toBeHidden()
    expect(await (await deskRequest.get('/api/desk/dish-limits')).text()).not.toContain('fanta')
    const menuItem = await deskRequest.get('/api/menu-items?ids=fanta')
    expect(await menuItem.json()).toMatchObject({ items: [{ id: 'fanta', isAvailable: false }] })
    // A cook who finds the dish later restores the line and puts the dish back on the menu.
    await ticket.getByRole('button', { name: 'Sold out' }).click()
    await form.getByRole('radio', { name: '2 × Fanta' }).check()
    await form.getByRole('button', { name: 'Ask the customer' }).click()
    await ticket.getByRole('button', { name: 'Back in stock' }).click()
    await expect(board.getByText('Fanta: back in stock.')).toBeVisible()
    const afterwards = await deskRequest.get('/api/menu-items?ids=fanta')
    expect(await afterwards.json()).toMatchObject({ items: [{ id: 'fanta', isAvailable: true }] })
    await ticket.getByRole('button', { name: 'Sold out' }).click()
    await askAboutFanta()
    await expect(ticket.getByRole('button', { name: 'Ready' })).toBeHidden()
    await expect(ticket.getByRole('button', { name: 'Remove Fanta' })).toBeHidden()

    await expect(
      page.getByText(`A dish of order ${codeOf(order)} sold out. What would you like instead?`),
    ).toBeVisible()
    // The page opened with the tab of the order.
    await expect(page.getByRole('tab', { name: 'Preparing' })).toHaveAttribute('aria-selected', 'true')
    const question = card(page, order).getByRole('region', { name: 'Fanta sold out' })
    await question.getByRole('button', { name: 'Choose' }).click()
    const sheet = page.getByRole('dialog', { name: 'What instead?' })
    await expect(sheet).toContainText('2 × Fanta for ₦2,400 sold out.')
    await menu.takeOff('sprite')
    await expect(sheet.getByRole('list', { name: 'Dishes' }).getByRole('button', { name: /^Sprite/ })).toBeHidden()
    await sheet.getByRole('list', { name: 'Dishes' }).getByRole('button', { name: /^Coke/ }).click()
    // The sheet presets the quantity of the sold-out line; one portion more costs too much.
    await sheet.getByRole('button', { name: 'One Coke more' }).click()
    await sheet.getByRole('button', { name: /^Take this/ }).click()
    await expect(page.getByText('Choose something for ₦2,400 at most, so that you pay nothing more.')).toBeVisible()
    await sheet.getByRole('button', { name: 'One Coke less' }).click()
    await sheet.getByRole('button', { name: 'One Coke less' }).click()
    await sheet.getByRole('button', { name: /^Take this/ }).click()
    await expect(sheet).toBeHidden()

    await expect(card(page, order)).toContainText('2 × Fanta sold out: Coke instead, ₦1,200 less.')
    await expect(card(page, order)).toContainText('Refund of ₦1,200 on its way.')
    await expect(card(page, order)).toContainText('₦2,400')
    await expect(ticket).toContainText('2 × Fanta sold out: Coke instead. By the customer.')
    await expect(ticket.getByRole('button', { name: 'Ready' })).toBeVisible()
    await staff.close()
  })
})

test.describe('a customer opens the receipt', () => {
  test('a receipt has dishes and payments, can be shared as text, and is the only thing on its printed page', async ({
    page,
    context,
    desk,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await signUp(page)
    const order = await placeOrder(page, { ...twoLines, deliveryMethod: 'delivery' })
    await desk.pay(order)
    await visitLive(page, '/orders')
    await card(page, order).getByRole('link', { name: 'Receipt' }).click()
    await expect(page).toHaveURL(`/orders/${order.orderId}/receipt`)
    const receipt = page.getByRole('article', { name: `Receipt of order ${codeOf(order)}` })
    await expect(receipt).toContainText('Iná Grill')
    await expect(receipt).toContainText('2 × Fanta ₦2,400')
    await expect(receipt).toContainText('Subtotal₦3,600')
    await expect(receipt).toContainText('Delivery fee₦2,500')
    await expect(receipt).toContainText('Total₦6,100')
    await expect(receipt).toContainText(/Paid .*₦6,100To /)
    await expect(receipt).toContainText('Payment received.')
    // The browser has no share function.
    await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }))
    await expectToast(page, 'Receipt copied to clipboard!', () => page.getByRole('button', { name: 'Share' }).click())
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`Order ${codeOf(order)}`)

    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await expect(receipt).toBeVisible()
    for (const hidden of [
      page.getByRole('banner'),
      page.getByRole('contentinfo'),
      page.getByRole('button', { name: 'Print' }),
      page.getByRole('link', { name: 'Your orders' }),
    ]) {
      await expect(hidden).toBeHidden()
    }
    await expect(page.locator('html')).toHaveCSS('color', 'rgb(35, 23, 18)')
  })

  test('a customer who opens another customer’s receipt reads that there is no such order', async ({ page }) => {
    await signUp(page)
    const order = await placeOrder(page)
    await signUp(page)
    await visitLive(page, `/orders/${order.orderId}/receipt`)
    await expect(page.getByRole('alert')).toContainText('There is no such order.')
  })
})

test.describe('a customer rates an order', () => {
  test('a customer gives a rating by keyboard and changes it, and the owner reads it', async ({
    page,
    restaurant,
    desk,
    browser,
  }) => {
    const ada = await signUp(page)
    const order = await placeOrder(page)
    await desk.pay(order)
    await desk.start(order)
    await desk.markReady(order)
    await visitLive(page, '/orders')
    const last = page.getByRole('region', { name: 'Your last order' })
    await expect(page.getByRole('article')).toBeVisible()
    await expect(last).toBeHidden()
    await desk.complete(order)
    await last.getByRole('button', { name: `Rate the meal of order ${codeOf(order)}` }).click()
    const sheet = page.getByRole('dialog', { name: `How was ${codeOf(order)}?` })
    await sheet.getByRole('button', { name: 'Send' }).click()
    await expect(sheet.getByText('Choose from 1 to 5 stars.')).toBeVisible()
    await expect(sheet.getByRole('radio', { name: '1 star, Poor' })).toBeFocused()
    for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('ArrowRight')
    await expect(sheet.getByRole('radio', { name: '5 stars, Excellent' })).toBeChecked()
    await page.keyboard.press('ArrowLeft')
    await sheet.getByLabel('A sentence, if you like').fill('Hot, and before its time')
    await sheet.getByRole('button', { name: 'Send' }).click()
    await expect(sheet).toBeHidden()
    await expect(last).toContainText('4 of 5 stars')
    await page.setViewportSize({ width: 360, height: 740 })
    await page.getByRole('link', { name: 'Earlier orders' }).click()
    const history = page.getByRole('region', { name: 'My Orders' })
    await expect(history.getByRole('heading', { name: codeOf(order) })).toBeInViewport()
    await expect(history).toContainText('4 of 5 stars')
    await expect(history).toContainText('Hot, and before its time')

    await history.getByRole('button', { name: 'Change' }).click()
    await expect(sheet.getByRole('radio', { name: '4 stars, Very good' })).toBeChecked()
    await sheet.getByRole('radio', { name: '3 stars, Good' }).check()
    await sheet.getByRole('button', { name: 'Send' }).click()
    await expect(history).toContainText('3 of 5 stars')

    const staff = await browser.newContext()
    const board = await openDesk(staff, restaurant)
    await fromMenu(board, 'Ratings')
    const panel = board.getByRole('dialog', { name: 'Ratings' })
    await expect(panel).toContainText('in the last 30 days')
    await expect(panel.getByRole('listitem').filter({ hasText: codeOf(order) })).toContainText(ada.username)

    // The form lists only ratings that their customers allow to be shown.
    const words = `Hot, said ${codeOf(order)}`
    const says = board.getByRole('region', { name: 'What customers say' })
    await visit(board, '/office/settings/home')
    await expect(says).toBeVisible()
    await expect(says.getByText('Hot, and before its time')).toHaveCount(0)
    await history.getByRole('button', { name: 'Change' }).click()
    await sheet.getByLabel('A sentence, if you like').fill(words)
    const box = sheet.getByRole('checkbox', { name: 'The restaurant may show this with my first name' })
    await expect(box).not.toBeChecked()
    await box.check()
    await check(page, { sizes: [phone], within: 'dialog[open]' })
    await sheet.getByRole('button', { name: 'Send' }).click()
    // Wait until the sheet is closed, because the sheet is a part of `history` and contains the words.
    await expect(sheet).toBeHidden()
    await expect(history).toContainText(words)
    await visit(board, '/office/settings/home')
    await says.getByRole('checkbox', { name: words }).check()
    await check(board, { sizes: [phone], within: says })
    await expectToast(board, 'Saved. Open pages show it now.', () =>
      board.getByRole('button', { name: 'Save', exact: true }).click(),
    )
    const guest = await browser.newPage({ baseURL: restaurant.url })
    await visitLive(guest, '/')
    await expect(guest.getByText(words)).toBeAttached()

    await history.getByRole('button', { name: 'Change' }).click()
    await box.uncheck()
    await sheet.getByRole('button', { name: 'Send' }).click()
    await expect(guest.getByText(words)).toHaveCount(0)
    await guest.close()
    await staff.close()
  })
})
