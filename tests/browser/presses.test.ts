import type { Locator } from '@playwright/test'
import { phone } from './accessible.ts'
import { placeOrder, test } from './order-desk.ts'
import { visit } from './ordering.ts'
import { expect, signUp } from './restaurant.ts'

test.use({ viewport: phone })

test('TRACK-2: a returning customer orders again with 3 presses and no field', async ({ page, desk }) => {
  await signUp(page)
  const before = await placeOrder(page)
  await desk.pay(before)
  await desk.start(before)
  await desk.markReady(before)
  await desk.complete(before)
  let presses = 0
  const press = async (target: Locator) => {
    presses += 1
    await target.click()
  }
  await visit(page, '/account')
  await press(page.getByRole('button', { name: /^Order again/ }))
  await press(page.getByRole('button', { name: 'Proceed to Payment' }))
  await press(page.getByRole('button', { name: "I've Made the Transfer" }))
  await expect(page.getByText('Order placed successfully!')).toBeVisible()
  expect(presses).toBe(3)
})
