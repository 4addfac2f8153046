import { expect, test } from 'vitest'
import { seedOfRun } from '../faults/random.ts'
import * as Stranger from '../faults/stranger.ts'
import { freshDatabase } from '../support/database.ts'

// A short run of `npm run stranger` without comparing times.
const { url: databaseUrl } = await freshDatabase()

test('SAFE-14: no honest request is refused while a stranger holds stock, claims payments, guesses passwords, opens streams and stalls', {
  timeout: 600_000,
}, async () => {
  const options = { ...Stranger.quick, compares: false, seed: seedOfRun(), databaseUrl }
  const result = await Stranger.besideStranger(options, () => {})
  console.log(Stranger.reportOf(result))
  expect(result.met.refused).toEqual([])
  expect(result.bugs).toEqual([])
  expect([...result.met.times.values()].some(({ attack }) => attack.length > 0)).toBe(true)
  expect(result.met.orders).toBeGreaterThan(0)
  // The run would prove nothing without these attacks.
  for (const kind of ['hold', 'claim', 'sign-in, right name', 'cache key']) {
    expect(result.tally.get(kind)?.size, kind).toBeGreaterThan(0)
  }
})
