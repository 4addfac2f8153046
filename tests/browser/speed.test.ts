import { card, visit } from './ordering.ts'
import { expect, test } from './restaurant.ts'

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

test('speed: adding to the cart causes no layout shift', async ({ page }) => {
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await visit(page, '/menu/softdrinks')
  const shifts = () =>
    page.evaluate(() => (window as unknown as { shifts: number[] }).shifts.reduce((a, b) => a + b, 0))
  const before = await shifts()
  await card(page, 'Chapman')
    .getByRole('button', { name: /Add to Cart/ })
    .click()
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible()
  await expect(page.getByText('Chapman added to cart!')).toBeHidden()
  expect((await shifts()) - before).toBe(0)
})

test('speed: a button pressed before hydration is handled after it', async ({ page }) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/entry-client-*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/menu/softdrinks', { waitUntil: 'commit' })
  const add = card(page, 'Chapman').getByRole('button', { name: /Add to Cart/ })
  await add.click()
  await expect(add).toHaveAttribute('aria-busy', 'true')
  release()
  await expect(page.getByText('Chapman added to cart!')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible()
})
