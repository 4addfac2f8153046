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
import { hostileKinds, idOf, phonePhoto, sendPhoto } from '#tests/support/photos.ts'
import { openTestRestaurant } from '#tests/support/restaurant.ts'
import { photoPieces, photos, photoUploads } from '../db/schema.ts'
import { runSweeps } from '../db/sweep-runner.ts'
import { openPictures, type Pictures } from '../media/pictures.ts'
import { nameFile, registerPictures } from '../register-pictures.ts'
import { findStored, sweepPhotos } from './photos.ts'
import { sweepUploads } from './uploads.ts'

const database = await freshDatabase()
/** The pictures of the restaurant's folder. */
let folder: Pictures | undefined
const restaurant = await openTestRestaurant(database, undefined, async (picture) => folder && nameFile(folder, picture))
const { orm, owner, call } = restaurant
const path = '/api/office/photos'

const upload = (file: Buffer, by: User = owner, pieceBytes?: number) =>
  sendPhoto(file, (method, to, body) => call(by, method, to, body), pieceBytes)

const folders: string[] = []
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))))

/** The pictures of one more server on the same database. */
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

test('OWNER-2: a photo is stored the right way up and without metadata, with an audit entry, and repeating is harmless', async () => {
  const file = await phonePhoto(1200, 900)
  const stored = { status: 200, body: { photo: { id: idOf(file), width: 900, height: 1200 } } }
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
  expect(await orm.select().from(photoUploads)).toEqual([])
  const preview = await restaurant.send(owner, 'GET', `${path}/${idOf(file)}`)
  expect(preview.headers.get('content-type')).toBe('image/webp')
  expect(Buffer.from(await preview.arrayBuffer())).toEqual(row?.preview)
})

test.each(['jpeg', 'png', 'webp', 'avif'] as const)('OWNER-2: a photo as %s is taken', async (format) => {
  const photo = sharp(await phonePhoto(800, 600, 3), { autoOrient: true })
  // The effort of an AVIF by default takes 30 times as long.
  const file = await (format === 'avif' ? photo.avif({ effort: 0 }) : photo.toFormat(format)).toBuffer()
  expect(await upload(file)).toMatchObject({ status: 200, body: { photo: { width: 600, height: 800 } } })
})

test('OWNER-2: a photo of nearly 50 megapixels is taken at 2,400 pixels, and a larger one is refused', async () => {
  const file = await sharp({ create: { width: 8160, height: 6120, channels: 3, background: '#a33' } })
    .jpeg({ quality: 30 })
    .toBuffer()
  expect(await upload(file)).toMatchObject({ status: 200, body: { photo: { width: 2400, height: 1800 } } })
  // The same file, which says that it is 80 pixels higher: it is refused by what it says, before it is decoded.
  file.writeUInt16BE(6200, file.indexOf(Buffer.from([0xff, 0xc0])) + 5)
  expect(await upload(file)).toMatchObject({
    status: 422,
    body: { detail: 'This photo has more than 50 megapixels. Please choose a smaller one.' },
  })
}, 120_000)

test('OWNER-2: an upload that was cut off goes on where it ended, and a repeated or misplaced piece changes nothing', async () => {
  const file = await phonePhoto(700, 500, 11)
  const [id, half] = [idOf(file), Math.floor(file.length / 2)]
  const put = (from: number, until: number) =>
    call(owner, 'PUT', `${path}/${id}/pieces/${from}`, file.subarray(from, until))
  expect(await call(owner, 'POST', path, { id, bytes: file.length })).toMatchObject({
    body: { received: 0, photo: null },
  })
  expect(await put(0, half)).toMatchObject({ status: 200, body: { received: half, photo: null } })
  expect(await put(0, half)).toMatchObject({ status: 200, body: { received: half } })
  expect(await put(half + 7, file.length)).toMatchObject({ status: 200, body: { received: half } })
  expect(await call(owner, 'POST', path, { id, bytes: file.length })).toMatchObject({ body: { received: half } })
  const last = await Promise.all([put(half, file.length), put(half, file.length)])
  for (const answer of last) expect(answer).toMatchObject({ status: 200, body: { photo: { id } } })
  expect(await put(half, file.length)).toMatchObject({ status: 200, body: { photo: { id } } })
  expect(await orm.select().from(photoPieces)).toEqual([])
  expect(await restaurant.auditEntries(`photo:${id.slice(0, 12)}`)).toHaveLength(1)
})

test('OWNER-2: what is longer, larger or other than announced is refused with a sentence and not kept', async () => {
  const file = await phonePhoto(700, 500, 12)
  const id = idOf(file)
  const tooLong = await call(owner, 'POST', path, { id, bytes: 13 * 1024 * 1024 })
  expect(tooLong).toMatchObject({ status: 422, body: { detail: expect.stringContaining('12 MB') } })
  await call(owner, 'POST', path, { id, bytes: 1000 })
  expect(await call(owner, 'PUT', `${path}/${id}/pieces/0`, file.subarray(0, 1001))).toMatchObject({ status: 422 })
  expect(await call(owner, 'PUT', `${path}/${id}/pieces/0`, file.subarray(0, 1000))).toMatchObject({
    status: 422,
    body: { field: 'photo', detail: expect.stringContaining('changed on its way') },
  })
  const piece = Buffer.alloc(512 * 1024 + 1)
  await call(owner, 'POST', path, { id, bytes: piece.length })
  expect((await call(owner, 'PUT', `${path}/${id}/pieces/0`, piece)).status).toBe(413)
  await orm.delete(photoUploads)
})

test('OWNER-2: a hostile file of each kind is refused with a sentence, none is kept, and others are answered meanwhile', async () => {
  const before = await orm.$count(photos)
  const kinds = Object.entries(await hostileKinds())
  const random = randomOf(16)
  let sent = 0
  // Many of each kind: `tests/faults/uploads.ts`.
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
      // Without a pause it would take most of the processor from the processes that read the files.
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
  expect(await orm.select().from(photoUploads)).toEqual([])
})

describe.skipIf(process.platform === 'win32')('SAFE-15: while a photo is decoded', () => {
  /** Sends a photo. The processes that decode it get these signals, one after the other. */
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

  test('a killed process is followed by a second one, which takes the photo', async () => {
    const answer = await uploadKilling(await phonePhoto(400, 300, 41), ['SIGKILL'])
    expect(answer).toMatchObject({ status: 200, body: { photo: { width: 300, height: 400 } } })
  })

  test('a second killed process answers 503 and keeps the upload, which an empty piece has read again', async () => {
    const file = await phonePhoto(400, 300, 42)
    const id = idOf(file)
    expect(await uploadKilling(file, ['SIGKILL', 'SIGKILL'])).toMatchObject({
      status: 503,
      body: { code: 'unavailable', detail: expect.stringMatching(/Please try again\.$/) },
    })
    expect(await call(owner, 'POST', path, { id, bytes: file.length })).toMatchObject({
      body: { received: file.length, photo: null },
    })
    const again = await call(owner, 'PUT', `${path}/${id}/pieces/${file.length}`, Buffer.alloc(0))
    expect(again).toMatchObject({ status: 200, body: { photo: { id } } })
  })

  test('a process that the photo crashes refuses the photo, and nothing of it is kept', async () => {
    const answer = await uploadKilling(await phonePhoto(400, 300, 43), ['SIGSEGV'])
    expect(answer).toMatchObject({ status: 422, body: { field: 'photo' } })
    expect(await orm.select().from(photoUploads)).toEqual([])
  })
})

test('OWNER-2: a published photo is shown cut around its focus, and a server that never saw it serves every width', async () => {
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
  for (const width of [240, 480, 720]) {
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

test('OWNER-2: undoing a publish that replaced a file of the folder shows the file again, also where the server was started in between', async () => {
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

test('OWNER-2: a menu that names a photo which is not there is refused by the name of the dish', async () => {
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

test('OWNER-2: unused photos and unfinished uploads are swept after their time, and a photo of any version stays', async () => {
  const [used, unused] = [await phonePhoto(400, 300, 31), await phonePhoto(400, 300, 32)]
  await upload(used)
  await upload(unused)
  await publishPhoto('half-chicken', { photo: idOf(used) })
  await publishPhoto('half-chicken', { photo: idOf(used), focus: [0, 0] })
  const id = 'd'.repeat(64)
  await call(owner, 'POST', path, { id, bytes: 5 })
  await call(owner, 'PUT', `${path}/${id}/pieces/0`, Buffer.from('abc'))
  const sweep = () => runSweeps(database, { photos: sweepPhotos, uploads: sweepUploads }, { log: () => {} })
  expect(await sweep()).toEqual({ photos: 0, uploads: 0 })
  await orm.update(photos).set({ addedAt: sql`now() - interval '61 days'` })
  await orm.update(photoUploads).set({ begunAt: sql`now() - interval '25 hours'` })
  expect(await sweep()).toMatchObject({ uploads: 1 })
  expect(await orm.select().from(photoPieces)).toEqual([])
  const kept = (await orm.select({ id: photos.id }).from(photos)).map(({ id }) => id)
  expect(kept).toContain(idOf(used))
  expect(kept).not.toContain(idOf(unused))
})

test('OWNER-2: of an account that begins upload after upload, four are kept', async () => {
  for (const letter of 'abcdef') await call(owner, 'POST', path, { id: letter.repeat(64), bytes: 5 })
  expect(await orm.select().from(photoUploads).where(eq(photoUploads.userId, owner.id))).toHaveLength(4)
})
