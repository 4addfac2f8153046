import type { BrowserContext, Locator, Page } from '@playwright/test'
import { phone } from './accessible.ts'
import { placeOrder, test } from './order-desk.ts'
import { card, expect, visit, visitLive } from './ordering.ts'
import { signUp } from './restaurant.ts'

/** Returns the stream requests of all tabs of a browser, a list that grows. */
function streamsOf(context: BrowserContext): string[] {
  const streams: string[] = []
  context.on('request', (request) => {
    if (request.url().includes('/api/stream')) streams.push(request.url())
  })
  return streams
}

const offline = (page: Page) => page.getByText('You are offline.')

test('MENU-6: two tabs share one stream, and when the leading tab closes, the other takes over without a gap', async ({
  page,
  context,
  staff,
}) => {
  const streams = streamsOf(context)
  await visitLive(page, '/menu/softdrinks')
  const other = await context.newPage()
  await visit(other, '/menu/softdrinks')
  await staff.reprice('zobo', 2750)
  for (const tab of [page, other]) await expect(card(tab, 'Zobo')).toContainText('₦2,750')
  expect(streams.length).toBe(1)

  await page.close()
  await Promise.all([staff.reprice('zobo', 2800), expect.poll(() => streams.length, { intervals: [20] }).toBe(2)])
  await expect(card(other, 'Zobo')).toContainText('₦2,800')
})

test('ORDER-5: a tab without a stream of its own receives order events through another tab’s stream', async ({
  page,
  context,
  desk,
}) => {
  await signUp(page)
  const order = await placeOrder(page)
  await visitLive(page, '/menu/softdrinks')
  const orders = await context.newPage()
  await visit(orders, '/orders')
  await expect(orders.getByRole('tab', { name: 'Pending' })).toHaveText('Pending1')
  await desk.pay(order)
  await desk.start(order)
  await expect(orders.getByRole('tab', { name: 'Preparing' })).toHaveText('Preparing1')
})

test('signing out in one tab hides the orders in the other', async ({ page, context, desk }) => {
  await signUp(page)
  const order = await placeOrder(page)
  await visitLive(page, '/orders')
  const other = await context.newPage()
  await visit(other, '/account')
  await expect(other.getByText('No orders found.')).toBeHidden()
  await other.getByRole('main').getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByRole('heading', { name: 'Please Log In' })).toBeVisible()
  await desk.pay(order)
  await expect(page.getByText(order.orderId.slice(-6))).toBeHidden()
})

test('LIVE-1: the offline notice appears below the header of a phone after 10 s and stays until the first answer', async ({
  page,
  context,
}) => {
  await page.setViewportSize(phone)
  await page.clock.install()
  await visitLive(page, '/menu/softdrinks')
  // The short rail, the categories in one line at the top of the screen, loads with the first scroll.
  const shortRail = page.locator('[aria-hidden]:has(> div > div > a)')
  await page.mouse.wheel(0, 600)
  await expect(shortRail).toBeInViewport()
  await page.evaluate(() => scrollTo(0, 0))
  await expect(shortRail).toBeHidden()
  await page.clock.pauseAt(Date.now() + 60_000)
  await context.setOffline(true)
  await page.clock.runFor(9000)
  await expect(offline(page)).toBeHidden()
  // The notice appears ten seconds after the browser's offline event, which may come late on a busy machine.
  await expect(async () => {
    await page.clock.runFor(1500)
    await expect(offline(page)).toBeVisible({ timeout: 500 })
  }).toPass()
  await page.clock.resume()
  const header = await boxOf(page.getByRole('banner'))
  const notice = await boxOf(offline(page))
  const main = await boxOf(page.getByRole('main'))
  expect(notice.y).toBeGreaterThanOrEqual(header.y + header.height)
  expect(main.y).toBeGreaterThanOrEqual(notice.y + notice.height)
  await page.mouse.wheel(0, 600)
  await expect(shortRail.getByText('Soft Drinks')).toBeInViewport()
  await expect(shortRail.getByText('You are offline.')).toBeInViewport()
  await context.setOffline(false)
  await expect(offline(page)).toHaveCount(0)
})

async function boxOf(part: Locator) {
  const box = await part.boundingBox()
  if (!box) throw new Error('The part is not shown.')
  return box
}

test('LIVE-4: a page whose streams are cut right after they open gets its events by polling', async ({
  page,
  staff,
}) => {
  await page.route('**/api/stream**', (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: ': held back\n\n' }),
  )
  const poll = page.waitForRequest('**/api/changes**')
  await visit(page, '/menu/softdrinks')
  await poll
  await staff.reprice('zobo', 2900)
  await expect(card(page, 'Zobo')).toContainText('₦2,900')
})
