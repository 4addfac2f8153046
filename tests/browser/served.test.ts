import type { APIRequestContext } from '@playwright/test'
import type { PublishedMenu } from '#contract/menu/menu-document.ts'
import * as Lagos from '#domain/restaurant/lagos.ts'
import type { Span } from '#domain/text/spans.ts'
import { amount, card, expect, line, test, visit, visitLive } from './ordering.ts'
import { addPlain, signInStaff, signUp } from './restaurant.ts'

const inHours = (hours: number) => Lagos.clock(Date.now() + hours * 60 * Lagos.minute)

/** Publishes the served hours of the soft drinks; without `served`, they are served at any time. */
async function serveDrinks(owner: APIRequestContext, served?: readonly Span[]): Promise<void> {
  const { version, categories }: PublishedMenu = await (await owner.get('/api/office/menu')).json()
  const changed = categories.map(({ served: _, ...category }) =>
    category.id === 'softdrinks' && served ? { ...category, served } : category,
  )
  const answer = await owner.put('/api/office/menu', { data: { basedOn: version, categories: changed } })
  expect(answer.status()).toBe(200)
}

test('TIME-3: a dish outside its category’s hours says when it is served, cannot be added, and in a cart is treated like a sold-out dish; the counter may sell it', async ({
  page,
  browser,
  restaurant,
  deskRequest,
}) => {
  await signUp(page)
  await addPlain(page, 'coleslaw')
  await addPlain(page, 'pepsi')
  await visitLive(page, '/menu/softdrinks')
  await expect(card(page, 'Pepsi').getByRole('button', { name: /Add to Cart/ })).toBeVisible()
  try {
    const later = [{ from: inHours(2), until: inHours(4) }]
    await serveDrinks(deskRequest, later)
    const from = `From ${later[0]?.from}`
    await expect(card(page, 'Pepsi').getByRole('button', { name: from })).toBeDisabled()
    await expect(card(page, 'Pepsi')).toContainText('₦')

    const counter = await browser.newPage({ baseURL: restaurant.url })
    await signInStaff(counter.request, restaurant, 'cashier')
    await visit(counter, '/desk/new')
    await counter.getByRole('searchbox').first().fill('Pepsi')
    const pepsi = counter.getByRole('region', { name: 'Dishes' }).getByRole('button', { name: /^Pepsi/ })
    await expect(pepsi).toContainText(from)
    await pepsi.click()
    await expect(counter.getByRole('group', { name: 'Quantity of Pepsi' })).toBeVisible()
    await counter.close()

    await visit(page, '/cart')
    await expect(line(page, 'Pepsi')).toContainText(/Served \d\d:\d\d to \d\d:\d\d\. Not counted now\./)
    await page.getByRole('button', { name: 'Proceed to Payment' }).click()
    await expect(page).toHaveURL(/\/cart$/)
    await line(page, 'Pepsi').getByRole('button', { name: 'Remove Pepsi' }).click()
    await page.getByRole('button', { name: 'Proceed to Payment' }).click()
    await expect(amount(page, 'Final total')).toBeVisible()

    await visitLive(page, '/menu/softdrinks')
    await expect(card(page, 'Pepsi').getByRole('button', { name: from })).toBeDisabled()
    await serveDrinks(deskRequest, [{ from: inHours(-2), until: inHours(2) }])
    await expect(card(page, 'Pepsi').getByRole('button', { name: /Add to Cart/ })).toBeVisible()
  } finally {
    await serveDrinks(deskRequest)
  }
})
