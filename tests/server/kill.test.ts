import { expect, test } from 'vitest'
import { describeOutcome, killSettings, killWhileOrdering } from '../faults/kill.ts'
import { cheapHashesOfPrograms } from '../support/password-hashes.ts'

cheapHashesOfPrograms()

test('PAY-8 BOOKS-4: a SIGKILL of the server, the database or both loses, duplicates or damages no order, and each order’s sums equal its movements', {
  timeout: 600_000,
}, async () => {
  const settings = killSettings()
  console.log(`Seed ${settings.seed}`)
  const outcome = await killWhileOrdering(settings)
  console.log(describeOutcome(outcome))
  expect(outcome).toMatchObject({ lost: 0, doubled: 0, inconsistent: 0, unanswered: 0, unbalanced: [], bugs: [] })
  expect(outcome.acknowledged).toBeGreaterThan(settings.kills)
})
