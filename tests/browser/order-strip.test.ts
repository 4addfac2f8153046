import type { Page } from '@playwright/test'
import { check, phone } from './accessible.ts'
import { codeOf, placeOrder, test } from './order-desk.ts'
import { pay, visit, visitLive, watchShifts } from './ordering.ts'
import { addPlain, expect, signUp, somebody } from './restaurant.ts'

test.use({ viewport: phone })

const strip = (page: Page) => page.getByRole('region', { name: 'Order under way' })

test('TRACK-2: the strip below the navigation bar shows the open order live, and links to the order’s tab', async ({
  page,
  desk,
}) => {
  await signUp(page)
  const order = await placeOrder(page)
  await visitLive(page, '/menu/grills')
  await expect(strip(page)).toContainText('Finding transfer')
  await expect(strip(page)).toContainText(codeOf(order))
  await expect(strip(page)).toContainText(/Ready by \d\d:\d\d/)
  await check(page, { within: 'section[aria-label="Order under way"]' })
  await desk.pay(order)
  await expect(strip(page)).toContainText('Transfer found')
  await desk.start(order)
  await expect(strip(page)).toContainText('On the fire')

  // Place a second order, which comes first in the tab.
  await placeOrder(page)
  await expect(strip(page)).toContainText('and 1 more')
  await strip(page).getByRole('link').click()
  await expect(page).toHaveURL(/\/orders\?/)
  await expect(page.getByRole('tab', { name: /^Preparing/ })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('article')).toContainText(codeOf(order))
  await expect(strip(page)).toBeHidden()

  await page.goBack()
  await desk.markReady(order)
  await expect(strip(page)).toContainText('Ready to pick up')
  await desk.complete(order)
  await expect(strip(page)).not.toContainText(codeOf(order))
})

test('TRACK-2: the order strip breaks no word in very large text, and its stages fit in one row on the narrowest phone', async ({
  page,
}) => {
  await signUp(page)
  await placeOrder(page)
  await visit(page, '/menu/grills')
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  const text = strip(page).getByText('Finding transfer')
  // Two lines of 16 px text at 200 % with a line height of 1.25 are 80 px high.
  await expect.poll(async () => (await text.boundingBox())?.height).toBeLessThanOrEqual(80)

  await page.setViewportSize({ width: 320, height: 640 })
  for (const path of ['/', '/orders']) {
    await visit(page, path)
    const stages = page.getByRole('list', { name: 'Stages' }).first().getByRole('listitem')
    await expect(stages).toHaveCount(4)
    const tops = await stages.evaluateAll((all) => all.map((stage) => stage.getBoundingClientRect().top))
    expect(new Set(tops).size, path).toBe(1)
  }
})

test('TRACK-2: every page shows a guest the open order instead of the content for visitors', async ({ page }) => {
  const pages = ['/menu/suya', '/search', '/farm', '/cart', '/checkout', '/payment', '/account', '/privacy', '/nowhere']
  await visitLive(page, '/cart')
  await expect(strip(page)).toBeHidden()
  const guest = await page.request.post('/api/guests', { data: { name: 'Ada Obi', phone: somebody().phone } })
  expect(guest.ok()).toBe(true)
  const order = await placeOrder(page)
  for (const path of [...pages, `/orders/${order.orderId}/receipt`]) {
    await visit(page, path)
    await expect(strip(page), path).toContainText(codeOf(order))
  }
  await visit(page, '/')
  await expect(strip(page)).toHaveCount(1)
  await expect(strip(page).getByRole('heading', { level: 1 })).toHaveText(`Your order ${codeOf(order)}`)
})

test('TRACK-2: home and menu show an open payment in the strip, with a link to it, until the order is placed', async ({
  page,
}) => {
  const payment = page.getByRole('region', { name: 'Open payment' })
  await signUp(page)
  await addPlain(page, 'chapman')
  await visit(page, '/payment')
  await expect(page.getByRole('button', { name: "I've Made the Transfer" })).toBeVisible()
  await expect(payment).toBeHidden()
  for (const path of ['/menu/suya', '/']) {
    await visit(page, path)
    await expect(payment).toHaveText(/^Payment of ₦3,500 open until \d\d:\d\d$/)
    await check(page, { within: 'section[aria-label="Open payment"]' })
  }
  await payment.getByRole('link').click()
  await pay(page)
  await visit(page, '/menu/suya')
  await expect(strip(page)).toBeVisible()
  await expect(payment).toBeHidden()
})

test('TRACK-2: the order strip and the card on home say what the customer has to do', async ({ page, desk }) => {
  await signUp(page)
  const order = await placeOrder(page)
  await desk.reportMissing(order)
  await visit(page, '/cart')
  await expect(strip(page)).toContainText('Transfer not seen yet')
  await check(page, { within: 'section[aria-label="Order under way"]' })
  await visit(page, '/')
  await expect(strip(page)).toContainText('Transfer not seen yet')
  await check(page, { within: strip(page) })
  await strip(page).getByRole('link', { name: 'See what to do' }).click()
  await expect(page.getByRole('button', { name: "I've sent it" })).toBeVisible()
})

test('TRACK-2: space for the order strip is reserved before the strip loads', async ({ page }) => {
  const shift = await watchShifts(page)
  await signUp(page)
  await placeOrder(page)
  await visit(page, '/menu/softdrinks')
  await expect(strip(page)).toBeVisible()
  await page.waitForFunction(() => localStorage.getItem('order-under-way') === '1')
  await visit(page, '/menu/softdrinks')
  await expect(strip(page)).toBeVisible()
  expect(await shift()).toBeLessThan(0.02)
})
