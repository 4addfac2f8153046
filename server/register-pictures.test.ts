import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freshDatabase } from '#tests/support/database.ts'
import { readBackup } from './db/backup-file.ts'
import { migrate } from './db/migrate.ts'
import { farmPage } from './farm/farm.ts'
import { homePage } from './home/home.ts'
import { openPictures } from './media/pictures.ts'
import { categoryPage, site, wholeMenu } from './menu/menu-queries.ts'
import { registerPictures } from './register-pictures.ts'

// The backup was made by a release that composed pictures from pieces, so its documents name pieces instead of picture
// files.

const root = join(import.meta.dirname, '..')
const database = await freshDatabase()
const { orm, pool } = database
const films = { film: () => undefined }
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'buka-register-'))
  await cp(join(root, 'restaurant/pictures'), join(folder, 'pictures'), { recursive: true })
  await pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  await readBackup(
    database.connection,
    { file: join(root, 'tests/fixtures/migration-0013.backup') },
    async () => {},
    () => {},
  )
  await migrate(database.connection)
})
afterAll(() => rm(folder, { recursive: true }))

/** Registers pictures as a start does. Returns the names of the missing files. */
async function start(): Promise<string[]> {
  const log = { warn: (message: string) => void console.error(message) }
  return registerPictures(orm, await openPictures({ sourceDir: join(folder, 'pictures'), dataDir: folder, log }))
}

async function demoFarm() {
  const farm = await farmPage(orm, films)
  if (!farm) throw new Error('The demo has a farm.')
  return farm
}

async function allPictures() {
  const { items } = await wholeMenu(orm)
  const { hero, categories } = await site(orm)
  const { slides } = await homePage(orm, films)
  const farm = await demoFarm()
  return [
    { hero },
    ...[...items, ...categories, ...farm.features, ...farm.gallery, farm.videoOffer],
    { hero: farm.hero },
    ...slides.flatMap((slide) => ('picture' in slide ? [slide] : [])),
  ].map((each) => ('hero' in each ? each.hero : each.picture))
}

test('a restaurant loaded by the last release uses the demo files as its pictures after an update', async () => {
  expect((await allPictures()).filter((picture) => picture)).toEqual([])
  expect(await start()).toEqual([])
  const pictures = await allPictures()
  expect(pictures.length).toBeGreaterThan(200)
  for (const picture of pictures) expect(picture?.name).toMatch(/^[0-9a-f]{16}$/)
  expect((await demoFarm()).gallery[0]?.picture?.alt).toBe('A large white ram in front of a brown one')
  for (const table of ['settings', 'categories', 'items', 'home', 'farm']) {
    const { rows } = await pool.query(`select document::text from ${table} where document::text like '%"plate": %'`)
    expect(rows, table).toEqual([])
  }
})

test('a second start that registers pictures leaves the database unchanged', async () => {
  await start()
  const marks = async () => (await pool.query('select id, xmin::text from items order by id')).rows
  const before = await marks()
  await start()
  expect(await marks()).toEqual(before)
})

test.each(['items', 'categories', 'home'])(
  "an owner's concurrent change to %s is not overwritten by a start",
  async (table) => {
    const first = `ctid = (select ctid from ${table} where document::text like '%"picture": {%' limit 1)`
    await pool.query(`update ${table} set document = regexp_replace(document::text, '"name": "[0-9a-f]{16}"', '"name": "old"')::jsonb
      where ${first}`)
    const owner = await pool.connect()
    await owner.query('begin')
    await owner.query(
      `update ${table} set document = document || '{"changed": true}' where document::text like '%"old"%'`,
    )
    const starting = start()
    await vi.waitFor(async () => {
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      expect((await pool.query(waiting)).rowCount).toBe(1)
    }, 60_000)
    await owner.query('commit')
    owner.release()
    await starting
    expect((await pool.query(`select from ${table} where document ? 'changed'`)).rowCount).toBe(1)
    await pool.query(`update ${table} set document = document - 'changed'`)
    await start()
    expect((await pool.query(`select from ${table} where document::text like '%"old"%'`)).rowCount).toBe(0)
  },
)

test('a changed picture file gives its dish another picture name at the next start, and other dishes keep their picture names', async () => {
  const before = await categoryPage(orm, 'suya')
  const [first] = before?.items ?? []
  await cp(join(folder, 'pictures/hero.avif'), join(folder, `pictures/${first?.id}.avif`))
  await start()
  const after = await categoryPage(orm, 'suya')
  expect(after?.items[0]?.picture?.name).not.toBe(first?.picture?.name)
  expect(after?.items.slice(1)).toEqual(before?.items.slice(1))
})

test('a missing picture file leaves its dish without a picture, and is reported by name', async () => {
  const [dish] = (await categoryPage(orm, 'pizza'))?.items ?? []
  await rm(join(folder, `pictures/${dish?.id}.avif`))
  expect(await start()).toEqual([`${dish?.id}.avif`])
  expect((await categoryPage(orm, 'pizza'))?.items[0]).toMatchObject({ id: dish?.id, picture: null })
})

test('an opaque picture has a colour on pages only after its files were made and the picture was registered again', async () => {
  const [dish] = (await categoryPage(orm, 'pasta'))?.items ?? []
  const few = await mkdtemp(join(tmpdir(), 'buka-register-'))
  const photo = sharp({ create: { width: 400, height: 300, channels: 3, background: '#8a4b22' } })
  await writeFile(join(few, `${dish?.id}.avif`), await photo.png().toBuffer())
  const pictures = await openPictures({ sourceDir: few, dataDir: few, log: { warn: console.error } })
  const colour = async () => (await categoryPage(orm, 'pasta'))?.items[0]?.picture?.colour
  await registerPictures(orm, pictures)
  expect(await colour()).toBeUndefined()
  await pictures.warm()
  await registerPictures(orm, pictures)
  expect(await colour()).toBe('#8a4b22')
  await rm(few, { recursive: true })
})
