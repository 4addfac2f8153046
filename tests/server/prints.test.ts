import { expect, test } from 'vitest'
import { describePrints, printSettings, printWhileKilled } from '../faults/prints.ts'
import { cheapHashesOfPrograms } from '../support/password-hashes.ts'

cheapHashesOfPrograms()

test('REACH-3: kill -9 of the server while two printers poll loses and duplicates no ticket', {
  timeout: 600_000,
}, async () => {
  const settings = printSettings()
  console.log(`Seed ${settings.seed}`)
  const outcome = await printWhileKilled(settings)
  console.log(describePrints(outcome))
  expect(outcome).toMatchObject({ doubled: 0, lost: 0, bugs: [], printed: [settings.orders, settings.orders] })
})
