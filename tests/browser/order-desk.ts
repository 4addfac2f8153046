import type { Locator, Page } from '@playwright/test'
import type pg from 'pg'
import type { Order, OrderList } from '#contract/order/orders.ts'
import type { Quote, QuoteRequestBody } from '#contract/order/quotes.ts'
import { isOpen } from '#domain/order/statuses.ts'
import { test, visit } from './ordering.ts'
import { type Desk, expect, type Requester, type Restaurant, sessionId, signedIn, signInStaff } from './restaurant.ts'

export { type Desk, sessionId, signedIn, test }

export const coke = { itemId: 'coke', selection: {}, quantity: 1 }

/** Places an order of this page's customer, whose transfer is claimed and not checked. */
export async function placeOrder(page: Requester, request: Partial<QuoteRequestBody> = {}): Promise<Order> {
  const quote = await page.request.post('/api/quotes', { data: { items: [coke], ...request } })
  if (!quote.ok()) throw new Error(`quote: ${await quote.text()}`)
  const { id } = (await quote.json()) as Quote
  const placed = await page.request.post('/api/orders', { data: { quoteId: id } })
  if (!placed.ok()) throw new Error(`order: ${await placed.text()}`)
  return (await placed.json()) as Order
}

export const codeOf = ({ orderId: id }: Pick<Order, 'orderId'>) => id.slice(-6)

/** Signs this browser in as a member of staff and opens the desk. */
export async function enterAs(page: Page, restaurant: Restaurant, username: string): Promise<void> {
  await signInStaff(page.request, restaurant, username)
  await visit(page, '/desk')
  await expect(page.getByRole('heading', { name: /To cook/ })).toBeVisible()
}

/** Cancels the open orders of other tests, which would ring and fill the board. */
export async function clearBoard(restaurant: Restaurant, desk: Desk): Promise<void> {
  const session = await signedIn(restaurant, 'desk')
  const { orders }: OrderList = await (await session.get('/api/desk/orders')).json()
  await session.dispose()
  for (const order of orders.filter(({ status }) => isOpen(status))) await desk.cancel(order, 'Only a test')
}

/**
 * Switches other riders off, and cancels all open orders, because the desk suggests the rider with the fewest
 * deliveries. `assignRider` switches its rider on again.
 */
export async function onlyDemoRider(restaurant: Restaurant, desk: Desk, database: pg.Pool): Promise<void> {
  await clearBoard(restaurant, desk)
  await database.query("UPDATE users SET switched_off_at = now() WHERE role = 'rider' AND username <> 'rider'")
}

/** Chooses an entry of the menu 'More'. */
export async function fromMenu(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: /^More/ }).click()
  const menu = page.getByRole('navigation', { name: 'More' })
  await menu.getByRole('button', { name }).or(menu.getByRole('link', { name })).click()
}

/** Adds a dish to the counter order, or opens its choices. */
export async function choose(page: Page, name: string): Promise<void> {
  await page.getByLabel('Search all dishes').fill(name)
  await page
    .getByRole('region', { name: 'Dishes' })
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click()
}

/** Returns the panel of an order at the desk; opens it from the order's card if it is closed. */
export async function panelOf(page: Page, order: Pick<Order, 'orderId'>): Promise<Locator> {
  const panel = page.getByRole('complementary', { name: `Order ${codeOf(order)}` })
  if (!(await panel.isVisible()))
    await card(page, order)
      .getByRole('button', { name: codeOf(order), exact: true })
      .click()
  await expect(panel).toBeVisible()
  return panel
}

/** Replaces the till's expected sum in this page's answers, because other tests change the till. */
export async function tillHolds(page: Page, holds: number | null): Promise<void> {
  await page.route('**/api/desk/till', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), holds } })
  })
}

export function card(page: Page, order: Pick<Order, 'orderId'>): Locator {
  return page.getByRole('article', { name: codeOf(order) })
}

type Line = { readonly narration: string; readonly amount: number; readonly sender?: string }

/** Returns a bank's statement as CSV, with the number of the first demo account above its heading. */
export function csv(lines: readonly Line[]): string {
  const rows = lines.map(
    ({ narration, amount, sender }) => `21/11,${narration},${amount},${sender ?? ''},${sessionId()}`,
  )
  return ['Account,0000044621', 'Date,Narration,Credit,Sender,Session ID', ...rows].join('\n')
}

/** Drags a statement file onto the board. */
export async function dropStatement(page: Page, text: string): Promise<void> {
  const data = await page.evaluateHandle((content) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([content], 'night.csv', { type: 'text/csv' }))
    return transfer
  }, text)
  await page.getByRole('main').dispatchEvent('drop', { dataTransfer: data })
}
