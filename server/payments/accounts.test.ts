import { expect, test } from 'vitest'
import { freshDatabase } from '#tests/support/database.ts'
import { openTestHouse } from '#tests/support/restaurant.ts'

const house = await openTestHouse(await freshDatabase())

test('the accounts that money arrives in are read at the desk', async () => {
  for (const who of [house.kitchen, house.cashier, house.owner]) {
    expect(await house.call(who, 'GET', '/api/desk/accounts')).toMatchObject({
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

test('the accounts are not listed for anybody else', async () => {
  expect(await house.call(undefined, 'GET', '/api/desk/accounts')).toMatchObject({
    status: 401,
    body: { code: 'not-signed-in' },
  })
  for (const who of [await house.customer(), house.rider]) {
    expect(await house.call(who, 'GET', '/api/desk/accounts')).toMatchObject({
      status: 403,
      body: { code: 'not-allowed' },
    })
  }
})
