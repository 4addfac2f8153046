import { afterAll, expect, test } from 'vitest'
import type { CategoryPage } from '#contract/menu/menu.ts'
import type { Site } from '#contract/site.ts'
import { signIn } from '../faults/people.ts'
import { freshDatabase } from '../support/database.ts'
import { cheapHashesOfPrograms } from '../support/password-hashes.ts'
import { clearDataDir, printedSignIns, startServer, temporaryDataDir } from '../support/running-server.ts'

// Two servers on one database, each with public answers in its memory.

const database = await freshDatabase()
cheapHashesOfPrograms()
const dataDir = await temporaryDataDir()
const env = { DATABASE_URL: database.url, DATA_DIR: dataDir, DEMO_STAFF: 'on' }
const one = await startServer({ env })
const two = await startServer({ env })
afterAll(async () => {
  await Promise.all([one.stop(), two.stop()])
  await clearDataDir(dataDir)
})

const [[username = '', password = ''] = []] = printedSignIns(one.stdout())
const desk = await signIn(one.url, username, password)

const json = async <Body>(url: string, path: string) => (await (await fetch(url + path)).json()) as Body
const dish = async (url: string) => {
  const { items } = await json<CategoryPage>(url, '/api/menu/softdrinks')
  return items.find(({ id }) => id === 'coke')
}
const paths = [
  '/api/site',
  '/api/locations',
  '/api/bestsellers',
  '/api/menu',
  '/api/menu/softdrinks',
  '/api/home',
  '/api/farm',
]

test('SPEED-3: a server reads each public answer from the database once', async () => {
  const before = await Promise.all(paths.map((path) => json(two.url, path)))
  const tables = ['settings', 'locations', 'categories', 'items', 'home', 'farm']
  for (const table of tables) await database.pool.query(`alter table ${table} rename to hidden_${table}`)
  try {
    expect(await Promise.all(paths.map((path) => json(two.url, path)))).toEqual(before)
  } finally {
    for (const table of tables) await database.pool.query(`alter table hidden_${table} rename to ${table}`)
  }
})

test('SPEED-3: the server that stored a change answers with it immediately, and other servers answer with it after its event', async () => {
  for (const price of [701, 702, 703]) {
    await Promise.all([dish(one.url), dish(two.url)])
    await desk.send('PATCH', '/api/menu-items/coke', { price })
    expect(await dish(one.url)).toMatchObject({ price })
    await expect.poll(async () => (await dish(two.url))?.price).toBe(price)
  }
  await desk.send('PATCH', '/api/kitchen-load', { paused: 'Back at noon.' })
  await expect.poll(async () => (await json<Site>(two.url, '/api/site')).paused).toMatch(/^Back at noon\. /)
  await desk.send('PATCH', '/api/kitchen-load', { paused: null })
  await expect.poll(async () => (await json<Site>(two.url, '/api/site')).paused).toBeNull()
})

test('SPEED-3: a server that receives no events answers with a change once events arrive again', async () => {
  for (const price of [801, 802]) {
    await Promise.all([dish(one.url), dish(two.url)])
    await Promise.all([
      desk.send('PATCH', '/api/menu-items/coke', { price }),
      database.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name = 'buka live'`,
      ),
    ])
    await expect.poll(async () => (await dish(two.url))?.price).toBe(price)
    await expect.poll(async () => (await dish(one.url))?.price).toBe(price)
  }
})
