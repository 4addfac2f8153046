import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Card } from './card.ts'
import { openPictures, pictureFile } from './pictures.ts'
import type { Plate } from './plates.ts'

const egusi: Plate = { pieces: ['egusi-pot', 'swallow'] }
const suya: Plate = { pieces: ['suya'] }

const card: Card = { restaurant: 'Ember', title: 'Suya', line: 'Hot.', tile: 'ember', plate: suya, seed: 'suya' }

let dataDir: string
let warnings: string[]
const log = { warn: (message: string) => void warnings.push(message) }

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pictures-'))
  warnings = []
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const stored = () => readdir(join(dataDir, 'media'))
/** When each file was written last, in nanoseconds. */
const written = async () =>
  Promise.all(
    (await stored()).map(async (file) => (await stat(join(dataDir, 'media', file), { bigint: true })).mtimeNs),
  )

test('a picture is drawn at its first request and stored', async () => {
  const pictures = openPictures({ dataDir, log })
  const file = pictureFile(pictures.register(egusi, 'egusi'), 240, 'webp')
  const picture = await pictures.get(file)
  expect(picture?.type).toBe('image/webp')
  expect(await stored()).toEqual([file])
  expect(await readFile(join(dataDir, 'media', file))).toEqual(picture?.body)
})

test('a stored picture is served as it is, also when its plate has left the menu', async () => {
  const before = openPictures({ dataDir, log })
  const file = pictureFile(before.register(egusi, 'egusi'), 240, 'avif')
  await before.get(file)
  await writeFile(join(dataDir, 'media', file), 'stored')
  const after = openPictures({ dataDir, log })
  expect((await after.get(file))?.body.toString()).toBe('stored')
})

test('concurrent requests for one picture share one drawing', async () => {
  const pictures = openPictures({ dataDir, log })
  const file = pictureFile(pictures.register(egusi, 'egusi'), 240, 'webp')
  const answers = await Promise.all(Array.from({ length: 20 }, () => pictures.get(file)))
  expect(new Set(answers.map((picture) => picture?.body)).size).toBe(1)
})

test('concurrent requests for different pictures are all answered', async () => {
  const pictures = openPictures({ dataDir, log })
  const files = ['a', 'b', 'c', 'd', 'e', 'f'].map((seed) => pictureFile(pictures.register(suya, seed), 240, 'webp'))
  const answers = await Promise.all(files.map((file) => pictures.get(file)))
  expect(answers.every((picture) => (picture?.body.length ?? 0) > 1000)).toBe(true)
  expect((await stored()).toSorted()).toEqual(files.toSorted())
})

test.each([
  '../../etc/passwd',
  '0123456789abcdef-240.png',
  '0123456789abcdef-240.webp',
  '0123456789abcdef-240.webp/..',
  '',
])('an unknown or malformed picture name is not found: %s', async (file) => {
  expect(await openPictures({ dataDir, log }).get(file)).toBeUndefined()
})

test('a width that no page uses is not drawn', async () => {
  const pictures = openPictures({ dataDir, log })
  expect(await pictures.get(pictureFile(pictures.register(suya, 'suya'), 9999, 'webp'))).toBeUndefined()
})

test('pictures are served although they cannot be stored, with one warning', async () => {
  await writeFile(join(dataDir, 'media'), 'a file where the folder should be')
  const pictures = openPictures({ dataDir, log })
  const name = pictures.register(suya, 'suya')
  const [small, again, other] = [
    await pictures.get(pictureFile(name, 240, 'webp')),
    await pictures.get(pictureFile(name, 240, 'webp')),
    await pictures.get(pictureFile(name, 240, 'avif')),
  ]
  expect(small?.body.length).toBeGreaterThan(1000)
  expect(again?.body).toBe(small?.body)
  expect(other?.type).toBe('image/avif')
  expect(warnings).toHaveLength(1)
})

test('warming draws every width and format, and nothing a second time', async () => {
  const pictures = openPictures({ dataDir, log })
  pictures.register(egusi, 'egusi')
  pictures.register(suya, 'suya')
  const progress: string[] = []
  await pictures.warm((done, of) => progress.push(`${done} of ${of}`))
  expect(progress).toEqual(['1 of 2', '2 of 2'])
  expect(await stored()).toHaveLength(12)
  const before = await written()
  await pictures.warm()
  expect(await written()).toEqual(before)
})

test('a plate that cannot be drawn does not stop the warming of others', async () => {
  const pictures = openPictures({ dataDir, log })
  pictures.register({ pieces: [] }, 'nothing')
  pictures.register(suya, 'suya')
  await pictures.warm()
  expect(await stored()).toHaveLength(6)
  expect(warnings).toEqual(['The picture of nothing cannot be drawn.'])
})

test('stop ends the warming, and a picture can still be requested', async () => {
  const pictures = openPictures({ dataDir, log })
  const names = Array.from({ length: 30 }, (_, index) => pictures.register(suya, `suya ${index}`))
  const warming = pictures.warm()
  await pictures.stop()
  await warming
  expect((await stored().catch(() => [])).length).toBeLessThan(6)
  expect(await pictures.get(pictureFile(names.at(-1) ?? '', 240, 'webp'))).toBeDefined()
})

test('a card is drawn at its first request or by warming, and stored beside the pictures', async () => {
  const pictures = openPictures({ dataDir, log })
  expect(pictures.cardOf('/menu/suya')).toBeUndefined()
  pictures.registerCard('/menu/suya', card)
  pictures.registerCard('/', card)
  const [file = '', home = ''] = [pictures.cardOf('/menu/suya'), pictures.cardOf('/')]
  expect([file, home]).toEqual([expect.stringMatching(/^suya-/), expect.stringMatching(/^home-/)])
  expect((await pictures.get(file))?.type).toBe('image/jpeg')
  expect(await stored()).toEqual([file])
  await pictures.warm()
  expect((await stored()).toSorted()).toEqual([home, file])
})

test('an unregistered card is not found', async () => {
  expect(await openPictures({ dataDir, log }).get('suya-0123456789abcdef.jpg')).toBeUndefined()
})
