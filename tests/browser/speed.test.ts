import type { Page } from '@playwright/test'
import { card, visit, watchShifts } from './ordering.ts'
import { expect, test } from './restaurant.ts'

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

test('speed: adding to the cart causes no layout shift', async ({ page }) => {
  const shift = await watchShifts(page)
  await visit(page, '/menu/softdrinks')
  const before = await shift()
  await card(page, 'Chapman')
    .getByRole('button', { name: /Add to Cart/ })
    .click()
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible()
  await expect(page.getByText('Chapman added to cart!')).toBeHidden()
  expect((await shift()) - before).toBe(0)
})

/** Opens a page whose script waits until the returned function is called. */
async function visitUnhydrated(page: Page, path: string): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/entry-client-*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  return release
}

test('speed: each button pressed before hydration takes effect once after hydration, in the order of the presses', async ({
  page,
}) => {
  const release = await visitUnhydrated(page, '/menu/softdrinks')
  const add = (dish: string) => card(page, dish).getByRole('button', { name: /Add to Cart/ })
  await add('Chapman').click()
  await add('Coke').click()
  // Press the first button again, as an impatient person does.
  await add('Chapman').click()
  await expect(add('Chapman')).toHaveAttribute('aria-busy', 'true')
  await expect(add('Coke')).toHaveAttribute('aria-busy', 'true')
  release()
  await expect(page.getByText('Coke added to cart!')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cart, 2 items' })).toBeVisible()
  const dishes = await page.evaluate(() =>
    (JSON.parse(localStorage.getItem('cart') ?? '') as { items: { itemId: string }[] }).items.map(
      ({ itemId }) => itemId,
    ),
  )
  expect(dishes).toEqual(['chapman', 'coke'])
})

test('speed: Add to Cart and then the cart link, both pressed before hydration, add the dish and then open the cart', async ({
  page,
}) => {
  const release = await visitUnhydrated(page, '/menu/softdrinks')
  await card(page, 'Chapman')
    .getByRole('button', { name: /Add to Cart/ })
    .click()
  const cart = page.getByRole('link', { name: 'Cart', exact: true })
  await cart.click()
  await expect(cart).toHaveAttribute('aria-busy', 'true')
  release()
  await expect(page).toHaveURL(/\/cart$/)
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible()
})

test('speed: before hydration a link clicked after Add to Cart waits until the dish is added, and a second click follows the link immediately', async ({
  page,
}) => {
  await visitUnhydrated(page, '/menu/softdrinks')
  await card(page, 'Chapman')
    .getByRole('button', { name: /Add to Cart/ })
    .click()
  const cart = page.getByRole('link', { name: 'Cart', exact: true })
  await cart.click()
  await cart.click()
  await page.waitForURL(/\/cart$/, { waitUntil: 'commit' })
})

test('speed: two dishes opened before hydration show one customiser, which can be closed', async ({ page }) => {
  const release = await visitUnhydrated(page, '/menu/grills')
  await card(page, 'Grilled Croaker')
    .getByRole('button', { name: /Add to Cart/ })
    .click()
  await card(page, 'Grilled Catfish')
    .getByRole('button', { name: /Add to Cart/ })
    .click()
  release()
  await expect(page.getByRole('dialog', { name: /^Grilled (Croaker|Catfish)$/ })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page).toHaveURL(/\/menu\/grills$/)
})

test('speed: each dish is hydrated once', async ({ page }) => {
  // Count how often the stored cart is read, because each rendering of a card reads it.
  await page.addInitScript(() => {
    const { getItem } = Storage.prototype
    let reads = 0
    Storage.prototype.getItem = function (key) {
      if (key === 'cart') reads++
      return getItem.call(this, key)
    }
    Object.assign(window, { readsOfCart: () => reads })
  })
  await visit(page, '/menu/grills')
  const dishes = page.getByRole('article')
  // Dishes are hydrated one after the other, so once the last dish responds, all are hydrated.
  await dishes.last().getByRole('button').first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  const reads = await page.evaluate(() => (window as unknown as { readsOfCart: () => number }).readsOfCart())
  expect(reads / (await dishes.count())).toBeLessThan(4)
})
