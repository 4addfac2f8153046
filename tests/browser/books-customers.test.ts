import { check, desktop, phone } from './accessible.ts'
import { enterAs, panelOf, placeOrder, signedIn, test } from './order-desk.ts'
import { visit } from './ordering.ts'
import { expect, signInStaff, signUp, somebody } from './restaurant.ts'

test('customers: the owner finds a customer, writes a note that the desk reads, and erases the customer', async ({
  page,
  restaurant,
  desk,
}) => {
  const ada = somebody()
  await signUp(page, ada)
  const order = await desk.pay(await placeOrder(page))
  await signUp(page, somebody())
  await signInStaff(page.request, restaurant, 'desk')
  await page.setViewportSize(phone)
  await visit(page, '/office/customers')
  const customers = page.getByRole('list', { name: 'Customers, the newest first' })
  await expect(customers.getByRole('listitem').nth(1)).toBeVisible()
  await check(page)
  await page.getByRole('searchbox', { name: 'Search customers' }).fill(ada.phone)
  await expect(customers.getByRole('listitem')).toHaveCount(1)
  await expect(customers).toContainText('1 order, the last on')
  await customers.getByRole('button', { name: ada.username }).click()
  const sheet = page.getByRole('dialog', { name: ada.username })
  await sheet.getByLabel('Note for staff').fill('Gate code 4412')
  // The server stores the change, and the answer is lost.
  await page.route(
    '**/notes',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await sheet.getByRole('button', { name: 'Add note' }).click()
  await expect(sheet.getByRole('alert')).toContainText('Could not reach the restaurant.')
  await sheet.getByRole('button', { name: 'Add note' }).click()
  const notes = sheet.getByRole('list', { name: 'Notes' })
  await expect(notes).toContainText('Gate code 4412Kemi, ')
  await expect(notes.getByRole('listitem')).toHaveCount(1)
  // Deleting a note is final, so the screen asks first.
  await notes.getByRole('button', { name: 'Remove “Gate code 4412”' }).click()
  const removal = page.getByRole('dialog', { name: 'Remove this note?' })
  await expect(removal).toContainText('This cannot be undone.')
  await check(page, { sizes: [phone], within: removal })
  await removal.getByRole('button', { name: 'Remove note' }).click()
  await expect(notes).toBeHidden()
  await expect(sheet.getByLabel('Note for staff')).toBeFocused()
  await sheet.getByLabel('Note for staff').fill('Gate code 4412')
  await sheet.getByRole('button', { name: 'Add note' }).click()
  await expect(notes.getByRole('listitem')).toHaveCount(1)

  // An open order prevents the erasure.
  await sheet.getByRole('button', { name: 'Erase', exact: true }).click()
  const erasure = page.getByRole('dialog', { name: `Erase ${ada.username}?` })
  await expect(erasure.getByRole('button', { name: 'Keep', exact: true })).toBeFocused()
  await erasure.getByRole('button', { name: `Erase ${ada.username}` }).click()
  await expect(page.getByText('An order of theirs is under way')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.setViewportSize(desktop)
  await enterAs(page, restaurant, 'cashier')
  await expect((await panelOf(page, order)).getByRole('list', { name: 'Notes about the customer' })).toContainText(
    'Gate code 4412',
  )
  await desk.complete(await desk.markReady(await desk.start(order)))

  const owner = await signedIn(restaurant, 'desk')
  const { customers: found } = await (await owner.get(`/api/office/customers?q=${ada.phone}`)).json()
  expect(found).toHaveLength(1)
  const copy = await (await owner.get(`/api/office/customers/${found[0].id}/export`)).json()
  expect(copy).toMatchObject({ account: { username: ada.username }, notes: [{ note: 'Gate code 4412' }] })
  await owner.dispose()
  await signInStaff(page.request, restaurant, 'desk')
  await visit(page, `/office/customers?q=${ada.phone}`)
  await customers.getByRole('button', { name: ada.username }).click()
  await sheet.getByRole('button', { name: 'Erase', exact: true }).click()
  await erasure.getByRole('button', { name: `Erase ${ada.username}` }).click()
  await expect(page.getByText(`${ada.username} is erased.`)).toBeVisible()
  await expect(page.getByText('No customer matches.')).toBeVisible()
})
