import type { Page } from '@playwright/test'
import { check, phone } from './accessible.ts'
import { codeOf, coke, enterAs, fromMenu, placeOrder, test, tillHolds } from './order-desk.ts'
import { visit } from './ordering.ts'
import { expect, signInStaff, signUp, somebody } from './restaurant.ts'

const list = (page: Page) => page.getByRole('list', { name: 'Orders, newest first' })
const row = (page: Page, order: { orderId: string }) => list(page).getByRole('link', { name: codeOf(order) })
const dayOf = (iso: string, later = 0) =>
  new Date(Date.parse(iso) + (1 + 24 * later) * 3_600_000).toISOString().slice(0, 10)

test('BOOKS-1: a cashier finds an order in each of seven ways, reads its history, and refunds it', async ({
  page,
  restaurant,
  desk,
}) => {
  const ada = somebody()
  await signUp(page, ada)
  const order = await placeOrder(page, { deliveryMethod: 'delivery' })
  await desk.cancel(await desk.pay(order), 'The gas is out')
  await signUp(page, somebody())
  const other = await placeOrder(page, { items: [{ itemId: 'fanta', selection: {}, quantity: 1 }] })

  await enterAs(page, restaurant, 'cashier')
  await page.setViewportSize(phone)
  await fromMenu(page, 'All orders')
  await expect(row(page, other)).toBeVisible()
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await expect(page.getByRole('navigation', { name: 'Office' }).getByRole('link')).toHaveText(['Orders', 'Days'])
  await page.keyboard.press('Escape')

  const search = page.getByRole('searchbox', { name: 'Search orders' })
  for (const typed of [codeOf(order), ada.username, ada.phone.replace(/^(\d{4})(\d{3})/, '$1 $2 ')]) {
    await search.fill(typed)
    await expect(row(page, other)).toHaveCount(0)
    await expect(row(page, order)).toBeVisible()
    await page.getByRole('button', { name: 'Clear' }).click()
    await expect(row(page, other)).toBeVisible()
  }
  await page.getByRole('button', { name: 'Filters' }).click()
  for (const [label, value] of [
    ['Dish', coke.itemId],
    ['Place', 'Lekki Phase 1'],
    ['State', 'cancelled'],
  ] as const) {
    await page.getByLabel(label, { exact: true }).selectOption(value)
    await expect(row(page, other)).toHaveCount(0)
    await expect(row(page, order)).toBeVisible()
    await page.getByRole('button', { name: 'Clear' }).click()
    await expect(row(page, other)).toBeVisible()
  }
  await page.getByLabel('From', { exact: true }).fill(dayOf(order.createdAt, 1))
  await expect(page.getByText('No order matches.')).toBeVisible()
  await page.getByLabel('From', { exact: true }).fill(dayOf(order.createdAt))
  await page.getByLabel('To', { exact: true }).fill(dayOf(order.createdAt))
  await search.fill(ada.username)
  await expect(row(page, other)).toHaveCount(0)
  await expect(row(page, order)).toBeVisible()
  await check(page)

  // The page's address contains the search.
  await visit(page, page.url())
  await expect(search).toHaveValue(ada.username)
  await expect(list(page).getByRole('link')).toHaveCount(1)
  await row(page, order).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: codeOf(order) })).toBeVisible()
  const story = page.getByRole('list', { name: 'What happened, oldest first' })
  await expect(story.getByRole('listitem')).toHaveText([
    new RegExp(`${ada.username} placed ${codeOf(order)}`),
    /Kemi confirmed ₦/,
    /Kemi cancelled/,
  ])
  await expect(page.getByText('Cancelled: “The gas is out”')).toBeVisible()
  const money = page.getByRole('region', { name: 'Money' })
  await expect(money).toContainText('Received by transfer')
  await expect(money).toContainText('Refund owed')
  await check(page)

  await tillHolds(page, null)
  await page.getByRole('button', { name: /^Refund ₦/ }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Cash').check()
  await sheet.getByRole('button', { name: /^Refund ₦/ }).click()
  await expect(money).toContainText('Refunded in cash')
  await expect(story).toContainText('You refunded')
  await expect(page.getByRole('button', { name: /^Refund ₦/ })).toHaveCount(0)
})

test('BOOKS-1: a ticket can be reprinted from an order’s history, and the list of orders says that it is offline or has no result', async ({
  page,
  restaurant,
  desk,
}) => {
  await signUp(page, somebody())
  const order = await placeOrder(page)
  await desk.start(await desk.pay(order))
  await signInStaff(page.request, restaurant, 'desk')
  await page.addInitScript(() => {
    window.print = () => dispatchEvent(new Event('afterprint'))
  })
  await visit(page, `/office/orders/${order.orderId}`)
  const printed = page.waitForResponse((answer) => answer.url().endsWith('/print-ticket') && answer.ok())
  await page.getByRole('button', { name: `Print ${codeOf(order)}` }).click()
  await page.getByRole('button', { name: 'Kitchen ticket' }).click()
  await printed
  await page.reload()
  await expect(page.getByRole('region', { name: 'Tickets' })).toContainText('Kitchen ticket')
  await page.getByRole('link', { name: 'All orders' }).click()
  await expect(row(page, order)).toBeVisible()

  await page.getByRole('searchbox', { name: 'Search orders' }).fill('nobody of that name')
  await expect(page.getByText('No order matches.')).toBeVisible()
  await page.route('**/api/office/orders*', (route) => route.abort())
  await page.getByRole('searchbox', { name: 'Search orders' }).fill('somebody')
  await expect(page.getByRole('alert')).toContainText('Try again')
  await page.unroute('**/api/office/orders*')
  await page.getByRole('searchbox', { name: 'Search orders' }).fill(codeOf(order))
  await expect(row(page, order)).toBeVisible()
})
