import type { CDPSession, Page } from '@playwright/test'
import type { DeskOrder, Order } from '#contract/order/orders.ts'
import { card, clearBoard, codeOf, coke, type Desk, enterAs, panelOf, placeOrder, test } from './order-desk.ts'
import { expect, signUp } from './restaurant.ts'

const open = 40

/** Places forty orders in the states of a Friday evening. Returns them, oldest first. */
async function busyBoard(page: Page, desk: Desk): Promise<Order[]> {
  const orders: Order[] = []
  while (orders.length < open) {
    await signUp(page)
    for (let of = 0; of < 2 && orders.length < open; of += 1) {
      const lines = [
        { itemId: 'beef-suya', selection: { yaji: { 'plenty-yaji': 1 } }, quantity: 2 },
        { ...coke, quantity: 1 + (orders.length % 3), chefComment: orders.length % 2 ? 'Very cold' : '' },
      ]
      const order = await placeOrder(page, {
        items: lines,
        deliveryMethod: orders.length % 3 ? 'delivery' : 'pick-up',
      })
      orders.push(order)
      const stage = orders.length % 5
      if (stage > 0) await desk.pay(order)
      if (stage > 2) await desk.start(order)
      if (stage > 3) await desk.markReady(order)
    }
  }
  return orders
}

/** Returns the codes of the cards that are wholly visible in the window, with code, time and action uncovered. */
function readable(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isUncovered = (element: Element) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      const there = document.elementFromPoint(left + width / 2, top + height / 2)
      return (
        there !== null && (element.contains(there) || element.closest('[data-card]') === there.closest('[data-card]'))
      )
    }
    return [...document.querySelectorAll('[data-card]')]
      .filter((card) => {
        const { left, top, right, bottom } = card.getBoundingClientRect()
        const list = card.closest('ul')?.getBoundingClientRect()
        const isWhole = top >= (list?.top ?? 0) && bottom <= Math.min(innerHeight, list?.bottom ?? 0)
        const isInside = left >= 0 && right <= innerWidth
        return isWhole && isInside && [...card.querySelectorAll('h3, header p, a, button')].every(isUncovered)
      })
      .map((card) => card.querySelector('h3')?.textContent ?? '')
  })
}

const sizes = [
  { width: 1440, height: 900, atLeast: 15 },
  { width: 1024, height: 768, atLeast: 9 },
  // A window of 1440x900 at 200 % zoom.
  { width: 720, height: 450, atLeast: 2 },
] as const

test('DESK-1: of 40 open orders the desk fully shows at least 15 at 1440x900 and 9 at 1024x768, including the oldest', async ({
  page,
  restaurant,
  desk,
}) => {
  test.slow()
  await clearBoard(restaurant, desk)
  const orders = await busyBoard(page, desk)
  await enterAs(page, restaurant, 'desk')
  await expect(page.getByRole('article')).toHaveCount(open)
  const [oldest] = orders
  for (const { atLeast, ...size } of sizes) {
    await page.setViewportSize(size)
    await expect.poll(async () => (await readable(page)).length).toBeGreaterThanOrEqual(atLeast)
    const shown = await readable(page)
    expect(shown, `the oldest at ${size.width}x${size.height}`).toContain(oldest && codeOf(oldest))
    // Leave out orders that nobody has acknowledged in time, because their cards have two more lines.
    const heights = await page
      .locator('[data-card]:visible')
      .filter({ hasNotText: 'Nobody has acknowledged it' })
      .evaluateAll((cards) => cards.map((each) => each.clientHeight))
    test.info().annotations.push({
      type: `${size.width}x${size.height}`,
      description: `${shown.length} of ${open} readable, cards ${Math.min(...heights)} to ${Math.max(...heights)} px`,
    })
    expect(Math.max(...heights)).toBeLessThanOrEqual(190)
  }
  // The oldest order stays visible beside the panel of another order.
  await page.setViewportSize(sizes[0])
  await panelOf(page, orders[7] as Order)
  expect(await readable(page)).toContain(oldest && codeOf(oldest))

  // Three letters find the order without Enter.
  await page.keyboard.press('Escape')
  const sought = orders[23] as Order
  await page.keyboard.press('/')
  await page.keyboard.type(codeOf(sought).slice(0, 3).toLowerCase())
  await expect.poll(async () => (await readable(page)).length).toBeLessThan(5)
  expect(await readable(page)).toContain(codeOf(sought))
})

test('DESK-3: orders at the desk are opened, acted on and undone by keyboard alone', async ({
  page,
  restaurant,
  desk,
}) => {
  await signUp(page)
  const orders = [await placeOrder(page), await placeOrder(page)]
  for (const order of orders) await desk.start(await desk.pay(order))
  const unpaid = await placeOrder(page)
  await enterAs(page, restaurant, 'desk')
  const [order] = orders as [Order]
  // The main action of an unpaid order opens a form. The key press that opens the form must not close it.
  const unpaidPanel = await panelOf(page, unpaid)
  await expect(unpaidPanel).toBeFocused()
  // Beside an open order, the board shows whole columns only.
  const cut = await page.getByRole('main').evaluate((main) => {
    const edge = main.getBoundingClientRect().right
    const boxes = [...main.querySelectorAll('section')].map((column) => column.getBoundingClientRect())
    return boxes.filter(({ left, right }) => left < edge - 8 && right > edge + 8).length
  })
  expect(cut).toBe(0)
  await expect(unpaidPanel.locator('[data-main]')).toHaveText(/Confirm payment/)
  await page.keyboard.press('Enter')
  const payment = page.getByRole('dialog', { name: `Payment of ${codeOf(unpaid)}` })
  await expect(payment).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(unpaidPanel).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(unpaidPanel).toBeHidden()
  // The key M opens the menu and moves the focus into the menu.
  await page.keyboard.press('m')
  await expect(page.getByRole('navigation', { name: 'More' }).getByRole('button', { name: /^Rush/ })).toBeFocused()
  await page.keyboard.press('Enter')
  const rush = page.getByRole('dialog', { name: 'Rush, pause and calls' })
  await rush
    .getByRole('button', { name: /Close$/ })
    .last()
    .focus()
  await expect(rush.getByRole('button', { name: 'Close', exact: true })).toBeInViewport({ ratio: 1 })
  await expect(rush.getByRole('heading', { name: 'Rush, pause and calls' })).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')
  await page.keyboard.press('/')
  await page.keyboard.type(codeOf(order))
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary', { name: `Order ${codeOf(order)}` })
  await expect(panel).toBeFocused()
  // Enter runs the main action of the open order.
  await page.keyboard.press('Enter')
  await expect(card(page, order)).toContainText('just now')
  await expect(panel.getByRole('button', { name: 'Recall' })).toBeVisible()
  await page.keyboard.press('u')
  await expect(panel.getByRole('button', { name: 'Ready' })).toBeVisible()
  // The pressed button disappears, and the focus stays in the open order.
  await panel.getByRole('button', { name: 'Ready' }).press('Enter')
  await expect(panel).toBeFocused()
  await panel.getByRole('button', { name: 'Recall' }).press('Enter')
  await expect(panel.getByRole('button', { name: 'Not started' })).toBeVisible()
  await expect(panel).toBeFocused()
  await page.keyboard.press('p')
  await expect(panel.getByRole('button', { name: 'Kitchen ticket' })).toBeVisible()
  await page.evaluate(() =>
    addEventListener('click', (event) => {
      const link = event.target instanceof Element && event.target.closest('a[href^="tel:"]')
      if (link) document.documentElement.dataset.called = link.getAttribute('href') ?? ''
      if (link) event.preventDefault()
    }),
  )
  await page.keyboard.press('c')
  await expect(page.locator('html')).toHaveAttribute('data-called', /^tel:\+234/)
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(card(page, order).getByRole('button', { name: codeOf(order) })).toBeFocused()

  // Letters typed right after the panel closes go into the search.
  await card(page, order)
    .getByRole('button', { name: codeOf(order) })
    .click()
  await expect(panel).toBeFocused()
  await page.evaluate(async () => {
    for (const key of ['Escape', '/']) {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
      await Promise.resolve()
    }
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
  })
  await expect(panel).toBeHidden()
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.press('Escape')
  await page.getByRole('main').focus()
  await page.keyboard.press('j')
  const first = page.locator('[data-card]').first()
  await expect(first.getByRole('button').first()).toBeFocused()
  await expect(page.getByRole('banner').getByText('N', { exact: true })).toBeVisible()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard' })
  await expect(help).toContainText('Next order')
  await help.getByRole('checkbox', { name: 'Use single-letter keys on this device' }).uncheck()
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await expect(help).toBeHidden()
  // With letter keys switched off, no button shows its letter.
  await expect(page.getByRole('banner').getByText('N', { exact: true })).toBeHidden()
  await desk.cancel(unpaid, 'Only a test')
  for (const each of orders) await desk.cancel(each, 'Only a test')
})

/** Returns how often cards were rendered since the last call, from the browser's count of function calls. */
async function renderedCards(page: Page, session: CDPSession): Promise<number> {
  const { result } = await session.send('Profiler.takePreciseCoverage')
  const urls = [...new Set(result.map(({ url }) => url))].filter((url) => /\/desk-[^/]*\.js$/.test(url))
  let rendered = 0
  for (const url of urls) {
    const source = await (await page.request.get(url)).text()
    const functions = result.filter((script) => script.url === url).flatMap((script) => script.functions)
    const cards = functions
      .flatMap(({ ranges: [whole] }) => whole ?? [])
      .filter(({ startOffset, endOffset }) => /["'`]data-card["'`]:/.test(source.slice(startOffset, endOffset)))
      .sort((a, b) => a.endOffset - a.startOffset - (b.endOffset - b.startOffset))
    rendered += cards[0]?.count ?? 0
  }
  return rendered
}

/** Returns the largest number of elements that the browser restyled in one pass during `act`. */
async function styledElements(session: CDPSession, act: () => Promise<unknown>): Promise<number> {
  let most = 0
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const { args } of value as { args?: { elementCount?: number } }[])
      most = Math.max(most, args?.elementCount ?? 0)
  })
  const ended = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.start', { traceConfig: { includedCategories: ['devtools.timeline'] } })
  await act()
  await session.send('Tracing.end')
  await ended
  return most
}

test('DESK-1: a change on a board of 400 orders renders only the cards that it affects', async ({
  page,
  restaurant,
  desk,
}) => {
  await clearBoard(restaurant, desk)
  await signUp(page)
  const order = await placeOrder(page)
  // The page gets copies of the order that are due in five hours, so no card becomes late.
  const many = 400
  await page.route('**/api/desk/orders', async (route) => {
    const answer = await route.fetch()
    const { orders } = (await answer.json()) as { orders: DeskOrder[] }
    // The answer may contain orders of other tests, too: cancelled orders for which a refund is owed.
    const first = orders.find(({ orderId }) => orderId === order.orderId)
    const readyBy = new Date(Date.now() + 5 * 3_600_000).toISOString()
    const copies = first
      ? Array.from({ length: many - 1 }, (_, n) => ({ ...first, readyBy, orderId: `COPY${n}`, id: `COPY${n}` }))
      : []
    await route.fulfill({ response: answer, json: { orders: [...orders, ...copies] } })
  })
  await enterAs(page, restaurant, 'desk')
  await expect(page.getByRole('article')).toHaveCount(many)
  const session = await page.context().newCDPSession(page)
  await session.send('Profiler.enable')
  await session.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  // Opening an order renders its card, which proves that renderings are counted.
  const styled = await styledElements(session, async () => {
    await card(page, order)
      .getByRole('button', { name: codeOf(order), exact: true })
      .click()
    await expect(page.getByRole('complementary', { name: `Order ${codeOf(order)}` })).toBeVisible()
  })
  // Restyling the whole board would count the elements of all 400 cards.
  test.info().annotations.push({ type: 'elements styled', description: String(styled) })
  expect(styled).toBeGreaterThan(0)
  expect(styled).toBeLessThan(250)
  expect(await renderedCards(page, session)).toBeGreaterThan(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('complementary', { name: `Order ${codeOf(order)}` })).toBeHidden()
  await renderedCards(page, session)
  await desk.pay(order)
  await expect(
    page.getByRole('region', { name: /^To cook/ }).getByRole('article', { name: codeOf(order) }),
  ).toBeVisible()
  const rendered = await renderedCards(page, session)
  test.info().annotations.push({ type: 'cards rendered', description: `${rendered} of ${many}` })
  expect(rendered).toBeGreaterThan(0)
  // The moved card, and the card that becomes the first of its column, may render twice.
  expect(rendered).toBeLessThan(10)
  await desk.cancel(order, 'Only a test')
})
