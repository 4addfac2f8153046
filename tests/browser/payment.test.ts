import type { Page, Route } from '@playwright/test'
import type { Client } from 'pg'
import type { Order } from '#contract/order/orders.ts'
import type { Quote } from '#contract/order/quotes.ts'
import { enterAs, panelOf } from './order-desk.ts'
import { amount, card, cartLink, change, expect, line, loseAnswers, pay, test, visit } from './ordering.ts'
import { addPlain, type Person, phoneAddress, type Requester, signUp } from './restaurant.ts'
import { expectToast } from './toasts.ts'

const transferred = (page: Page) => page.getByRole('button', { name: "I've Made the Transfer" })

/** Sets the expiry of all open quotes to ten minutes ago, and reloads the page. */
async function reloadAfterTheHour(page: Page, database: Pick<Client, 'query'>): Promise<void> {
  await database.query(`update quotes set expires_at = now() - interval '10 minutes' where open`)
  await page.reload()
}

/** Places an order on a page that has folded the account and the button away, because a transfer was sent before. */
async function payAlreadySent(page: Page): Promise<string> {
  await expect(transferred(page)).toBeHidden()
  await expect(page.getByRole('button', { name: /^Copy/ })).toHaveCount(0)
  await page.getByText('I have sent it already').click()
  return pay(page)
}

/** Signs up a customer with a Chapman (₦3,500) in the cart, and opens the payment page. */
async function goToPay(page: Page): Promise<Person> {
  const person = await signUp(page)
  await addPlain(page, 'chapman')
  await page.goto('/payment')
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 1 item')
  await expect(transferred(page)).toBeEnabled()
  return person
}

async function ordersOf(page: Requester): Promise<readonly Order[]> {
  const answer = await page.request.get('/api/orders')
  return (await answer.json()).orders
}

const chapman = { itemId: 'chapman', selection: {}, quantity: 1 }

test('TRACK-4 AUTH-9: a customer who signs out while paying for a delivery chooses the delivery again, with the same code and amount', async ({
  page,
}) => {
  const ada = await signUp(page)
  await addPlain(page, 'chapman')
  await page.goto('/cart')
  await page.getByRole('radio', { name: /^Delivery/ }).check()
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(transferred(page)).toBeEnabled()
  const main = page.getByRole('main')
  await expect(amount(page, 'Final total')).toHaveText('₦6,000')
  const paid = await page.evaluate(() => JSON.parse(localStorage.getItem('orderDetails') ?? '{}').shown)
  await page.evaluate(() => {
    const texts: string[] = []
    new MutationObserver(() => texts.push(document.body.textContent)).observe(document.body, {
      childList: true,
      subtree: true,
    })
    Object.assign(window, { texts })
  })

  await page.getByRole('banner').getByRole('button', { name: ada.username }).click()
  await page.getByRole('navigation', { name: 'Account' }).getByRole('button', { name: 'Sign Out' }).click()
  await expect(main).toContainText('Please log in first')
  expect(await page.evaluate(() => (window as unknown as { texts: string[] }).texts.join(' '))).not.toContain(
    'Your cart has changed',
  )

  await main.getByRole('button', { name: 'Log in' }).click()
  const panel = page.getByRole('dialog')
  await panel.getByLabel('Username or phone').fill(ada.username)
  await panel.getByLabel('Password', { exact: true }).fill(ada.password)
  await panel.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(main.getByRole('heading', { name: 'Delivery or pick-up?' })).toBeVisible()
  await expect(main).not.toContainText('1. Send')
  await page.reload()
  await main.getByRole('link', { name: 'Go to the cart' }).click()
  await page.getByRole('radio', { name: /^Delivery/ }).check()
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(amount(page, 'Final total')).toHaveText('₦6,000')
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('orderDetails') ?? '{}').shown)).toBe(paid)
})

test('PAY-1 PAY-8: checkout is filled from the profile and asks for a delivery address, and an order whose answer was lost is placed once', async ({
  page,
}) => {
  const ada = await signUp(page)
  await addPlain(page, 'chapman')
  await page.goto('/checkout')
  await expect(page.getByRole('radio', { name: /^Pick-up/ })).toBeChecked()
  await expect(page.getByLabel('Name')).toHaveValue(ada.username)
  await expect(page.getByLabel('Phone')).toHaveValue(new RegExp(ada.phone.slice(-4)))
  await expect(amount(page, 'Final total')).toHaveText('₦3,500')
  await expect(page.getByLabel('Address')).toBeHidden()

  await page.getByRole('radio', { name: /^Delivery/ }).check()
  await expect(page.getByLabel('Address')).toHaveValue('12 Admiralty Way')
  await expect(amount(page, 'Final total')).toHaveText('₦6,000')
  await page.getByLabel('Address').fill('')
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(page.getByText('Please provide a delivery address!')).toBeVisible()
  await expect(page.getByLabel('Address')).toBeFocused()
  await expect(page).toHaveURL(/\/checkout$/)

  await page.getByLabel('Name').fill('Chidi Obi')
  await page.getByLabel('Address').fill('7 Ozumba Mbadiwe')
  await page.getByLabel('Location').selectOption('victoria-island')
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(page.getByText('Delivery to 7 Ozumba Mbadiwe, Victoria Island')).toBeVisible()
  // Chapman ₦3,500, delivery to Victoria Island ₦1,500.
  await expect(amount(page, 'Final total')).toHaveText('₦5,000')
  await loseAnswers(page, '**/api/orders', 1)
  await pay(page)
  await expect(page.getByRole('article')).toHaveCount(1)
  expect(await ordersOf(page)).toMatchObject([
    { customerName: 'Chidi Obi', deliveryAddress: '7 Ozumba Mbadiwe', total: 5000 },
  ])
})

test.describe('the page may use the clipboard', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  test('PAY-2 PAY-3 TRACK-4: copying an account number shows one toast with its result, and prices are held for the hour even if the phone’s clock is wrong', async ({
    page,
  }) => {
    await page.clock.install({ time: Date.now() + 24 * 60 * 60_000 })
    await page.clock.resume()
    await goToPay(page)
    await expect(page.getByRole('timer')).toHaveText(/^5\d:\d\d$/)
    await expect(page.getByText('prices held')).toBeVisible()

    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    for (const [bank, number] of [
      ['Demo Bank of Lagos', '0000044621'],
      ['Sample Trust Bank', '0000044638'],
    ] as const) {
      const account = page.getByRole('listitem').filter({ has: page.getByText(bank, { exact: true }) })
      await expect(account.last()).toContainText(number)
      await expect(page.getByRole('region', { name: 'Your transfer' })).toContainText('Ina Grill Demo Ltd')
      await expectToast(page, 'Account number copied to clipboard!', () =>
        page.getByRole('button', { name: `Copy account number of ${bank}` }).click(),
      )
      expect(await copied()).toBe(number)
      await expectToast(page, 'Bank details copied to clipboard!', () =>
        page.getByRole('button', { name: `Copy all details of ${bank}` }).click(),
      )
      await expect(page.getByText('Account number copied to clipboard!')).toHaveCount(0)
      expect(await copied()).toBe(`${number}, ${bank}, Ina Grill Demo Ltd`)
    }

    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'))
      document.execCommand = () => false
    })
    await expectToast(page, 'Failed to copy account number.', () =>
      page
        .getByRole('button', { name: /Copy account number/ })
        .first()
        .click(),
    )
    await expectToast(page, 'Failed to copy bank details.', () =>
      page
        .getByRole('button', { name: /Copy all details/ })
        .first()
        .click(),
    )

    await expect(amount(page, 'Subtotal')).toHaveText('₦3,500')
    await expect(amount(page, 'Delivery fee')).toHaveText('₦0')
    await expect(amount(page, 'Final total')).toHaveText('₦3,500')
    const href = await page.getByRole('link', { name: 'Ask us on WhatsApp' }).getAttribute('href')
    const link = new URL(href ?? '')
    expect(link.origin + link.pathname).toBe('https://wa.me/2348000004462')
    const narration = await page
      .getByRole('region', { name: 'Your transfer' })
      .getByText(/^[0-9A-Z]{6} ada \d+$/)
      .textContent()
    expect(link.searchParams.get('text')).toBe(
      `Hello Iná Grill, this is about my transfer of ₦3,500 for order ${narration}.`,
    )
    await page.getByRole('link', { name: 'Back to Cart' }).click()
    await expect(page).toHaveURL(/\/cart$/)
    await expect(line(page, 'Chapman')).toBeVisible()
  })
})

test('PAY-1 PAY-4: a signed-out visitor is asked to log in at checkout and payment, and keeps the cart', async ({
  page,
}) => {
  await addPlain(page, 'chapman')
  await page.goto('/checkout')
  for (const label of ['Name', 'Phone']) {
    await expect(page.getByLabel(label)).toHaveValue('')
    await expect(page.getByLabel(label)).toHaveAttribute('placeholder', /.+/)
  }

  await page.goto('/payment')
  await expect(page.getByRole('heading', { name: 'Please log in first' })).toBeVisible()
  await expect(transferred(page)).toBeHidden()
  for (const [path, data] of [
    ['/api/quotes', { items: [chapman] }],
    ['/api/orders', { quoteId: 'AAAAAAAAA' }],
  ] as const) {
    const answer = await page.request.post(path, { data })
    expect(answer.status()).toBe(401)
    expect(await answer.json()).toMatchObject({ detail: 'User not authenticated' })
  }

  await signUp(page)
  // Showing a tab checks the session again.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(transferred(page)).toBeEnabled()
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 1 item')
  await page.request.delete('/api/session')
  await expect(page.getByRole('heading', { name: 'Please log in first' })).toBeVisible()
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 1 item')
})

test('PAY-4: pressing pay with an expired session asks to log in, and leaves the cart unchanged', async ({
  page,
  database,
}) => {
  // Block the stream, which would report the ended session before the press.
  await page.route('**/api/stream*', (route) => route.abort())
  const { username } = await goToPay(page)
  await database.query('delete from sessions where user_id = (select id from users where username = $1)', [username])
  await transferred(page).click()
  await expect(page.getByRole('heading', { name: 'Please log in first' })).toBeVisible()
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 1 item')
})

test('PAY-6 PAY-8: a failed attempt to order shows a message and keeps the cart, and a double press places one order and empties the cart', async ({
  page,
  desk,
}) => {
  await goToPay(page)
  const refusal = { status: 503, code: 'unavailable', detail: 'We cannot reach our records right now.' }
  const answer = (problem: object) => (route: Route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 503, contentType: 'application/problem+json', body: JSON.stringify(problem) })
      : route.fallback()
  await page.route('**/api/orders', answer(refusal))
  await transferred(page).click()
  const alert = page.getByRole('alert')
  await expect(alert).toHaveText('We cannot reach our records right now.')
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 1 item')

  await page.unroute('**/api/orders')
  await page.route('**/api/orders', answer({ status: 500, code: 'bug', detail: 'Sorry, something broke.' }))
  await transferred(page).click()
  await expect(alert).toHaveText('Failed to place order. Please try again.')
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 1 item')

  await page.unroute('**/api/orders')
  let sent = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/orders')) sent += 1
  })
  await transferred(page).dblclick()
  await expect(page).toHaveURL(/\/orders$/)
  expect(sent).toBe(1)
  const orders = await ordersOf(page)
  expect(orders.length).toBe(1)
  const said = page.getByText('Order placed successfully!')
  await expect(said).toBeVisible()
  const [order] = orders
  if (!order) throw new Error('No order was placed.')
  const card = page.getByRole('article').filter({ hasText: order.orderId.slice(-6) })
  await expect(card).toContainText('Chapman')
  await expect(card).toContainText('₦3,500')
  await expect(cartLink(page)).toHaveAccessibleName('Cart')

  await expect(page.locator('[data-live=open]')).toBeAttached()
  await desk.reportMissing(order)
  await expect(said).toBeHidden()
  await desk.cancel(order, 'No transfer came')
  await expect(page.getByText('No pending orders.')).toBeVisible()
  await expect(said).toBeHidden()
  await cartLink(page).click()
  await expect(page.getByText('Your cart is empty!')).toBeVisible()
})

test('PAY-5 PAY-7: checkout presets phone and address from the profile, takes any other phone and payer, and stores them until the order is placed', async ({
  page,
  restaurant,
}) => {
  const ada = await signUp(page)
  await addPlain(page, 'chapman')
  await visit(page, '/cart')
  await page.getByRole('radio', { name: /^Delivery/ }).check()
  // Open the field for another number, and leave it empty: the order then gets the profile's number.
  await change(page, 'the number')
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  const own = await pay(page)
  expect(await ordersOf(page)).toMatchObject([
    { contactPhone: `+234${ada.phone.slice(1)}`, useDifferentPhone: false, deliveryAddress: '12 Admiralty Way' },
  ])

  await addPlain(page, 'chapman')
  await visit(page, '/cart')
  await change(page, 'the number')
  await page.getByLabel('Contact phone').fill('the gateman, 2nd bell')
  await change(page, 'who makes the transfer')
  await page.getByLabel('Name on the account that pays').fill('Mama Ngozi & Sons <Ltd>')
  await page.getByRole('radio', { name: /^Delivery/ }).check()
  await change(page, 'the address')
  await page.getByLabel('Location').selectOption('ajah')
  await page.getByLabel('Delivery address').fill('1 Lekki Expressway')
  await expect(amount(page, 'Final total')).toHaveText('₦9,500')
  const storedDetails = () => page.evaluate(() => JSON.parse(localStorage.getItem('orderDetails') ?? '{}'))
  expect(await storedDetails()).toMatchObject({
    contactPhone: 'the gateman, 2nd bell',
    differentPayer: true,
    payerName: 'Mama Ngozi & Sons <Ltd>',
    deliveryAddress: '1 Lekki Expressway',
    deliveryFee: 6000,
    finalTotal: 9500,
  })

  await page.reload()
  await expect(page.getByText('1 Lekki Expressway')).toBeVisible()
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  const other = await pay(page)
  expect(await storedDetails()).toMatchObject({ contactPhone: '', payerName: '', deliveryAddress: '', finalTotal: 0 })

  await enterAs(page, restaurant, 'desk')
  const first = await panelOf(page, { orderId: own })
  await first.getByRole('button', { name: `Address of ${own.slice(-6)}` }).click()
  await expect(first).toContainText('12 Admiralty Way')
  const ticket = await panelOf(page, { orderId: other })
  await expect(ticket).toContainText('the gateman, 2nd bell')
  await expect(ticket).toContainText('Mama Ngozi & Sons <Ltd>')
})

test('PAY-8: many simultaneous presses that bypass the disabled button place one order', async ({ customer }) => {
  const quote: Quote = await (await customer.request.post('/api/quotes', { data: { items: [chapman] } })).json()
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => customer.request.post('/api/orders', { data: { quoteId: quote.id } })),
  )
  expect(answers.map((answer) => answer.status()).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201])
  const orders = await Promise.all(answers.map((answer) => answer.json()))
  expect(new Set(orders.map(({ id }) => id))).toEqual(new Set([quote.id]))
  expect((await ordersOf(customer)).length).toBe(1)
})

test('PAY-8: an order whose request got no answer is requested again, even after a reload, and placed once', async ({
  page,
}) => {
  await goToPay(page)
  await loseAnswers(page, '**/api/orders', 3)
  await transferred(page).click()
  await expect(page.getByText('Waiting for the network…')).toBeVisible()
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 1 item')
  await page.reload()
  await expect(page).toHaveURL(/\/orders$/)
  await expect(page.getByText('Order placed successfully!')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(cartLink(page)).toHaveAccessibleName('Cart')
  expect((await ordersOf(page)).length).toBe(1)
})

test('PAY-8: withdrawing an order that has already reached the server shows the order', async ({ page }) => {
  await goToPay(page)
  // The first request reaches the server, and its answer is lost. Later requests are aborted.
  await page.route('**/api/orders', (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()))
  await loseAnswers(page, '**/api/orders', 1)
  await transferred(page).click()
  await expect(page.getByText('Waiting for the network…')).toBeVisible()
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByRole('heading', { name: 'We have your order' })).toBeVisible()
  await expect(transferred(page)).toBeHidden()
  await page.getByRole('button', { name: 'See your orders' }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(cartLink(page)).toHaveAccessibleName('Cart')
  expect((await ordersOf(page)).length).toBe(1)
})

test('PAY-8: two tabs that submit the same cart place one order', async ({ page, context }) => {
  await goToPay(page)
  const other = await context.newPage()
  await other.goto('/payment')
  const narration = (page: Page) =>
    page
      .getByText(/^[0-9A-Z]{6} ada \d+$/)
      .first()
      .textContent()
  expect(await narration(other)).toBe(await narration(page))

  // This tab shows that the other tab's request is pending, and sends no request.
  const go = Promise.withResolvers<void>()
  await other.route('**/api/orders', async (route) => {
    if (route.request().method() === 'POST') await go.promise
    await route.continue()
  })
  await transferred(other).click()
  await expect(page.getByText('Sending…')).toBeVisible()
  await expect(transferred(page)).toBeHidden()
  go.resolve()
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL(/\/orders$/)
    await expect(tab.getByRole('article')).toHaveCount(1)
  }
  expect((await ordersOf(page)).length).toBe(1)
})

test('CART-11: an invented price, fee, total or quantity is refused', async ({ customer }) => {
  const ask = (data: object) => customer.request.post('/api/quotes', { data })
  const grill = (selection: object) => ({ items: [{ itemId: 'asun', selection, quantity: 1 }] })
  for (const request of [
    { items: [{ ...chapman, price: 1 }] },
    { items: [{ ...chapman, seen: { total: 1, price: 1 } }] },
    { items: [chapman], total: 1 },
    { items: [chapman], finalTotal: 1 },
    { items: [chapman], deliveryMethod: 'delivery', deliveryFee: 0 },
    { items: [{ ...chapman, quantity: -1 }] },
    { items: [{ ...chapman, quantity: 0 }] },
    { items: [{ ...chapman, quantity: 0.5 }] },
    { items: [{ ...chapman, quantity: 1e9 }] },
    { items: [] },
    // A grill without a free side, with two free sides, with a side that is not free, and with -1 and 99 extras.
    grill({ sauce: { 'pepper-sauce': 1 } }),
    grill({ sauce: { 'pepper-sauce': 1 }, 'free-side': { plantain: 1, coleslaw: 1 } }),
    grill({ sauce: { 'pepper-sauce': 1 }, 'free-side': { 'ofada-rice': 1 } }),
    grill({ sauce: { 'pepper-sauce': 1 }, 'free-side': { plantain: 1 }, 'extra-sides': { plantain: -1 } }),
    grill({ sauce: { 'pepper-sauce': 1 }, 'free-side': { plantain: 1 }, 'extra-sides': { plantain: 99 } }),
  ]) {
    const answer = await ask(request)
    expect([409, 422], JSON.stringify(request)).toContain(answer.status())
    expect((await answer.json()).detail).not.toBe('')
  }

  const honest = await ask({ items: [chapman], deliveryMethod: 'delivery' })
  const quote: Quote = await honest.json()
  // Chapman ₦3,500, delivery to Lekki Phase 1 ₦2,500.
  expect(quote).toMatchObject({ subtotal: 3500, deliveryFee: 2500, total: 6000 })
  const cheap = await customer.request.post('/api/orders', { data: { quoteId: quote.id, total: 1 } })
  expect(cheap.status()).toBe(422)
  const order = await customer.request.post('/api/orders', { data: { quoteId: quote.id } })
  expect(await order.json()).toMatchObject({ total: 6000, payment: 'claimed', status: 'pending' })
})

test('CART-11: the quote and order of another customer are not found', async ({ customer, playwright, restaurant }) => {
  const quote: Quote = await (await customer.request.post('/api/quotes', { data: { items: [chapman] } })).json()
  const thief = await playwright.request.newContext({
    baseURL: restaurant.url,
    extraHTTPHeaders: { 'X-Forwarded-For': phoneAddress() },
  })
  const account = {
    username: `thief ${Date.now()}`,
    password: 'hot pepper soup',
    phone: `0809${`${Date.now()}`.slice(-7)}`,
  }
  await thief.post('/api/customers', { data: { ...account, locationId: 'yaba', address: '1 Road' } })
  expect((await thief.get(`/api/quotes/${quote.id}`)).status()).toBe(404)
  expect((await thief.post('/api/orders', { data: { quoteId: quote.id } })).status()).toBe(404)

  await customer.request.post('/api/orders', { data: { quoteId: quote.id } })
  expect((await thief.post('/api/orders', { data: { quoteId: quote.id } })).status()).toBe(404)
  expect((await thief.get(`/api/orders/${quote.id}`)).status()).toBe(404)
  expect(await (await thief.get('/api/orders')).json()).toEqual({ orders: [] })
  await thief.dispose()
})

test('CART-11: a cart with manipulated prices is paid at the menu prices', async ({ page }) => {
  await goToPay(page)
  await page.evaluate(() => {
    const cart = JSON.parse(localStorage.getItem('cart') ?? '')
    Object.assign(cart.items[0].seen, { price: 1, itemTotal: 1 })
    localStorage.setItem('cart', JSON.stringify(cart))
    const details = JSON.parse(localStorage.getItem('orderDetails') ?? '{}')
    localStorage.setItem('orderDetails', JSON.stringify({ ...details, deliveryFee: 0, finalTotal: 1 }))
  })
  await page.goto('/cart')
  await expect(line(page, 'Chapman')).toContainText('Now ₦3,500, was ₦1')
  await page.goto('/payment')
  await expect(page.getByText('The total has changed.')).toBeVisible()
  await expect(amount(page, 'Final total')).toHaveText('₦3,500')
  await pay(page)
  expect(await ordersOf(page)).toMatchObject([{ total: 3500 }])
})

test.describe('a valid quote can always be placed', () => {
  test('a valid quote holds the last portions, and another customer is refused before payment', async ({
    page,
    customer,
    deskRequest,
    database,
  }) => {
    await deskRequest.patch('/api/menu-items/iced-tea', { data: { portions: 1 } })
    try {
      // No other test quotes iced tea, so no quote that another test left holds portions of it.
      const lines = [{ itemId: 'iced-tea', selection: {}, quantity: 1 }]
      const quoted = await customer.request.post('/api/quotes', { data: { items: lines } })
      const { id: quoteId }: Quote = await quoted.json()
      await signUp(page)
      await addPlain(page, 'iced-tea')
      await page.goto('/payment')
      await expect(page.getByRole('heading', { name: 'This cannot be paid yet' })).toBeVisible()
      await expect(page.getByRole('alert')).toContainText(
        'The last portion of Iced Tea is being paid for just now. Please try again in a few minutes, or take another dish.',
      )
      await expect(transferred(page)).toBeHidden()

      await deskRequest.patch('/api/menu-items/iced-tea', { data: { portions: 2 } })
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(transferred(page)).toBeEnabled()
      const held: Order = await (await customer.request.post('/api/orders', { data: { quoteId } })).json()
      const ids = [held.orderId, await pay(page)]
      const stock = async () =>
        (await database.query(`select portions_left, available from items where id = 'iced-tea'`)).rows
      expect(await stock()).toEqual([{ portions_left: 2, available: true }])
      for (const id of ids) {
        const { totalAmount: total }: Order = await (await deskRequest.get(`/api/orders/${id}`)).json()
        const data = { accountId: 'demo-bank', amount: total, sender: 'ADA', sessionId: `ICEDTEA${id}` }
        expect((await deskRequest.post(`/api/orders/${id}/confirm-payment`, { data })).ok()).toBe(true)
      }
      expect(await stock()).toEqual([{ portions_left: 0, available: false }])
    } finally {
      await deskRequest.patch('/api/menu-items/iced-tea', { data: { isAvailable: true } })
    }
  })

  test('a valid quote is accepted after its prices changed, during a pause and after its dish became unavailable', async ({
    page,
    staff,
    deskRequest,
    database,
  }) => {
    await goToPay(page)
    await database.query(`update quotes set expires_at = expires_at - interval '10 minutes' where open`)
    await staff.reprice('chapman', 4000)
    await page.getByRole('link', { name: 'Back to Cart' }).click()
    await line(page, 'Chapman').getByRole('button', { name: /^OK/ }).click()
    await page.getByRole('button', { name: 'Proceed to Payment' }).click()
    await expect(page.getByText('this order stays at ₦3,500.')).toBeVisible()
    await expect(amount(page, 'Final total')).toHaveText('₦3,500')
    await expect(page.getByText('The total has changed.')).toBeHidden()
    try {
      await deskRequest.patch('/api/kitchen-load', { data: { paused: 'The kitchen is full until nine.' } })
      await page.reload()
      await expect(page.getByText('The kitchen is full until nine.')).toBeVisible()
      await expect(page.getByText('You were already paying when we paused, so we still take this order.')).toBeVisible()
      await staff.takeOff('chapman')
      await page.reload()
      await expect(
        page
          .getByRole('status')
          .filter({ hasText: 'If you have not sent the money yet, please go back to your cart.' }),
      ).toContainText('Chapman is not available right now.')
      await pay(page)
      expect(await ordersOf(page)).toMatchObject([{ status: 'pending', total: 3500 }])
    } finally {
      await deskRequest.patch('/api/kitchen-load', { data: { paused: null } })
    }
  })
})

test.describe('the amount and code that a customer was told to send stay payable', () => {
  /**
   * Returns the narration and the total that the page states. If both are folded away, unfolds them for the reading.
   */
  const shown = async (page: Page) => {
    const fold = page.getByText('I have sent it already')
    const isFolded = await fold.isVisible()
    if (isFolded) await fold.click()
    const narration = await page
      .getByRole('region', { name: 'Your transfer' })
      .getByText(/^[0-9A-Z]{6} ada \d+$/)
      .textContent()
    const total = await amount(page, 'Final total').textContent()
    if (isFolded) await fold.click()
    return { narration, total }
  }

  test('SAFE-1 TRACK-4: changing the cart in another tab leaves amount and code on the payment page until the customer chooses the new amount and code', async ({
    page,
    context,
  }) => {
    await goToPay(page)
    const other = await context.newPage()
    const state = page.getByRole('status').filter({ hasText: 'Your cart has changed since.' })

    await test.step('the customer chooses the new amount and code', async () => {
      const before = await shown(page)
      await visit(other, '/menu/softdrinks')
      await card(other, 'Malt').getByRole('button', { name: 'Add to Cart' }).click()
      await expect(state).toBeVisible()
      expect(await shown(page)).toEqual(before)
      await page.reload()
      await expect(state).toBeVisible()
      expect(await shown(page)).toEqual(before)
      await expect(page.getByText('Please send the new amount.')).toBeHidden()

      await page.getByRole('button', { name: 'Go to the new payment' }).click()
      await expect(page.getByText('Please send the new amount.')).toBeVisible()
      await expect(page.getByText('I have sent it already')).toBeHidden()
      const after = await shown(page)
      expect(after.narration).not.toBe(before.narration)
      expect(after.total).not.toBe(before.total)
    })

    await test.step('an order whose cart was changed in another tab is placed as shown', async () => {
      await card(other, 'Pepsi').getByRole('button', { name: 'Add to Cart' }).click()
      await expect(state).toBeVisible()
      await payAlreadySent(page)
      // Chapman ₦3,500, malt ₦1,500.
      expect(await ordersOf(page)).toMatchObject([{ total: 5000, items: [{ itemId: 'chapman' }, { itemId: 'malt' }] }])
      await cartLink(page).click()
      await expect(line(page, 'Pepsi')).toBeVisible()
      for (const placed of ['Chapman', 'Malt']) await expect(line(page, placed)).toBeHidden()
    })

    await test.step('a customer whose cart was cleared in another tab gives up the shown order', async () => {
      await page.getByRole('button', { name: 'Proceed to Payment' }).click()
      await expect(transferred(page)).toBeEnabled()
      const before = await shown(page)
      await cartLink(other).click()
      await other.getByRole('button', { name: 'Clear cart' }).click()
      await expect(page.getByText('Your cart has changed since.')).toBeVisible()
      await page.reload()
      await expect(page.getByText('Your cart has changed since.')).toBeVisible()
      expect(await shown(page)).toEqual(before)
      await page.getByRole('button', { name: 'Go to the new payment' }).click()
      await expect(page.getByText('Your cart is empty!')).toBeVisible()
    })

    await test.step('an order whose cart was cleared in another tab is placed as shown', async () => {
      await addPlain(page, 'chapman')
      await visit(page, '/payment')
      await expect(transferred(page)).toBeEnabled()
      await other.getByRole('button', { name: 'Clear cart' }).click()
      await expect(page.getByText('Your cart has changed since.')).toBeVisible()
      await payAlreadySent(page)
      expect((await ordersOf(page))[0]).toMatchObject({ total: 3500, items: [{ itemId: 'chapman' }] })
    })
  })

  test('SAFE-1: a quote that expires while the customer is offline is shown as expired, and one press then reports the transfer with its code to staff, who check it', async ({
    page,
    context,
    database,
    deskRequest,
    staff,
  }) => {
    await page.clock.install()
    await goToPay(page)
    const before = await shown(page)
    await context.setOffline(true)
    // Repeat, because a late answer sets the page's clock to the server's time again.
    await expect(async () => {
      await page.clock.fastForward('01:01:00')
      await expect(page.getByRole('timer')).toHaveText('00:00', { timeout: 2000 })
    }).toPass()
    const unknown = page.getByText(
      'The hour is over. Once the network is back, we check whether your order is still held.',
    )
    await expect(unknown).toBeVisible()
    // The page promises no exact time, because the time promised before has passed.
    await expect(page.getByText('Ready in 10 to 45 minutes')).toBeVisible()
    await database.query(`update quotes set expires_at = now() - interval '10 minutes' where open`)
    await context.setOffline(false)
    const over = page.getByRole('status').filter({ hasText: 'The hour is over.' })
    await expect(over).toBeVisible()
    await expect(unknown).toBeHidden()

    await staff.reprice('chapman', 4000)
    await reloadAfterTheHour(page, database)
    await expect(over).toBeVisible()
    expect(await shown(page)).toEqual(before)
    await expect(page.getByText('Please send the new amount.')).toBeHidden()
    const id = await payAlreadySent(page)
    const order: Order = await (await deskRequest.get(`/api/orders/${id}`)).json()
    expect(order).toMatchObject({ total: 3500, payment: 'claimed', quoteExpired: true })
    expect(before.narration).toContain(id.slice(-6))
  })

  test("SAFE-1: after a quote has expired, today's prices are shown only when the customer asks for them", async ({
    page,
    database,
    staff,
  }) => {
    await goToPay(page)
    const before = await shown(page)
    await staff.reprice('chapman', 4000)
    await reloadAfterTheHour(page, database)
    await page.getByRole('button', { name: 'Hold the prices again' }).click()
    await expect(amount(page, 'Final total')).toHaveText('₦4,000')
    await expect(page.getByText('Please send the new amount.')).toBeVisible()
    await expect(page.getByText('I have sent it already')).toBeHidden()
    expect((await shown(page)).narration).not.toBe(before.narration)
    await pay(page)
    expect(await ordersOf(page)).toMatchObject([{ total: 4000, quoteExpired: false }])
  })

  test('SAFE-2: a dish that sold out before payment is removed with one press', async ({ page, staff }) => {
    await signUp(page)
    await addPlain(page, 'chapman')
    await addPlain(page, 'malt')
    await staff.takeOff('malt')
    await page.goto('/payment')
    await expect(page.getByRole('link', { name: 'Ask us on WhatsApp' })).toBeVisible()
    await page.getByRole('button', { name: 'Continue without Malt' }).click()
    await expect(amount(page, 'Final total')).toHaveText('₦3,500')
    await expect(page.getByText('The total has changed.')).toBeHidden()
    await pay(page)
  })
})
