import { visit } from './ordering.ts'
import { expect, signUp, test } from './restaurant.ts'

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
