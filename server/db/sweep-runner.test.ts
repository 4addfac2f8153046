import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { freshDatabase } from '#tests/support/database.ts'
import { requestKeys } from './schema.ts'
import { runSweeps, type Sweep, swept } from './sweep-runner.ts'

const database = await freshDatabase()
const log = () => {}

const keys: Sweep = (tx, most) =>
  swept(tx, sql`delete from request_keys where key in (select key from request_keys order by key limit ${most})`)

async function addKeys(count: number): Promise<void> {
  await database.orm
    .insert(requestKeys)
    .values(Array.from({ length: count }, (_, at) => ({ subject: 'order:TEST', key: `key ${at}` })))
}

test('SAFE-11: a sweep repeats batches until all due rows are gone, and a failing sweep does not stop the other sweeps', async () => {
  await addKeys(25)
  const batches: number[] = []
  const failed: string[] = []
  const counted: Sweep = async (tx, most) => {
    const count = await keys(tx, most)
    batches.push(count)
    return count
  }
  const broken: Sweep = async () => {
    throw new Error('No such column.')
  }
  const total = await runSweeps(
    database,
    { broken, counted },
    { log: (event, fields) => failed.push(`${event} ${fields?.sweep}`), most: 10 },
  )
  expect(batches).toEqual([10, 10, 5])
  expect(total).toEqual({ counted: 25 })
  expect(failed).toEqual(['sweep.failed broken'])
})

test('SAFE-11: only one of several processes sweeps at a time', async () => {
  await addKeys(3)
  const entered = Promise.withResolvers<void>()
  const leave = Promise.withResolvers<void>()
  const slow: Sweep = async () => {
    entered.resolve()
    await leave.promise
    return 0
  }
  const first = runSweeps(database, { slow }, { log })
  await entered.promise
  expect(await runSweeps(database, { keys }, { log })).toEqual({ keys: 0 })
  leave.resolve()
  await first
  expect(await runSweeps(database, { keys }, { log })).toEqual({ keys: 3 })
})
