import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { unlikeMovements } from '#tests/faults/order-check.ts'
import { administer, databaseUrl, freshDatabase } from '#tests/support/database.ts'
import { openTestRestaurant } from '#tests/support/restaurant.ts'
import { temporaryDataDir } from '#tests/support/running-server.ts'
import { readBackup, writeBackup } from '../db/backup-file.ts'
import { migrate } from '../db/migrate.ts'
import { recordMovements } from './movements.ts'

const database = await freshDatabase()
const restaurant = await openTestRestaurant(database)
const { cashier } = restaurant
const { pool } = database

const movementsOf = async (id: string) =>
  (await pool.query('select kind, place, amount from movements where order_id = $1 order by id', [id])).rows

test('BOOKS-4: an order’s sums are those of its movements, and a bank reference counts once for payments and once for refunds', async () => {
  const { orderId: id } = await restaurant.order(await restaurant.customer(), 5000)
  const came = { kind: 'received', place: 'till', orderId: id, method: 'cash', recordedBy: cashier.id } as const
  const back = { kind: 'refund', place: 'till', orderId: id, method: 'cash', recordedBy: cashier.id } as const
  const made = await database.transaction((tx) =>
    recordMovements(
      tx,
      { ...came, amount: 4000, reference: 'ONE' },
      { ...came, amount: 3000, reference: 'TWO' },
      { ...back, amount: -1500, reference: 'ONE' },
    ),
  )
  expect(made).toHaveLength(3)
  expect(
    await database.transaction((tx) => recordMovements(tx, { ...came, amount: 9000, reference: 'ONE' })),
  ).toHaveLength(0)
  const { rows } = await pool.query('select received, refunded, owed from orders where id = $1', [id])
  expect(rows).toEqual([{ received: 7000, refunded: 1500, owed: 500 }])
  expect(await movementsOf(id)).toHaveLength(3)
})

test('BOOKS-4: a transaction that fails records no movement and changes no sum', async () => {
  const { orderId: id } = await restaurant.order(await restaurant.customer(), 5000)
  const move = database.transaction(async (tx) => {
    const came = { kind: 'received', place: 'till', orderId: id, method: 'cash', recordedBy: cashier.id } as const
    await recordMovements(tx, { ...came, amount: 5000, reference: `LOST ${id}` })
    throw new Error('The power went.')
  })
  await expect(move).rejects.toThrow('The power went.')
  expect(await movementsOf(id)).toEqual([])
  expect((await pool.query('select received from orders where id = $1', [id])).rows).toEqual([{ received: 0 }])
})

test.each([
  'update movements set amount = amount + 1',
  "update movements set place = 'till'",
  "update movements set at = now() - interval '1 day'",
  "update movements set sender = 'SOMEBODY ELSE'",
  "update movements set note = 'Written later'",
  'update movements set order_id = null, sender = null',
  'delete from movements',
  'truncate movements',
  'truncate orders cascade',
])('BOOKS-4: the database refuses the SQL "%s"', async (statement) => {
  await restaurant.paidOrder(await restaurant.customer())
  const before = (await pool.query('select * from movements order by id')).rows
  await expect(pool.query(statement)).rejects.toMatchObject({ code: '23001' })
  expect((await pool.query('select * from movements order by id')).rows).toEqual(before)
})

test('BOOKS-4: sender and note of a movement can be erased, and all of its other columns are immutable', async () => {
  const { orderId: id } = await restaurant.paidOrder(await restaurant.customer())
  const own = 'from movements where order_id = $1'
  const before = (await pool.query(`select * ${own}`, [id])).rows
  expect(before).toMatchObject([{ sender: 'ADA OBI', amount: 5000 }])
  await pool.query('update movements set sender = null, note = null where order_id = $1', [id])
  expect((await pool.query(`select * ${own}`, [id])).rows).toEqual(before.map((row) => ({ ...row, sender: null })))
})

test('BOOKS-4: movements restored from a backup are immutable as well', async () => {
  await restaurant.paidOrder(await restaurant.customer())
  const file = join(await temporaryDataDir(), 'movements.backup')
  const source = { connectionString: database.url }
  await writeBackup(source, file, { secrets: {}, passphrase: undefined }, () => {})
  const client = await emptyDatabase()
  await readBackup(
    { connectionString: client.url },
    { file },
    async () => {},
    () => {},
  )
  const all = 'select * from movements order by id'
  expect((await client.query(all)).rows).toEqual((await pool.query(all)).rows)
  await expect(client.query('truncate movements')).rejects.toMatchObject({ code: '23001' })
})

const fixture = join(import.meta.dirname, '../../tests/fixtures/migration-0013.backup')

test('BOOKS-4: the migration turns earlier payments into movements, and is rolled back if an order’s sum differs from its payments', async () => {
  const client = await emptyDatabase()
  const connection = { connectionString: client.url }
  await readBackup(
    connection,
    { file: fixture },
    async () => {},
    () => {},
  )
  await client.query("update payments set method = 'cash', account_id = null where id = 3")
  await client.query("update payments set method = 'card', account_id = null where id = 4")
  await client.query('update refunds set reference = null where id = 2')
  const [{ id } = { id: '' }] = (await client.query("select id from orders where status = 'completed' limit 1")).rows
  await client.query('update orders set received = received + 1 where id = $1', [id])
  const says =
    'The migration 0035-movements.sql failed and was undone: These orders say other sums than were recorded for'
  await expect(migrate(connection)).rejects.toThrow(`${says} them: ${id.slice(-6)}`)
  expect((await client.query('select count(*)::int from payments')).rows).toEqual([{ count: 32 }])
  await client.query('update orders set received = received - 1 where id = $1', [id])
  await migrate(connection)
  const places = 'select place, count(*)::int from movements where place !~ $1 group by place order by place'
  expect((await client.query(places, ['^account:'])).rows).toEqual([
    { place: 'terminal', count: 1 },
    { place: 'till', count: 3 },
  ])
  expect((await client.query(unlikeMovements)).rows).toEqual([])
})

async function emptyDatabase(): Promise<pg.Client & { url: string }> {
  const server = inject('testServer')
  const name = `${server.prefix}${randomBytes(6).toString('hex')}`
  await administer(server.url, `CREATE DATABASE ${name}`)
  const url = databaseUrl(server.url, name)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await administer(server.url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  })
  return Object.assign(client, { url })
}
