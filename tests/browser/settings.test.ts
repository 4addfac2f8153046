import type { Page } from '@playwright/test'
import { check } from './accessible.ts'
import { visit } from './ordering.ts'
import { expect, phoneAddress, type Restaurant, signInStaff, testWith } from './restaurant.ts'

// A restaurant of its own: these tests rename it.
const test = testWith({})

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function openSettings(page: Page, restaurant: Restaurant): Promise<void> {
  await signInStaff(page.request, restaurant, 'desk')
  await visit(page, '/office')
  await page.getByRole('navigation', { name: 'Office' }).getByRole('link', { name: 'Settings' }).click()
  await expect(part(page, 'Name')).toBeVisible()
}

test('OWNER-4: a customer’s open page shows the name, line and fee that the owner saves, and a wrong field says what is wrong', async ({
  page,
  browser,
  restaurant,
}) => {
  await openSettings(page, restaurant)
  await check(page)
  const customer = await browser.newPage({
    baseURL: restaurant.url,
    extraHTTPHeaders: { 'X-Forwarded-For': phoneAddress() },
  })
  await visit(customer, '/')

  await part(page, 'Name').getByRole('textbox', { name: 'Name', exact: true }).fill('Mama Put by the Sea')
  await part(page, 'Name').getByRole('button', { name: 'Save' }).click()
  await expect(customer.getByRole('contentinfo')).toContainText('Mama Put by the Sea')

  const line = part(page, 'Moving line')
  await line.getByRole('button', { name: 'Add line' }).click()
  await line.getByRole('button', { name: 'Save' }).click()
  await expect(line.getByText('Please fill this in.')).toBeVisible()
  await expect(line.getByLabel('Text').last()).toBeFocused()
  await line.getByLabel('Text').last().fill('Croaker came in this morning')
  await line.getByRole('button', { name: 'Save' }).click()
  await expect(customer.getByText('Croaker came in this morning').first()).toBeAttached()

  const places = part(page, 'Delivery places')
  await places.getByLabel('Fee (₦)').first().fill('a lot')
  await places.getByRole('button', { name: 'Save' }).click()
  await expect(places.getByText('Please enter whole naira.')).toBeVisible()
  await places.getByLabel('Fee (₦)').first().fill('1,750')
  await places.getByRole('button', { name: 'Remove Oniru' }).click()
  await places.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(async () => (await (await customer.request.get('/api/locations')).json()).slice(0, 2))
    .toEqual([
      { id: 'victoria-island', name: 'Victoria Island', fee: 1750 },
      { id: 'ikoyi', name: 'Ikoyi', fee: 2500 },
    ])

  await part(page, 'Ram Farm').getByRole('checkbox').uncheck()
  await part(page, 'Ram Farm').getByRole('button', { name: 'Save' }).click()
  await expect(customer.getByRole('link', { name: /farm/i })).toHaveCount(0)
  await customer.close()
})

test('OWNER-4: a cashier does not see the settings', async ({ page, restaurant }) => {
  await signInStaff(page.request, restaurant, 'cashier')
  await visit(page, '/office/settings')
  await expect(page.getByRole('heading', { name: 'Not your screen' })).toBeVisible()
})
