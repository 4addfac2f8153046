import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type WireNames, wireNames } from '../../tools/wire-names.ts'

/* Names in requests and answers are stable. After a field was added, `node tools/wire-names.ts` stores its name.
   A removed or changed name needs its former name in contract/last-release.ts for one release. */

const stored: WireNames = JSON.parse(readFileSync(new URL('../fixtures/wire-names.json', import.meta.url), 'utf8'))

const listed = (names: WireNames) =>
  Object.entries(names).flatMap(([endpoint, { takes, answers }]) => [
    ...takes.map((name) => `${endpoint} takes ${name}`),
    ...answers.map((name) => `${endpoint} answers ${name}`),
  ])

test('ORDER-7: every endpoint accepts and returns the stored field names, and no others', () => {
  const [before, now] = [new Set(listed(stored)), new Set(listed(wireNames()))]
  expect({
    gone: [...before].filter((name) => !now.has(name)),
    notWrittenDown: [...now].filter((name) => !before.has(name)),
  }).toEqual({ gone: [], notWrittenDown: [] })
})

test('ORDER-7: an order and its dishes have the field names of the specification', () => {
  const answers = wireNames()['GET /api/orders/{id}']?.answers ?? []
  const order = [
    'orderId customerId customerName customerPhone contactPhone useDifferentPhone deliveryMethod deliveryAddress differentPayer',
    'payerName paymentReference totalAmount status createdAt assignedRider.name assignedRider.phone',
  ]
  const dish = 'name type totalPrice quantity extras[].name extras[].price extras[].quantity chefComment itemTotal'
  const wanted = [...order.join(' ').split(' '), ...dish.split(' ').map((name) => `items[].${name}`)]
  expect(wanted.filter((name) => !answers.includes(name))).toEqual([])
})
