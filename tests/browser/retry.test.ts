import type { Page } from '@playwright/test'
import { visit } from './ordering.ts'
import { addPlain, expect, signInStaff, signUp, test } from './restaurant.ts'

/** Aborts requests to addresses that match, until `mend` is called. The browser fires no online or offline event. */
async function cut(page: Page, paths: RegExp): Promise<{ times: (path: RegExp) => number; mend: () => Promise<void> }> {
  const lost: string[] = []
  await page.route(paths, (route) => {
    lost.push(route.request().url())
    return route.abort('connectionreset')
  })
  return { times: (path) => lost.filter((url) => path.test(url)).length, mend: () => page.unroute(paths) }
}

test('SAFE-20: a page whose data did not load is loaded again automatically and by its button', async ({ page }) => {
  await visit(page, '/')
  const network = await cut(page, /\/api\/farm$/)
  // Use a link of the header, which is hydrated first: an unhydrated link would load the whole document.
  await page.getByRole('banner').getByRole('link', { name: 'Ram Farm' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This did not load')
  const before = network.times(/farm/)
  const button = page.getByRole('button', { name: 'Try again' })
  await button.evaluate((element) => element.setAttribute('data-first', ''))
  await button.click()
  await expect.poll(() => network.times(/farm/)).toBeGreaterThan(before)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This did not load')
  await expect(button).toHaveAttribute('data-first')
  await network.mend()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A strong ram, from our pen to your feast.')
})

test('SAFE-20: while a proxy answers 502, following a link shows a retry button without a reload, and the page opens when the restaurant answers', async ({
  page,
}) => {
  await visit(page, '/')
  await page.evaluate(() => Object.assign(window, { isFirstLoad: true }))
  const proxied = /\/(farm|assets|api)/
  await page.route(proxied, (route) => route.fulfill({ status: 502, contentType: 'text/html', body: 'Bad Gateway' }))
  await page.getByRole('banner').getByRole('link', { name: 'Ram Farm' }).click()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('This did not load')
  await expect(page.getByText('Could not reach the restaurant. Your cart is safe.')).toBeVisible()
  await expect(page).toHaveURL(/\/farm$/)
  const retry = page.getByRole('button', { name: 'Try again' })
  const asked = page.waitForRequest(/assets\/farm/)
  await retry.click()
  await asked
  await expect(retry).toBeFocused()
  await page.unroute(proxied)
  await expect(heading).toHaveText('A strong ram, from our pen to your feast.')
  expect(await page.evaluate(() => 'isFirstLoad' in window)).toBe(true)
})

test('SAFE-20: the pages /orders and /payment appear once their data and modules load', async ({ page }) => {
  await signUp(page)
  await addPlain(page, 'coleslaw')
  // The hash of eight characters keeps the pattern from matching `waiting-list`, a file that the pages need.
  const parts = /\/api\/(orders|quotes)$|\/assets\/(waiting|failure|notifications-offer)-.{8}\.js/
  const network = await cut(page, parts)
  await visit(page, '/payment')
  await expect.poll(() => network.times(/failure/)).toBeGreaterThan(1)
  await expect.poll(() => network.times(/quotes/)).toBeGreaterThan(2)
  await expect(page.getByRole('heading', { name: 'This did not load' })).toBeHidden()
  await network.mend()
  await page.getByRole('button', { name: "I've Made the Transfer" }).click()
  await expect(page).toHaveURL(/\/orders$/)

  const again = await cut(page, parts)
  await visit(page, '/orders')
  await expect.poll(() => again.times(/waiting/)).toBeGreaterThan(1)
  await expect.poll(() => again.times(/orders/)).toBeGreaterThan(2)
  await expect(page.getByRole('heading', { name: 'This did not load' })).toBeHidden()
  await again.mend()
  await expect(page.getByRole('article').first()).toContainText('Coleslaw')
  await expect(page.getByRole('alert')).toHaveCount(0)
})

/**
 * Simulates a new release that lacks the files `gone`: requests for them return 404 until a document is loaded. Returns
 * the paths of loaded documents, a list that grows.
 */
async function update(page: Page, gone: RegExp): Promise<readonly string[]> {
  const documents: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname)
  })
  await page.route(gone, (route) => (documents.length > 0 ? route.fallback() : route.fulfill({ status: 404 })))
  return documents
}

test('SAFE-20: the message about a lost answer and its button stay while the page retries automatically', async ({
  page,
}) => {
  await signUp(page)
  await addPlain(page, 'coleslaw')
  const network = await cut(page, /\/api\/(orders|quotes|locations|menu-items.*)$/)
  for (const [path, asked] of [
    ['/payment', /quotes/],
    ['/orders', /orders/],
    ['/cart', /menu-items/],
    ['/checkout', /locations/],
  ] as const) {
    await visit(page, path)
    if (path === '/checkout') await page.getByRole('radio', { name: 'Delivery' }).check({ force: true })
    const button = page.getByRole('button', { name: /Try again|Load the locations again/ })
    await button.evaluate((element) => element.setAttribute('data-first', ''))
    const before = network.times(asked)
    await expect.poll(() => network.times(asked)).toBeGreaterThan(before)
    await expect(button, path).toHaveAttribute('data-first')
  }
  await expect(page.getByText('Failed to fetch locations.')).toBeHidden()

  // The greeting for visitors, which a customer sees while orders fail to load, stays visible during a retry.
  await visit(page, '/')
  const hero = page.getByRole('link', { name: 'Pick a dish' }).first()
  await expect(hero).toBeVisible()
  const hidden = await hero.evaluateHandle((element) => {
    const seen = { hidden: 0 }
    new MutationObserver(() => {
      if (element.closest('.invisible')) seen.hidden += 1
    }).observe(document.body, { attributes: true, subtree: true })
    return seen
  })
  const asked = network.times(/orders/)
  await expect.poll(() => network.times(/orders/)).toBeGreaterThan(asked)
  expect(await hidden.jsonValue()).toEqual({ hidden: 0 })

  // The answer removes the pressed button, and the heading gets the focus.
  await visit(page, '/payment')
  const button = page.getByRole('button', { name: 'Try again' })
  await button.focus()
  await network.mend()
  await button.press('Enter')
  await expect(page.getByRole('button', { name: "I've Made the Transfer" })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Payment', level: 1 })).toBeFocused()
})

test('SAFE-20: a press that leads to payment works during a release', async ({ page }) => {
  await signUp(page)
  await addPlain(page, 'coleslaw')
  await visit(page, '/cart')
  const documents = await update(page, /\/assets\/payment/)
  const missing = page.waitForResponse((response) => response.status() === 404)
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await missing
  await expect(page.getByRole('button', { name: "I've Made the Transfer" })).toBeVisible()
  expect(documents).toEqual(['/payment'])
})

test('SAFE-20: a link to a staff page works during a release', async ({ page, restaurant }) => {
  await signInStaff(page.request, restaurant, 'desk')
  await visit(page, '/office')
  const documents = await update(page, /\/assets\/office-staff/)
  const missing = page.waitForResponse((response) => response.status() === 404)
  await page.getByRole('navigation', { name: 'Office' }).getByRole('link', { name: 'Staff' }).click()
  await missing
  await expect(page.getByRole('heading', { name: 'Staff', exact: true })).toBeVisible()
  expect(documents).toEqual(['/office/staff'])
})

test('SAFE-20: an order placed during a release is confirmed, and a reload is offered', async ({ page }) => {
  await signUp(page)
  await addPlain(page, 'coleslaw')
  const ahead = ['placed', 'order-tabs'].map((part) =>
    page.waitForResponse((response) => response.url().includes(`/assets/${part}-`)).then((file) => file.finished()),
  )
  await visit(page, '/payment')
  await Promise.all(ahead)
  const documents = await update(page, /\/assets\//)
  await page.getByRole('button', { name: "I've Made the Transfer" }).click()
  const placed = page.getByText('Order placed successfully!')
  await expect(placed).toBeVisible()
  // Only this press needs a module that is not loaded yet.
  await page.getByRole('button', { name: 'Cancel order' }).first().click()
  await expect(page.getByText('A new version is ready.')).toBeVisible()
  await expect(placed).toBeVisible()
  expect(documents).toEqual([])
})
