import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { requireSharedSecrets } from '#server/db/shared-secrets.ts'
import * as Processes from '../faults/processes.ts'
import { seedOfRun } from '../faults/random.ts'
import { freshDatabase } from '../support/database.ts'
import { cheapHashesOfPrograms } from '../support/password-hashes.ts'
import { DidNotStart, startServer } from '../support/running-server.ts'

const [orders, secrets] = [await freshDatabase(), await freshDatabase()]
cheapHashesOfPrograms()

test('RUN-2: killing and restarting one of three processes behind a balancer loses, duplicates and refuses no order, and streams resume', {
  timeout: 600_000,
}, async () => {
  const result = await Processes.orderAtSeveral(
    { ...Processes.quick, seed: seedOfRun(), databaseUrl: orders.url },
    () => {},
  )
  console.log(Processes.reportOf(result))
  expect(Processes.failuresOf(result)).toEqual([])
  expect(result.acknowledged).toBeGreaterThan(Processes.quick.customers)
})

test('RUN-2: a server whose secret differs from that of the database’s servers does not start and says so, unless REPLACE_SECRETS=on', async () => {
  const given = () => randomBytes(33).toString('base64url')
  const first = { 'auth-secret': given(), 'push-secret': given() }
  const other = { ...first, 'push-secret': given() }
  const { pool } = secrets
  await requireSharedSecrets(pool, first, { replaces: false })
  await requireSharedSecrets(pool, first, { replaces: false })
  await expect(requireSharedSecrets(pool, other, { replaces: false })).rejects.toThrow('another push-secret.')
  await requireSharedSecrets(pool, other, { replaces: true })
  await expect(requireSharedSecrets(pool, first, { replaces: false })).rejects.toThrow('another push-secret.')

  const env = { DATABASE_URL: secrets.url, AUTH_SECRET: first['auth-secret'], PUSH_SECRET: other['push-secret'] }
  const failure = await startServer({ env: { ...env, AUTH_SECRET: given() } }).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(DidNotStart)
  expect((failure as DidNotStart).stderr).toMatch(
    / {2}The servers of this database have another auth-secret\. .* REPLACE_SECRETS=on: everybody signs in again\.\n/,
  )
  const server = await startServer({ env })
  await server.stop()
})
