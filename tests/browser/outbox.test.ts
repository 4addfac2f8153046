import type { Locator, Page } from '@playwright/test'
import type { OrderList } from '#contract/order/orders.ts'
import { test } from './order-desk.ts'
import { amount, cartLink, visit } from './ordering.ts'
import { addPlain, expect, signUp } from './restaurant.ts'

const transferred = (page: Page) => page.getByRole('button', { name: "I've Made the Transfer" })
const waiting = (page: Page): Locator => page.getByText('Waiting for the network…')
const withdraw = (page: Page) => page.getByRole('button', { name: 'Withdraw' })

async function ordersOf(page: Page): Promise<OrderList['orders']> {
  const { orders }: OrderList = await (await page.request.get('/api/orders')).json()
  return orders
}

async function goToPay(page: Page): Promise<void> {
  await signUp(page)
  await addPlain(page, 'chapman')
  // The chunk of the offline notice is loaded before the network is cut.
  const details = page.waitForResponse('**/assets/waiting-*.js')
  await visit(page, '/payment')
  await expect(amount(page, 'Final total')).toHaveText('₦3,500')
  await (await details).finished()
}

/**
 * Aborts this browser's writes to `path`, while pages still load. Returns a function that ends the aborts. A script in
 * the page aborts the requests, because a request that Playwright holds is sent when the page closes.
 */
async function cutOff(page: Page, path: string): Promise<() => void> {
  let isCut = true
  const cut = (path: string) => {
    const { fetch, asksIsCut } = window as unknown as Window & { asksIsCut: () => Promise<boolean> }
    window.fetch = async (to, init) => {
      if (to === path && init?.method !== 'GET' && (await asksIsCut())) throw new TypeError('Failed to fetch')
      return fetch(to, init)
    }
  }
  await page.context().exposeFunction('asksIsCut', () => isCut)
  await page.context().addInitScript(cut, path)
  await page.evaluate(cut, path)
  return () => {
    isCut = false
  }
}

test('LIVE-6: an order placed offline is queued, shown as waiting, and sent once when the network is back', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await goToPay(page)
  let sent = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/orders')) sent += 1
  })
  await context.setOffline(true)
  await transferred(page).click()
  await expect(waiting(page)).toBeInViewport()
  await expect(
    page.getByText(/Since \d\d:\d\d\. We send it once the network is back and this page is open\./),
  ).toBeVisible()
  await expect(page.getByText('One action waits for the network.')).toBeVisible()
  await expect(transferred(page)).toBeHidden()
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 1 item')

  await context.setOffline(false)
  await expect(page).toHaveURL(/\/orders$/)
  await expect(page.getByText('Order placed successfully!')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(cartLink(page)).toHaveAccessibleName('Cart')
  await expect(page.getByText('One action waits for the network.')).toBeHidden()
  expect([sent, (await ordersOf(page)).length]).toEqual([1, 1])
})

test('LIVE-6: a queued order survives a reload and a new tab, is shown on the orders page, and is placed once', async ({
  page,
  context,
}) => {
  await goToPay(page)
  const reconnect = await cutOff(page, '/api/orders')
  await transferred(page).click()
  await expect(waiting(page)).toBeVisible()
  await page.reload()
  await expect(waiting(page)).toBeVisible()
  await page.close()

  const next = await context.newPage()
  await visit(next, '/orders')
  await expect(next.getByRole('region', { name: /^Order [0-9A-Z]{6} over ₦3,500$/ })).toContainText(
    'Waiting for the network…',
  )
  expect(await ordersOf(next)).toEqual([])
  reconnect()
  await next.reload()
  await expect(next.getByRole('article')).toHaveCount(1)
  await expect(waiting(next)).toBeHidden()
  await expect(cartLink(next)).toHaveAccessibleName('Cart')
  expect((await ordersOf(next)).length).toBe(1)
})

test('LIVE-6: a withdrawn order is not sent, and its quote can be used again', async ({ page, context }) => {
  await goToPay(page)
  await context.setOffline(true)
  await transferred(page).click()
  await withdraw(page).click()
  await expect(waiting(page)).toBeHidden()
  await expect(transferred(page)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Payment', level: 1 })).toBeFocused()
  await context.setOffline(false)
  await page.waitForTimeout(1500)
  expect(await ordersOf(page)).toEqual([])
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 1 item')
})

test('LIVE-6: the outbox holds ten entries and refuses the eleventh', async ({ page }) => {
  test.slow()
  await signUp(page)
  const reconnect = await cutOff(page, '/api/account')
  await visit(page, '/account')
  for (let street = 1; street <= 10; street++) {
    await changeAddress(page, `${street} Broad Street`)
    await expect(withdraw(page)).toHaveCount(street)
  }
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Address' }).fill('11 Broad Street')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toHaveText(
    '10 changes of yours already wait for the network. Please withdraw one, or try again once they are sent.',
  )
  await page.getByRole('button', { name: 'Cancel' }).click()
  reconnect()
  await page.reload()
  await expect(waiting(page)).toHaveCount(0)
  await expect(page.getByRole('main').locator('dd', { hasText: '10 Broad Street' })).toBeVisible()
})

async function changeAddress(page: Page, address: string): Promise<void> {
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Address' }).fill(address)
  await page.getByRole('button', { name: 'Save' }).click()
}

test('LIVE-6: a queued order whose quote expired is shown as refused, with a link to current prices', async ({
  page,
  context,
  database,
}) => {
  await goToPay(page)
  await context.setOffline(true)
  await transferred(page).click()
  await expect(waiting(page)).toBeVisible()
  await database.query(`update quotes set expires_at = now() - interval '1 hour' where open`)
  await context.setOffline(false)
  await expect(page.getByRole('status').filter({ hasText: 'The hour is over.' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Message us about [0-9A-Z]{6}$/ })).toBeVisible()
  expect(await ordersOf(page)).toEqual([])
  await page.getByText('I have sent it already').click()
  await transferred(page).click()
  await expect(page).toHaveURL(/\/orders$/)
  expect((await ordersOf(page)).length).toBe(1)
})

test('LIVE-6: signing out with queued writes asks first, and no other account sends the writes', async ({
  page,
  context,
}) => {
  await goToPay(page)
  const reconnect = await cutOff(page, '/api/orders')
  await transferred(page).click()
  await expect(waiting(page)).toBeVisible()
  await visit(page, '/account')
  await expect(waiting(page)).toBeVisible()
  const question = page.getByRole('dialog', { name: 'Sign out without sending?' })
  const signOut = page.getByRole('main').getByRole('button', { name: 'Sign Out' })
  await signOut.click()
  await expect(question).toContainText('One change still waits for the network.')
  await question.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(signOut).toBeFocused()
  await expect(waiting(page)).toBeVisible()
  await signOut.click()
  await question.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Please Log In' })).toBeVisible()

  reconnect()
  await signUp(page)
  const next = await context.newPage()
  await visit(next, '/account')
  await expect(next.getByText('No orders found.')).toBeVisible()
  await expect(waiting(next)).toBeHidden()
  expect(await ordersOf(next)).toEqual([])
})

test('LIVE-6: a queued profile change does not overwrite a later change from another browser', async ({ page }) => {
  await signUp(page)
  await visit(page, '/account')
  const reconnect = await cutOff(page, '/api/account')
  await changeAddress(page, '1 Late Street')
  await expect(page.getByRole('region', { name: 'Your new address' })).toContainText('Waiting for the network…')
  expect((await page.request.patch('/api/account', { data: { address: '2 Newer Street' } })).ok()).toBe(true)
  reconnect()
  await page.reload()
  const refused = page.getByRole('region', { name: 'Your new address' })
  await expect(refused).toContainText('This was changed elsewhere in the meantime. Please look at it again.')
  await refused.getByRole('button', { name: 'OK', exact: true }).click()
  await expect(refused).toBeHidden()
  await expect(page.getByRole('main').locator('dd', { hasText: '2 Newer Street' })).toBeVisible()
})
