import { expect, test } from 'vitest'
import { seedOfRun } from '../faults/random.ts'
import * as Rush from '../faults/rush.ts'
import { freshDatabase } from '../support/database.ts'
import { cheapHashesOfPrograms } from '../support/password-hashes.ts'

// A short run of `SECOND_FACTOR=on npm run rush`; the other programs sign in without a second factor.
const { url: databaseUrl } = await freshDatabase()
cheapHashesOfPrograms()
const options = { ...Rush.quick, seed: seedOfRun(), databaseUrl, secondFactor: 'on' } as const

test('SAFE-9: orders, portions, deliveries and payments add up after a simulated busy night whose staff sign in with a second factor', {
  timeout: 600_000,
}, async () => {
  const settled = await Rush.rushThrough(options, () => {})
  console.log(Rush.reportOf(settled))
  expect(settled.failures).toEqual([])
  // The run would prove nothing with too few orders, cancellations and races.
  expect(settled.entries.length).toBeGreaterThan(20)
  const statuses = new Set(settled.entries.map(({ status }) => status))
  expect(statuses).toEqual(new Set(['completed', 'cancelled']))
  expect(settled.portions.sold).toBeGreaterThan(0)
  expect(settled.simulation.races.requests).toBeGreaterThanOrEqual(50)
  expect(settled.simulation.refusals.get('order-moved-on')).toBeGreaterThanOrEqual(49)
})
