import type { Page } from '@playwright/test'
import { clearBoard, codeOf, coke, fromMenu, placeOrder, test } from './order-desk.ts'
import { card, cartLink, visit, visitLive } from './ordering.ts'
import { expect, type Restaurant, signInStaff, signUp } from './restaurant.ts'

async function enterKitchen(page: Page, restaurant: Restaurant): Promise<void> {
  await signInStaff(page.request, restaurant, 'kitchen')
  await visit(page, '/kitchen')
  await expect(page.getByRole('heading', { name: /^On the fire/ })).toBeVisible()
}

test('DESK-6 kitchen: a cook starts, finishes and recalls orders by touch or keys, and sees urgent tickets first and total portions per dish', async ({
  page,
  restaurant,
  desk,
  customer,
}) => {
  await test.step('a paid order is started, totalled, finished and recalled', async () => {
    await clearBoard(restaurant, desk)
    const [first, second, claimed] = [
      await placeOrder(customer, { items: [{ ...coke, quantity: 4, chefComment: 'Very cold' }] }),
      await placeOrder(customer, { items: [{ ...coke, quantity: 2 }] }),
      await placeOrder(customer),
    ]
    await desk.pay(first)
    await desk.start(await desk.pay(second))
    const alike = [await desk.pay(await placeOrder(customer)), await desk.pay(await placeOrder(customer))] as const
    await enterKitchen(page, restaurant)
    const ticket = (order: typeof first) => page.getByRole('article', { name: codeOf(order) })
    await expect(ticket(claimed)).toHaveCount(0)
    await expect(ticket(first)).toContainText('P.S.: Very cold')
    const counted = page.getByRole('region', { name: 'Total on the fire' })
    const cokes = async () => Number(/(\d+) × Coke/.exec((await counted.textContent()) ?? '')?.[1])
    await expect.poll(cokes).toBe(2)
    await ticket(first).getByRole('button', { name: 'Start' }).click()
    await expect.poll(cokes).toBe(6)
    await counted.getByRole('button', { name: 'All counts' }).click()
    const softDrinks = counted.getByRole('region', { name: 'Soft Drinks' })
    await expect(softDrinks.getByRole('listitem').filter({ hasText: '6 × Coke' })).toBeVisible()
    await counted.getByRole('button', { name: 'All counts' }).click()
    await ticket(first).getByRole('button', { name: 'Ready' }).click()
    await expect(ticket(first)).toHaveCount(0)
    await expect.poll(cokes).toBe(2)
    await page.getByRole('button', { name: `Recall ${codeOf(first)}` }).click()
    await expect(ticket(first).getByRole('button', { name: 'Ready' })).toBeVisible()
    await expect(page.getByRole('button', { name: `Recall ${codeOf(first)}` })).toBeHidden()
    // A second tap at the same place does not start the next ticket; a mouse click does.
    await ticket(alike[0]).getByRole('button', { name: 'Start' }).evaluate(tapTwice)
    await expect(ticket(alike[0]).getByRole('button', { name: 'Ready' })).toBeVisible()
    await ticket(alike[1]).getByRole('button', { name: 'Start' }).click()
    await expect(ticket(alike[1]).getByRole('button', { name: 'Ready' })).toBeVisible()
    for (const order of [first, second, claimed, ...alike]) await desk.cancel(order, 'Only a test')
  })

  await test.step('the most urgent tickets are at the top, the next orders are in sight, and number keys finish and recall orders', async () => {
    const orders = [
      await placeOrder(customer, {
        items: Array.from({ length: 9 }, (_, index) => ({ ...coke, chefComment: `Ice ${index}` })),
      }),
      await placeOrder(customer),
      await placeOrder(customer, {
        items: [{ ...coke, chefComment: 'Very cold' }, ...drinks.map((itemId) => ({ ...coke, itemId }))],
      }),
    ]
    for (const order of orders) await desk.start(await desk.pay(order))
    const next = await desk.pay(await placeOrder(customer))
    // The long ticket is taller than an upright tablet, and stands beside a short ticket.
    const long = await desk.pay(
      await placeOrder(customer, { items: drinks.map((itemId) => ({ ...coke, itemId, chefComment: 'Very cold' })) }),
    )
    const ticket = (order: typeof next) => page.getByRole('article', { name: codeOf(order) })
    for (const order of [...orders, next, long]) await expect(ticket(order)).toBeVisible()
    for (const size of [
      { width: 1440, height: 900 },
      { width: 1024, height: 768 },
      { width: 768, height: 1024 },
    ]) {
      await page.setViewportSize(size)
      await expect(ticket(next).getByRole('button', { name: 'Start' })).toBeInViewport({ ratio: 1 })
      // Tickets of a column follow each other with equal small gaps, and none is above a more urgent one.
      const { gaps, tops } = await page.locator('section[aria-labelledby=fire] li').evaluateAll((tickets) => {
        const boxes = tickets
          .filter((each) => each.querySelector('article'))
          .map((each) => each.getBoundingClientRect())
        const gaps = boxes.flatMap(({ left, bottom }) => {
          const below = boxes.filter((box) => box.left === left && box.top >= bottom).map(({ top }) => top - bottom)
          return below.length > 0 ? [Math.min(...below)] : []
        })
        return { gaps, tops: boxes.map(({ top }) => top) }
      })
      for (const gap of gaps) expect(gap).toBeLessThan(16)
      expect(tops).toEqual(tops.toSorted((a, b) => a - b))
      expect(tops[1]).toBe(tops[0])
    }
    // A tablet has one line of counts, which ends with the number of counts that do not fit.
    const counts = page.getByRole('region', { name: 'Total on the fire' })
    const more = counts.getByText(/^and \d+ more$/)
    await expect(more).toBeVisible()
    const inFirstLine = () =>
      counts.getByRole('listitem').evaluateAll((all) => {
        const tops = all.map((each) => each.getBoundingClientRect().top)
        return tops.filter((top) => top === tops[0]).length
      })
    await expect
      .poll(async () => (await inFirstLine()) + Number(/\d+/.exec((await more.textContent()) ?? '')?.[0]))
      .toBe(drinks.length + 1)
    await counts.getByRole('button', { name: 'All counts' }).click()
    await expect(more).toBeHidden()
    await counts.getByRole('button', { name: 'All counts' }).click()
    await page.setViewportSize({ width: 1440, height: 900 })
    const number = await ticket(next).getAttribute('data-ticket-number')
    await page.keyboard.press(`Digit${number}`)
    // Wait for the answer, because a second press before the answer is ignored.
    await expect(ticket(next).getByRole('button', { name: 'Ready' })).toBeEnabled()
    // The number stays with the ticket.
    await expect(ticket(next)).toHaveAttribute('data-ticket-number', number ?? '')
    await page.keyboard.press(`Shift+Digit${number}`)
    await expect(page.getByRole('dialog', { name: `Sold out in ${codeOf(next)}` })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press(`Digit${number}`)
    await expect(ticket(next)).toHaveCount(0)
    await page.keyboard.press('Digit0')
    await expect(ticket(next).getByRole('button', { name: 'Ready' })).toBeVisible()
    // A phone has all recallable tickets in one line.
    for (const order of orders) await desk.markReady(order)
    await page.setViewportSize({ width: 360, height: 740 })
    const recalls = page.getByRole('region', { name: 'Just ready' }).getByRole('button')
    await expect(recalls).toHaveCount(orders.length)
    expect(new Set(await recalls.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top))).size).toBe(
      1,
    )
    for (const order of [...orders, next, long]) await desk.cancel(order, 'Only a test')
  })
})

/** Taps a button, and the same place again after another ticket has moved there, while the clock stands still. */
async function tapTwice(button: Element): Promise<void> {
  const now = performance.now()
  performance.now = () => now
  const ticket = button.closest('article')
  button.scrollIntoView({ block: 'center' })
  const { left, top, width, height } = button.getBoundingClientRect()
  const at = { clientX: left + width / 2, clientY: top + height / 2 }
  const shown = () => document.elementFromPoint(at.clientX, at.clientY)?.closest('button')
  const tap = () => shown()?.dispatchEvent(new PointerEvent('click', { bubbles: true, pointerType: 'touch', ...at }))
  tap()
  while (!shown() || shown()?.closest('article') === ticket) await new Promise(requestAnimationFrame)
  tap()
  Reflect.deleteProperty(performance, 'now')
}

const drinks = ['fanta', 'sprite', 'pepsi', 'bitter-lemon', 'malt', 'table-water', 'sparkling-water', 'zobo']

test('kitchen: the owner can open the kitchen screen, and customers and riders cannot', async ({
  page,
  restaurant,
}) => {
  await signUp(page)
  await visit(page, '/kitchen')
  await expect(page.getByRole('heading', { name: 'Staff only' })).toBeVisible()
  await signInStaff(page.request, restaurant, 'rider')
  await visit(page, '/kitchen')
  await expect(page.getByRole('link', { name: 'Deliveries' })).toBeVisible()
  await signInStaff(page.request, restaurant, 'desk')
  await visit(page, '/kitchen')
  await expect(page.getByRole('heading', { name: /^Next/ })).toBeVisible()
})

test('kitchen: rush mode changes the promise, a pause is shown before checkout, and open menus show sold-out dishes and stock counts', async ({
  page,
  restaurant,
  browser,
  desk,
}) => {
  const phone = await browser.newContext({ baseURL: restaurant.url })
  const customer = await phone.newPage()
  await signUp(customer)
  const panel = page.getByRole('dialog')
  await test.step('rush mode changes the promised time, and a pause is shown before checkout', async () => {
    await visitLive(customer, '/')
    await expect(customer.getByText(/^10 to 45 minutes ·/)).toBeVisible()
    await enterKitchen(page, restaurant)
    await fromMenu(page, /^Rush/)
    await expect(panel.getByText(/^\d+ of \d+ orders are waiting or cooking\./)).toBeVisible()
    await panel.getByRole('button', { name: '+20' }).click()
    await expect(customer.getByText(/^30 to 65 minutes ·/)).toBeVisible()
    await expect(panel.getByRole('button', { name: '+20' })).toHaveAttribute('aria-pressed', 'true')
    await expect(panel.getByText(/^The rush lasts until .*\d\d:\d\d, (60|59) min left\.$/)).toBeVisible()
    await panel.getByRole('button', { name: 'Off' }).click()

    await panel.getByLabel('What customers read').fill('')
    await panel.getByRole('button', { name: 'Pause ordering' }).click()
    await expect(panel.getByLabel('What customers read')).toHaveAccessibleDescription(/^Enter a sentence/)
    await panel.getByLabel('What customers read').fill('The grill is being cleaned. We are back at nine.')
    await expect(panel.getByLabel('What customers read')).toHaveAccessibleDescription(
      /Customers who are paying can still order\.$/,
    )
    await panel.getByRole('group', { name: 'It lasts' }).last().getByText('2 hours').click()
    // The event of the pause and the next press come before the answer to the pause.
    const answer = Promise.withResolvers<void>()
    await page.route('/api/kitchen-load', async (route) => {
      const response = await route.fetch()
      if (route.request().method() === 'PATCH') await answer.promise
      await route.fulfill({ response })
    })
    await panel.getByRole('button', { name: 'Pause ordering' }).click()
    await expect(panel.getByText('Customers who were paying can still order.')).toBeVisible()
    await expect(panel.getByRole('heading', { name: 'Pause ordering' })).toBeFocused()
    await expect(panel.getByRole('button', { name: 'Resume ordering' })).toBeEnabled()
    answer.resolve()
    await expect(panel.getByText(/^Paused until .*\d\d:\d\d, (120|119) min left\.$/)).toBeVisible()
    await panel.getByRole('button', { name: '+15 min' }).click()
    await expect(panel.getByText(/^Paused until .*\d\d:\d\d, (135|134) min left\.$/)).toBeVisible()
    const shown = customer.getByText(/^The grill is being cleaned\. We are back at nine\. Orders open again /)
    await expect(shown).toBeVisible()
    await customer.getByRole('link', { name: 'See the grills' }).click()
    await expect(customer.getByRole('heading', { name: 'Grills', level: 1 })).toBeVisible()
    await expect(shown).toBeVisible()
    await cartLink(customer).click()
    await expect(customer).toHaveURL(/\/cart$/)
    await expect(shown).toBeVisible()
    const refused = await customer.request.post('/api/quotes', { data: { items: [coke] } })
    expect(await refused.json()).toMatchObject({ status: 409, code: 'ordering-paused' })
    await panel.getByRole('button', { name: 'Resume ordering' }).click()
    await expect(customer.getByText('The grill is being cleaned.')).toBeHidden()
  })

  await test.step('open menus show a dish that is marked sold out until tomorrow or counted', async () => {
    // Set the stock count of Pepsi, because no other test's payment page holds portions of Pepsi.
    await panel.getByRole('button', { name: 'Close', exact: true }).click()
    await customer.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Menu' }).click()
    await customer.getByRole('link', { name: 'Soft Drinks', exact: true }).click()
    await page.getByRole('button', { name: 'Dishes' }).click()
    await panel.getByLabel('Category').selectOption('softdrinks')
    const row = panel.getByRole('listitem').filter({ has: page.getByRole('switch', { name: /^Pepsi/ }) })

    await row.getByRole('button', { name: /^Pepsi off until (tomorrow, \w+day 06:00|06:00 today)$/ }).click()
    await expect(row.getByRole('button', { name: 'Count the portions of Pepsi' })).toBeFocused()
    await expect(row).toContainText(/Back at 06:00 on \w+day/)
    await expect(card(customer, 'Pepsi').getByRole('button', { name: 'Not Available' })).toBeVisible()
    await row.getByRole('switch').click()
    await expect(card(customer, 'Pepsi').getByRole('button', { name: /Add to Cart/ })).toBeVisible()

    await row.getByRole('button', { name: 'Count the portions of Pepsi' }).click()
    await row.getByRole('button', { name: 'Set', exact: true }).click()
    await expect(row.getByLabel('Portions of Pepsi left')).toHaveAccessibleDescription('Enter a number from 1 to 999.')
    await row.getByLabel('Portions of Pepsi left').fill('2')
    await row.getByRole('button', { name: 'Set', exact: true }).click()
    await expect(row).toContainText('2 left')
    const dishesAgain = async () => {
      await panel.getByRole('button', { name: 'Close', exact: true }).click()
      await page.getByRole('button', { name: 'Dishes' }).click()
      await panel.getByLabel('Category').selectOption('softdrinks')
    }
    const goToPay = (quantity: number) =>
      customer.request.post('/api/quotes', { data: { items: [{ itemId: 'pepsi', selection: {}, quantity }] } })
    await goToPay(1)
    await dishesAgain()
    await expect(row).toContainText('2 left, 1 of them being paid for')
    await goToPay(2)
    await dishesAgain()
    await expect(row).toContainText('2 left, all being paid for')
    // The confirmed payment sells both portions.
    await desk.pay(await placeOrder(customer, { items: [{ itemId: 'pepsi', selection: {}, quantity: 2 }] }))
    await expect(card(customer, 'Pepsi').getByRole('button', { name: 'Not Available' })).toBeVisible()
    await expect(row.getByRole('switch')).not.toBeChecked()
    await row.getByRole('switch').click()
    await expect(row).not.toContainText('Sold out')
  })

  await phone.close()
})
