import { expect, test } from 'vitest'
import { seedOfRun } from '../faults/random.ts'
import * as Rush from '../faults/rush.ts'
import { freshDatabase } from '../support/database.ts'

// A small night of `npm run rush`.
const { url: databaseUrl } = await freshDatabase()
const night = { ...Rush.quick, seed: seedOfRun(), databaseUrl }

test('a Friday night: of every order that anybody placed, all that was cooked, carried and paid adds up', {
  timeout: 600_000,
}, async () => {
  const settled = await Rush.rushThrough(night, () => {})
  console.log(Rush.reportOf(settled))
  expect(settled.wrong).toEqual([])
  // What adds up because nothing happened shows nothing.
  expect(settled.entries.length).toBeGreaterThan(20)
  const statuses = new Set(settled.entries.map(({ status }) => status))
  expect(statuses).toEqual(new Set(['completed', 'cancelled']))
  expect(settled.portions.sold).toBeGreaterThan(0)
  expect(settled.night.races.pressed).toBeGreaterThanOrEqual(50)
  expect(settled.night.refusals.get('order-moved-on')).toBeGreaterThanOrEqual(49)
})
