import { check, phone } from './accessible.ts'
import { placeOrder, test } from './order-desk.ts'
import { visit } from './ordering.ts'
import { expect, signInStaff, signUp } from './restaurant.ts'

test('BOOKS-5: on a phone the owner reads the figures of a chosen range as charts, each with a table and a CSV', async ({
  page,
  restaurant,
  desk,
  database,
}) => {
  await signUp(page)
  const sold = await placeOrder(page)
  await desk.complete(await desk.markReady(await desk.start(await desk.pay(sold))))
  const cancelled = await desk.cancel(await placeOrder(page), 'No gas')
  // Moves an order to a day long ago on which other tests have no orders.
  const move = (id: string, to: string) => database.query('update orders set created_at = $2 where id = $1', [id, to])
  await move(sold.orderId, '2020-03-03T13:30:00+01:00')
  await move(cancelled.orderId, '2020-03-02T09:00:00+01:00')

  await signInStaff(page.request, restaurant, 'desk')
  await page.setViewportSize(phone)
  await visit(page, '/office/figures')
  await page.getByRole('button', { name: 'Own range' }).click()
  await page.getByLabel('First day').fill('2020-03-03')
  await page.getByLabel('Last day').fill('2020-03-03')
  await expect(page.getByRole('heading', { name: '3 Mar 2020' })).toBeVisible()
  await expect(page.getByText('Compared with 2 Mar 2020.')).toBeVisible()
  const part = (name: string) => page.getByRole('region', { name, exact: true })
  await expect(part('Totals')).toContainText(sold.totalAmount.toLocaleString('en'))
  await expect(part('Totals')).toContainText('1 more')
  await expect(part('By hour')).toBeVisible()
  await expect(part('Orders for later')).toHaveCount(0)

  // Screen readers get the table from the start; a button makes it visible.
  const dishes = part('By dish').getByRole('table', { name: 'By dish' })
  await expect(dishes.getByRole('row')).toHaveCount(2)
  await part('By dish').getByRole('button', { name: 'Show table' }).click()
  await expect(part('By dish').getByRole('button', { name: 'Hide table' })).toHaveAttribute('aria-expanded', 'true')
  await expect(dishes.getByRole('row').nth(1)).toContainText('1')
  await expect(part('Cancelled').getByRole('row', { name: /The restaurant: no gas/ })).toHaveCount(1)
  const link = part('By dish').getByRole('link', { name: 'CSV' })
  const sheet = await page.request.get((await link.getAttribute('href')) ?? '')
  expect(sheet.headers()['content-type']).toContain('text/csv')
  expect(await sheet.text()).toContain(`1,0,${sold.subtotal},0`)
  await check(page)

  await page.getByRole('button', { name: 'Today' }).click()
  await expect(
    page.getByText(/^Compared with .*: sales up to the last whole hour, counts when today is over\.$/),
  ).toBeVisible()
  await page.getByRole('button', { name: '7 days' }).click()
  await expect(page.getByText('Today is not over; it is compared with a whole day.')).toBeVisible()
})
