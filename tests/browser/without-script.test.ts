import { screens } from '#domain/restaurant/policy.ts'
import { pages } from '#web/app/navigation/pages.ts'
import { expect, test } from './restaurant.ts'

test.use({ javaScriptEnabled: false })

const samples: Readonly<Record<string, string>> = {
  '/menu/:category': '/menu/extra-sides',
  '/orders/:id/receipt': '/orders/ABCDEFGHJ/receipt',
}

const ofCustomers = pages.map(({ path }) => samples[path] ?? path)

test('SAFE-22: every customer page without scripts says what to do, and shows no endless loading state', async ({
  page,
}) => {
  test.slow()
  for (const path of [...ofCustomers, '/offline', '/no-such-page']) {
    await test.step(path, async () => {
      await page.goto(path)
      // Read the text directly, because Playwright's text matcher ignores noscript elements.
      const notice = page.locator('body > noscript')
      expect(await notice.textContent()).toMatch(
        /needs JavaScript.*call us on 0\d{3}\s\d{3}\s\d{4} or write on WhatsApp/,
      )
      await expect(notice.locator('a').first()).toHaveAttribute('href', /^tel:\+234/)
      await expect(notice.locator('a').nth(1)).toHaveAttribute('href', /^https:\/\/wa\.me\//)
      await expect(page.getByText('One moment…')).toBeHidden()
      await expect(page.locator('.animate-shimmer').filter({ visible: true })).toHaveCount(0)
    })
  }
})

test('SAFE-22: every staff screen without scripts says that it needs JavaScript', async ({ page }) => {
  for (const path of Object.keys(screens)) {
    await test.step(path, async () => {
      await page.goto(path)
      expect(await page.locator('body > noscript').textContent()).toMatch(/needs JavaScript/)
      await expect(page.getByText('One moment…')).toBeHidden()
    })
  }
})
