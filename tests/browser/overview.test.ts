import { check, phone } from './accessible.ts'
import { visit } from './ordering.ts'
import { expect, signInStaff, testWith } from './restaurant.ts'

// A restaurant of its own, without orders.
const test = testWith({})

test('OWNER-6: the owner’s overview shows sales, what needs somebody, who is signed in and the server, on a phone as well', async ({
  page,
  restaurant,
}) => {
  await signInStaff(page.request, restaurant, 'desk')
  await page.setViewportSize(phone)
  await visit(page, '/office')
  const part = (name: string) => page.getByRole('region', { name, exact: true })
  await expect(part('Sales')).toContainText('Today so far')
  await expect(part('Sales')).toContainText('No orders')
  await expect(part('Needs somebody')).toContainText('Refunds owed: none')
  await expect(part('Signed in').getByRole('listitem')).toContainText('desk')
  await expect(part('Server')).toContainText('No backup yet')
  await expect(part('Before your first order')).toHaveCount(0)
  await check(page)

  // More than it lists, and a browser that was last used on another day.
  await page.route('/api/office/overview', async (route) => {
    const response = await route.fetch()
    const orders = Array.from({ length: 10 }, (_, at) => ({ id: `ORDER000${at}`, readyBy: '2026-01-01T10:00:00.000Z' }))
    const facts = await response.json()
    const signedIn = [{ ...facts.signedIn[0], seenAt: '2026-01-01T10:00:00.000Z' }]
    await route.fulfill({ response, json: { ...facts, signedIn, late: { count: 12, orders } } })
  })
  await page.reload()
  await expect(part('Needs somebody')).toContainText('; and 2 more')
  await expect(part('Signed in').getByRole('listitem')).toContainText('last seen on 1 Jan')
  await page.unroute('/api/office/overview')

  // It is read again by itself; a reload reads it at once.
  await page.request.patch('/api/menu-items/half-chicken', { data: { available: false } })
  await page.reload()
  await expect(part('Sold out').getByRole('listitem').first()).toBeVisible()
  await page.request.patch('/api/menu-items/half-chicken', { data: { available: true } })
  await page.getByRole('navigation', { name: 'Office' }).getByRole('link', { name: 'Staff' }).click()
  await expect(page.getByRole('article', { name: 'desk', exact: true })).toBeVisible()
})
