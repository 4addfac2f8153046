import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import type { CategoryPage } from '#contract/menu/menu.ts'
import type { PublishedMenu } from '#contract/menu/menu-document.ts'
import type { Picture } from '#contract/picture.ts'
import type { User } from '#contract/session.ts'
import { randomOf } from '#tests/faults/random.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { hostileKinds, idOf, type PhotoAnswer, phonePhoto } from '#tests/support/photos.ts'
import { openTestRestaurant } from '#tests/support/restaurant.ts'
import { photos } from '../db/schema.ts'
import { runSweeps } from '../db/sweep-runner.ts'
import { openPictures, type Pictures } from '../media/pictures.ts'
import { nameFile, registerPictures } from '../register-pictures.ts'
import { findStored, sweepPhotos } from './photos.ts'

const database = await freshDatabase()
let folder: Pictures | undefined
const restaurant = await openTestRestaurant(database, undefined, async (picture) => folder && nameFile(folder, picture))
const { orm, owner, call } = restaurant
const path = '/api/office/photos'

const upload = (file: Buffer, by: User = owner) => call<PhotoAnswer['body']>(by, 'POST', path, file)

const folders: string[] = []
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))))

async function anotherServer() {
  const dataDir = await mkdtemp(join(tmpdir(), 'buka-photos-'))
  folders.push(dataDir)
  const log = { warn: (message: string) => expect.unreachable(message) }
  return openPictures({ sourceDir: dataDir, dataDir, findStored: (name) => findStored(orm, name), log })
}

async function publishPhoto(dish: string, picture: object) {
  const { body: menu } = await call<PublishedMenu>(owner, 'GET', '/api/office/menu')
  return call<PublishedMenu>(owner, 'PUT', '/api/office/menu', {
    basedOn: menu.version,
    categories: menu.categories.map((category) => ({
      ...category,
      items: category.items.map((item) => (item.id === dish ? { ...item, picture } : item)),
    })),
  })
}

const shownPicture = async () =>
  (await call<CategoryPage>(undefined, 'GET', '/api/menu/grills')).body.items.find(({ id }) => id === 'half-chicken')
    ?.picture as Picture

test('OWNER-2: a photo is stored the right way up and without metadata, with an audit entry, and a repeat changes nothing', async () => {
  const file = await phonePhoto(1200, 900)
  const stored = { status: 200, body: { id: idOf(file), width: 900, height: 1200 } }
  expect(await upload(file)).toMatchObject(stored)
  expect(await upload(file, await restaurant.member('owner'))).toMatchObject(stored)
  const [row] = await orm
    .select()
    .from(photos)
    .where(eq(photos.id, idOf(file)))
  const facts = await sharp(row?.original).metadata()
  expect(facts).toMatchObject({ format: 'webp', width: 900, height: 1200 })
  expect([facts.exif, facts.xmp, facts.iptc, facts.icc, facts.orientation]).toEqual(Array(5).fill(undefined))
  expect(await sharp(row?.preview).metadata()).toMatchObject({ width: 540, height: 720 })
  const entries = await restaurant.auditEntries(`photo:${idOf(file).slice(0, 12)}`)
  expect(entries).toMatchObject([{ action: 'photo.add', actorId: owner.id, detail: { width: 900, height: 1200 } }])
  const preview = await restaurant.send(owner, 'GET', `${path}/${idOf(file)}`)
  expect(preview.headers.get('content-type')).toBe('image/webp')
  expect(Buffer.from(await preview.arrayBuffer())).toEqual(row?.preview)
})

test.each(['jpeg', 'png', 'webp', 'avif'] as const)('OWNER-2: a %s photo is accepted', async (format) => {
  const photo = sharp(await phonePhoto(800, 600, 3), { autoOrient: true })
  // Encoding AVIF with the default effort is much slower.
  const file = await (format === 'avif' ? photo.avif({ effort: 0 }) : photo.toFormat(format)).toBuffer()
  expect(await upload(file)).toMatchObject({ status: 200, body: { width: 600, height: 800 } })
})

test('OWNER-2: a photo of nearly 50 megapixels is stored at a width or height of 2,400 pixels, and a larger photo is refused', async () => {
  const file = await sharp({ create: { width: 8160, height: 6120, channels: 3, background: '#a33' } })
    .jpeg({ quality: 30 })
    .toBuffer()
  expect(await upload(file)).toMatchObject({ status: 200, body: { width: 2400, height: 1800 } })
  // The header now claims a height of 6,200 pixels, so the photo is refused before decoding.
  file.writeUInt16BE(6200, file.indexOf(Buffer.from([0xff, 0xc0])) + 5)
  expect(await upload(file)).toMatchObject({
    status: 422,
    body: { detail: 'This photo has more than 50 megapixels. Please choose a smaller one.' },
  })
}, 120_000)

test('OWNER-2: a photo that is empty, larger than 12 MB, or announced by a page of the last release is refused with a sentence', async () => {
  expect(await upload(Buffer.alloc(0))).toMatchObject({ status: 422, body: { detail: 'This file is empty.' } })
  const large = Buffer.concat([await phonePhoto(400, 300, 12), Buffer.alloc(12 * 1024 * 1024)])
  expect(await upload(large)).toMatchObject({ status: 413, body: { detail: expect.stringContaining('too large') } })
  const announced = await call(owner, 'POST', path, { id: 'a'.repeat(64), bytes: 9 })
  expect(announced).toMatchObject({ status: 422, body: { detail: expect.stringContaining('Please reload this page') } })
})

test('OWNER-2: a hostile file of each kind is refused with a sentence and not stored, and other requests are answered meanwhile', async () => {
  const before = await orm.$count(photos)
  const kinds = Object.entries(await hostileKinds())
  const random = randomOf(16)
  let sent = 0
  // `tests/faults/uploads.ts` sends many files of each kind.
  const sendKinds = async (mine: typeof kinds) => {
    for (const [kind, make] of mine) {
      const { status, body } = await upload(await make(random(), sent++))
      expect({ kind, status }).toEqual({ kind, status: 422 })
      expect(body.detail, kind).toMatch(/^(This|The) .*\.$/)
    }
  }
  let answered = 0
  let isOver = false
  const others = (async () => {
    while (!isOver) {
      expect((await call(undefined, 'GET', '/api/menu/grills')).status).toBe(200)
      answered++
      // Requests without a pause would slow down the decoding processes.
      await sleep(5)
    }
  })()
  const half = kinds.length / 2
  await Promise.all([sendKinds(kinds.slice(0, half)), sendKinds(kinds.slice(half))]).finally(() => {
    isOver = true
  })
  await others
  expect(sent).toBe(kinds.length)
  expect(answered).toBeGreaterThan(sent)
  expect(await orm.$count(photos)).toBe(before)
})

describe.skipIf(process.platform === 'win32')('SAFE-15: the processes that decode photos', () => {
  /** Uploads a photo, and sends the next of `signals` to each process that decodes the photo. */
  async function uploadKilling(file: Buffer, signals: readonly NodeJS.Signals[]) {
    const left = [...signals]
    const kill = (message: unknown) => {
      const { process: child } = message as { process: ChildProcess }
      child.once('spawn', () => {
        const signal = child.spawnargs.some((word) => word.includes('decode-process')) ? left.shift() : undefined
        if (signal) child.kill(signal)
      })
    }
    subscribe('child_process', kill)
    try {
      return await upload(file)
    } finally {
      unsubscribe('child_process', kill)
    }
  }

  test('a killed photo decoder is replaced, and the second process stores the photo', async () => {
    const answer = await uploadKilling(await phonePhoto(400, 300, 41), ['SIGKILL'])
    expect(answer).toMatchObject({ status: 200, body: { width: 300, height: 400 } })
  })

  test('a photo whose second decoder is killed too gets 503, and is stored when it is sent again', async () => {
    const file = await phonePhoto(400, 300, 42)
    expect(await uploadKilling(file, ['SIGKILL', 'SIGKILL'])).toMatchObject({
      status: 503,
      body: { code: 'unavailable', detail: expect.stringMatching(/Please try again\.$/) },
    })
    expect(await upload(file)).toMatchObject({ status: 200, body: { id: idOf(file) } })
  })

  test('a photo that crashes its decoder is refused', async () => {
    const answer = await uploadKilling(await phonePhoto(400, 300, 43), ['SIGSEGV'])
    expect(answer).toMatchObject({ status: 422, body: { field: 'photo' } })
  })
})

test('OWNER-2: a published photo is cropped around its focus, and a server that has never read it serves every width', async () => {
  const file = await phonePhoto(900, 1200, 21)
  await upload(file)
  const photo = idOf(file)
  const { body: middle } = await call<Picture>(owner, 'POST', '/api/office/photo-pictures', { photo })
  const { status } = await publishPhoto('half-chicken', { photo, alt: 'Half a chicken', focus: [0.5, 0.1] })
  expect(status).toBe(200)
  const picture = await shownPicture()
  expect(picture).toEqual({
    name: expect.stringMatching(/^[0-9a-f]{16}$/),
    alt: 'Half a chicken',
    colour: expect.stringMatching(/^#/),
  })
  expect(picture.name).not.toBe(middle.name)
  const [one, two] = [await anotherServer(), await anotherServer()]
  for (const width of [240, 480, 640]) {
    for (const format of ['avif', 'webp']) {
      const made = await one.get(`${picture.name}-${width}.${format}`)
      expect(made?.type).toBe(`image/${format}`)
      expect(await sharp(made?.body).metadata()).toMatchObject({ width, height: (width * 3) / 4 })
      expect((await two.get(`${picture.name}-${width}.${format}`))?.body).toEqual(made?.body)
    }
  }
  expect(await one.get(`${'0'.repeat(16)}-480.avif`)).toBeUndefined()
  expect(await one.get(`${picture.name}-481.avif`)).toBeUndefined()

  await publishPhoto('half-chicken', { photo, focus: [0.5, 0.1] })
  expect(await shownPicture()).not.toHaveProperty('alt')
})

test('OWNER-2: undoing a publication that replaced a picture of the folder by a photo restores the picture, even after a restart', async () => {
  const sourceDir = await mkdtemp(join(tmpdir(), 'buka-folder-'))
  folders.push(sourceDir)
  await writeFile(join(sourceDir, 'chicken.jpg'), await phonePhoto(400, 300, 31))
  const log = { warn: (message: string) => expect.unreachable(message) }
  const start = async () => {
    folder = await openPictures({ sourceDir, dataDir: sourceDir, log })
    await registerPictures(orm, folder)
  }
  await start()
  const { body: before } = await publishPhoto('half-chicken', { file: 'chicken.jpg', alt: 'A chicken' })
  const shown = await shownPicture()
  expect(shown).toMatchObject({ name: expect.stringMatching(/^[0-9a-f]{16}$/), alt: 'A chicken' })
  const file = await phonePhoto(300, 400, 32)
  await upload(file)
  const { body: replaced } = await publishPhoto('half-chicken', { photo: idOf(file) })
  await start()
  const undone = await call(owner, 'PUT', '/api/office/menu', { basedOn: replaced.version, restores: before.version })
  expect(undone.status).toBe(200)
  expect(await shownPicture()).toEqual(shown)
  expect(await folder?.get(`${shown.name}-240.webp`)).toMatchObject({ type: 'image/webp' })
})

test('OWNER-2: a menu that names a missing photo is refused with the name of the dish', async () => {
  expect(await publishPhoto('half-chicken', { photo: 'c'.repeat(64) })).toMatchObject({
    status: 422,
    body: { detail: 'The photo of Half Chicken is no longer there. Please choose it again.' },
  })
  const both = { photo: 'c'.repeat(64), file: 'hero.avif' }
  expect(await publishPhoto('half-chicken', both)).toMatchObject({
    status: 422,
    body: { detail: expect.stringContaining('must name either a file or a photo') },
  })
})

test('OWNER-2: unused photos are deleted after their time, and a photo that any menu version uses stays', async () => {
  const [used, unused] = [await phonePhoto(400, 300, 31), await phonePhoto(400, 300, 32)]
  await upload(used)
  await upload(unused)
  await publishPhoto('half-chicken', { photo: idOf(used) })
  await publishPhoto('half-chicken', { photo: idOf(used), focus: [0, 0] })
  const sweep = () => runSweeps(database, { photos: sweepPhotos }, { log: () => {} })
  expect(await sweep()).toEqual({ photos: 0 })
  await orm.update(photos).set({ addedAt: sql`now() - interval '61 days'` })
  await sweep()
  const kept = (await orm.select({ id: photos.id }).from(photos)).map(({ id }) => id)
  expect(kept).toContain(idOf(used))
  expect(kept).not.toContain(idOf(unused))
})
