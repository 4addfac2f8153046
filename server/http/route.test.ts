import { expect, test } from 'vitest'
import type { Database } from '../db/database.ts'
import { bind, type Call, created } from './route.ts'

test('`bind` passes the database and the call to the command of an endpoint', async () => {
  const database = {} as Database
  const call = {} as Call<'GET /api/promise'>
  const { 'GET /api/promise': handle } = bind(database, {
    'GET /api/promise': async (...given) => {
      expect(given).toEqual([database, call])
      expect(given[0]).toBe(database)
      return { readyBy: '2026-01-01T12:00:00.000Z', minutes: 30 }
    },
  })
  expect(await handle(call)).toMatchObject({ minutes: 30 })
})

test('`created` returns 201 for a new result and 200 for the result of an earlier request', () => {
  expect(created('made', true)).toMatchObject({ status: 201, data: 'made' })
  expect(created('made', false)).toMatchObject({ status: 200, data: 'made' })
})
