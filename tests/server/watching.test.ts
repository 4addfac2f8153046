import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Quote } from '#contract/order/quotes.ts'
import { lastMigrationName } from '#server/db/migrate.ts'
import { plainDishes, signUp } from '../faults/people.ts'
import { freshDatabase } from '../support/database.ts'
import { openDatabasePath } from '../support/database-path.ts'
import { startServer } from '../support/running-server.ts'

const token = 'a token of the tests'
const database = await freshDatabase()
const path = await openDatabasePath(database.url)
const env = { DATABASE_URL: path.url, TRUSTED_PROXIES: '1', METRICS_TOKEN: token, ACCESS_LOG: 'on' }
const server = await startServer({ env })
afterAll(() => server.stop().finally(path.close))

const customer = await signUp(server.url, 1)
const [dish = ''] = await plainDishes(server.url)

async function statusOf(at: string, headers: Record<string, string> = {}): Promise<number> {
  const response = await fetch(`${server.url}${at}`, { headers })
  await response.body?.cancel()
  return response.status
}

async function readiness(): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${server.url}/readyz`)
  return { status: response.status, body: await response.json() }
}

async function metrics(): Promise<Map<string, number>> {
  const response = await fetch(`${server.url}/metrics`)
  expect(response.status).toBe(200)
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => [
      line.slice(0, line.lastIndexOf(' ')),
      Number(line.split(' ').at(-1)?.replace('Inf', 'Infinity')),
    ]),
  )
}

const ok = { database: 'ok', disk: 'ok', migrations: 'ok' }

test('RUN-3: a server that can record orders is alive and ready, and its metrics count orders and requests', async () => {
  expect(await statusOf('/healthz')).toBe(200)
  expect(await readiness()).toEqual({ status: 200, body: ok })
  const lines = [{ itemId: dish, selection: {}, quantity: 1 }]
  const { body: quote } = await customer.send<Quote>('POST', '/api/quotes', { lines })
  await customer.send('POST', '/api/orders', { quoteId: quote.id })
  await customer.send('GET', `/api/orders/${quote.id}`)
  const found = await metrics()
  expect(Object.fromEntries([...found].filter(([name]) => name.startsWith('buka_orders')))).toEqual({
    'buka_orders{status="pending"}': 1,
    'buka_orders{status="preparing"}': 0,
    'buka_orders{status="ready"}': 0,
    buka_orders_unacknowledged: 1,
    buka_orders_unpaid: 1,
    buka_orders_late: 0,
  })
  expect(found.get('buka_database_up')).toBe(1)
  expect(found.get('buka_disk_bytes{what="free"}')).toBeGreaterThan(0)
  expect(found.get('buka_backup_age_seconds')).toBe(Number.POSITIVE_INFINITY)
  expect(
    found.get('buka_http_request_seconds_count{method="GET",route="/api/orders/:id",status="200"}'),
  ).toBeGreaterThan(0)
})

test('RUN-3: every request for a public page or answer is counted, however often it is repeated', async () => {
  const counted = async (route: string) =>
    (await metrics()).get(`buka_http_request_seconds_count{method="GET",route="${route}",status="200"}`) ?? 0
  for (const [path, route] of [
    ['/menu/grills', '/*'],
    ['/api/menu/grills', '/api/menu/:category'],
  ] as const) {
    const before = await counted(route)
    for (let turn = 0; turn < 20; turn++) expect(await statusOf(path)).toBe(200)
    expect(await counted(route)).toBe(before + 20)
  }
})

test('RUN-3: only this machine and requests with the token can read the metrics', async () => {
  const forwarded = { 'X-Forwarded-For': '203.0.113.5' }
  expect(await statusOf('/metrics', forwarded)).toBe(404)
  for (const name of ['X-Real-IP', 'X-Forwarded-Host', 'Forwarded', 'Via']) {
    expect([name, await statusOf('/metrics', { [name]: '203.0.113.5' })]).toEqual([name, 404])
  }
  expect(await statusOf('/metrics', { ...forwarded, Authorization: `Bearer ${token}` })).toBe(200)
  expect(await statusOf('/metrics', { ...forwarded, Authorization: 'Bearer another token here' })).toBe(404)
})

test('RUN-3: a server without its database is alive and not ready, and its metrics say so', async () => {
  await path.refuse()
  expect(await statusOf('/healthz')).toBe(200)
  await expect.poll(readiness).toEqual({ status: 503, body: { ...ok, database: 'cannot be written' } })
  const found = await metrics()
  expect(found.get('buka_database_up')).toBe(0)
  expect([...found.keys()].filter((name) => /buka_(orders|backup|promises|longest)/.test(name))).toEqual([])
  expect(found.get('buka_http_failures_total')).toBeGreaterThan(0)
  await path.restore()
  await expect.poll(readiness).toEqual({ status: 200, body: ok })
})

test('RUN-3: a server with a full disk is alive and not ready until there is room', async () => {
  await database.pool.query(`
    create function refuse_for_space() returns trigger language plpgsql as
      $$ begin raise exception 'No space left on device' using errcode = '53100'; end $$;
    create trigger no_space before update on instance execute function refuse_for_space()`)
  await expect.poll(readiness).toMatchObject({ status: 503, body: { disk: 'full' } })
  expect(await statusOf('/healthz')).toBe(200)
  expect((await metrics()).get('buka_database_full')).toBe(1)
  await database.pool.query('drop trigger no_space on instance')
  await expect.poll(readiness).toEqual({ status: 200, body: ok })
})

test('RUN-3: a server whose migrations the database lacks is not ready', async () => {
  const last = '(select max(name) from schema_migrations)'
  await database.pool.query(`update schema_migrations set name = 'away' where name = ${last}`)
  await expect.poll(readiness).toEqual({ status: 503, body: { ...ok, migrations: 'missing' } })
  await database.pool.query(`update schema_migrations set name = $1 where name = 'away'`, [await lastMigrationName()])
  await expect.poll(readiness).toEqual({ status: 200, body: ok })
})

test('RUN-3: a request has one id from the proxy to the log, whose line names the route but neither order id nor client address', async () => {
  const id = 'proxy-1234-5678'
  const at = '/api/orders/NONE12345'
  const headers = { Cookie: customer.cookie, 'X-Request-Id': id, 'X-Forwarded-For': '203.0.113.77' }
  const response = await fetch(`${server.url}${at}`, { headers })
  expect(response.headers.get('X-Request-Id')).toBe(id)
  expect(await response.json()).toMatchObject({ request: id })
  await expect.poll(() => server.stderr()).toContain(id)
  const line = server
    .stderr()
    .split('\n')
    .find((each) => each.includes(id))
  expect(JSON.parse(line ?? '')).toMatchObject({
    event: 'request',
    method: 'GET',
    route: '/api/orders/:id',
    status: 404,
  })
  expect(server.stderr()).not.toMatch(/NONE12345|203\.0\.113\.77/)
  const odd = await fetch(`${server.url}/readyz`, { headers: { 'X-Request-Id': 'a "quoted" name' } })
  expect(odd.headers.get('X-Request-Id')).toMatch(/^[\da-f-]{36}$/)
})

test('RUN-3: every metric that deploy/alerts.yml names exists', async () => {
  const rules = await readFile(join(import.meta.dirname, '../../deploy/alerts.yml'), 'utf8')
  const named = [...rules.matchAll(/\bbuka_\w+/g)].map(([name]) => name)
  expect(named.length).toBeGreaterThan(10)
  const names = [...(await metrics()).keys()].map((name) => name.replace(/\{.*/, ''))
  expect(named.filter((name) => !names.includes(name))).toEqual([])
})
