import { expect, test } from 'vitest'
import { describeOutcome, killSettings, killWhileOrdering } from '../faults/kill.ts'

test('PAY-8: SIGKILL of the server, the database or both at any moment loses, doubles and tears no order', {
  timeout: 600_000,
}, async () => {
  const settings = killSettings()
  console.log(`Seed ${settings.seed}`)
  const outcome = await killWhileOrdering(settings)
  console.log(describeOutcome(outcome))
  expect(outcome).toMatchObject({ lost: 0, doubled: 0, torn: 0, unheard: 0, bugs: [] })
  expect(outcome.acknowledged).toBeGreaterThan(settings.kills)
})
