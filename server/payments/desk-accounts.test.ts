import { expect, test } from 'vitest'
import { freshDatabase } from '#tests/support/database.ts'
import { openTestRestaurant } from '#tests/support/restaurant.ts'

const restaurant = await openTestRestaurant(await freshDatabase())

test("the desk can read the restaurant's bank accounts", async () => {
  for (const caller of [restaurant.kitchen, restaurant.cashier, restaurant.owner]) {
    expect(await restaurant.call(caller, 'GET', '/api/desk/accounts')).toMatchObject({
      status: 200,
      body: {
        accounts: [
          { id: 'demo-bank', bank: 'Demo Bank', number: '0000000011', name: 'Test Kitchen Ltd' },
          { id: 'sample-trust' },
        ],
      },
    })
  }
})

test('customers and riders cannot read the bank accounts', async () => {
  expect(await restaurant.call(undefined, 'GET', '/api/desk/accounts')).toMatchObject({
    status: 401,
    body: { code: 'not-signed-in' },
  })
  for (const caller of [await restaurant.customer(), restaurant.rider]) {
    expect(await restaurant.call(caller, 'GET', '/api/desk/accounts')).toMatchObject({
      status: 403,
      body: { code: 'not-allowed' },
    })
  }
})
