import { visit } from './ordering.ts'
import { expect, openRestaurant, signUp, test } from './restaurant.ts'

test('SAFE-11: the footer, the sign-up form and the account lead to the privacy page', async ({ page }) => {
  await visit(page, '/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
  await expect(page).toHaveURL('/privacy')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy')

  await visit(page, '/orders')
  await page.getByRole('main').getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'What we keep' })).toHaveAttribute('href', '/privacy')

  await signUp(page)
  await visit(page, '/account')
  await page.getByRole('button', { name: 'Your data' }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: /^What we keep/ })).toHaveAttribute(
    'href',
    '/privacy',
  )
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('SAFE-11: the privacy page tells the times that the server deletes by, and to whom data goes', async ({
    page,
  }) => {
    const restaurant = await openRestaurant({
      KEEP_ORDERS_MONTHS: '7',
      KEEP_QUOTES_DAYS: '11',
      KEEP_SECURITY_LOG_DAYS: '13',
    })
    try {
      await page.goto(`${restaurant.url}/privacy`)
      const row = (name: string) => page.locator('dl > div').filter({ has: page.locator('dt', { hasText: name }) })
      await expect(row('Your orders')).toContainText('After 7 months an order names nobody')
      await expect(row('Orders you did not place')).toContainText('Deleted after 11 days')
      await expect(row('Refused log-ins and limits')).toContainText('Deleted after 13 days')
      await expect(row('Where you are logged in')).toContainText('30 days after your last visit')
      // Nobody pays through a provider here.
      await expect(page.getByText('Paystack')).toHaveCount(0)
      await expect(page.getByRole('link', { name: 'My Account' })).toHaveAttribute('href', '/account')
    } finally {
      await restaurant.stop()
    }
  })
})
