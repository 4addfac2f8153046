import { expect, test } from 'vitest'
import { killWhileWriting, messageSettings } from '../faults/messages.ts'
import { cheapHashesOfPrograms } from '../support/password-hashes.ts'

cheapHashesOfPrograms()

test('REACH-1: kill -9 of the server at any moment loses and duplicates no message', { timeout: 600_000 }, async () => {
  const settings = messageSettings()
  console.log(`Seed ${settings.seed}`)
  const outcome = await killWhileWriting(settings)
  console.log(JSON.stringify(outcome))
  expect(outcome).toMatchObject({ orders: settings.orders, lost: 0, doubled: 0, waiting: 0 })
})
