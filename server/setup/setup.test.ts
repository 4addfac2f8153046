import { Hono } from 'hono'
import { beforeEach, expect, test, vi } from 'vitest'
import { freshDatabase } from '#tests/support/database.ts'
import { insertAccount } from '../auth/accounts.ts'
import { answerFailures } from '../http/guard.ts'
import { serve } from '../http/serve.ts'
import { loadRestaurant } from '../menu-versions/load.ts'
import { StartError } from '../process/start-error.ts'
import { emptyRestaurant } from '../restaurant/empty.ts'
import type { ReadDemoMenu } from './setup.ts'
import { setupRoutes } from './setup-routes.ts'

const database = await freshDatabase()
await loadRestaurant(database, emptyRestaurant)
const owner = await database.transaction((tx) =>
  insertAccount(tx, 'accounts.invalid', { role: 'owner', username: 'Ngozi' }, 'of no password'),
)
const readDemoMenu = vi.fn<ReadDemoMenu>()
beforeEach(() => void readDemoMenu.mockReset())

const app = new Hono()
answerFailures(app, console.error)
const parts = { database, nameFile: async () => undefined, publicUrl: undefined, readDemoMenu }
serve(app, setupRoutes(parts), { user: async () => owner, address: () => '' }, { verify: true })

const open = () => database.pool.query(`update settings set document = jsonb_set(document, '{setup}', '"done"')`)
const begin = () => database.pool.query(`update settings set document = jsonb_set(document, '{setup}', '"begun"')`)
const versions = async () => (await database.pool.query('select version, note from menu_versions')).rows
const takeDemoMenu = async () => {
  const response = await app.request('/api/office/demo-menu', { method: 'POST' })
  return { status: response.status, body: (await response.json()) as { detail?: string } }
}
const refused = { status: 422, body: { detail: 'The restaurant is open and has a menu of its own.' } }

test('an open restaurant refuses the demo menu before it reads the folder', async () => {
  await open()
  expect(await takeDemoMenu()).toMatchObject(refused)
  expect(readDemoMenu).not.toHaveBeenCalled()
})

test('a restaurant that opens while the demo menu is read keeps its menu', async () => {
  await begin()
  readDemoMenu.mockImplementation(async () => {
    await open()
    return []
  })
  expect(await takeDemoMenu()).toMatchObject(refused)
  expect(readDemoMenu).toHaveBeenCalledOnce()
  expect((await versions()).filter(({ note }) => note === 'The menu of the demo.')).toEqual([])
})

test('a mistake in the demo folder is reported to the owner with its sentence', async () => {
  await begin()
  readDemoMenu.mockRejectedValue(new StartError('restaurant/menu/grills.json: dish "suya" is there twice.'))
  expect(await takeDemoMenu()).toMatchObject({
    status: 422,
    body: { detail: 'restaurant/menu/grills.json: dish "suya" is there twice.' },
  })
})
