import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pictureWidths } from '#contract/picture.ts'
import { draw, NotDrawn } from './drawing.ts'
import { takeDrawingTurn } from './drawing-queue.ts'
import { type Card, cardFile } from './link-card.ts'
import { pictureFile } from './names.ts'
import { openPictures, type Pictures } from './pictures.ts'

vi.mock('./drawing.ts', { spy: true })
vi.mock('./drawing-queue.ts', { spy: true })

const { card: widths, large } = pictureWidths

const card: Card = { restaurant: 'Ember', title: 'Suya', line: 'Hot.', tile: 'ember' }

let dataDir: string
let sourceDir: string
let warnings: string[]
const log = { warn: (message: string) => void warnings.push(message) }

const open = () => openPictures({ sourceDir, dataDir, log })

/** Writes a picture of one colour. Equal arguments give equal bytes. */
async function paint(file: string, background: string): Promise<void> {
  const stripe = { create: { width: 90, height: 240, channels: 3, background: '#fff4e4' } } as const
  await sharp({ create: { width: 320, height: 240, channels: 3, background } })
    .composite([{ input: stripe, left: 30, top: 0 }])
    .toFile(join(sourceDir, file))
}

function named(pictures: Pictures, file: string): string {
  const name = pictures.register({ file }, widths)
  if (name === undefined) throw new Error(`no ${file}`)
  return name
}

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pictures-'))
  sourceDir = join(dataDir, 'sources')
  await mkdir(sourceDir)
  await paint('egusi.png', '#5d6f2a')
  await paint('suya.png', '#8a4b22')
  warnings = []
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const kept = () => readdir(join(dataDir, 'media'))

test('the file of a picture is made at its first request and stored', async () => {
  const pictures = await open()
  const file = pictureFile(named(pictures, 'egusi.png'), 240, 'webp')
  const picture = await pictures.get(file)
  expect(picture?.type).toBe('image/webp')
  expect(await kept()).toEqual([file])
  expect(await readFile(join(dataDir, 'media', file))).toEqual(picture?.body)
})

test('a picture file on the disk is served unchanged, even after the restaurant has removed the picture', async () => {
  const before = await open()
  const file = pictureFile(named(before, 'egusi.png'), 240, 'avif')
  await before.get(file)
  await writeFile(join(dataDir, 'media', file), 'kept')
  const after = await open()
  expect((await after.get(file))?.body.toString()).toBe('kept')
})

test('many concurrent requests for a file draw it once', async () => {
  const pictures = await open()
  const file = pictureFile(named(pictures, 'egusi.png'), 240, 'webp')
  const answers = await Promise.all(Array.from({ length: 20 }, () => pictures.get(file)))
  expect(new Set(answers.map((picture) => picture?.body)).size).toBe(1)
})

test('many different pictures requested concurrently all arrive', async () => {
  const pictures = await open()
  const files = [named(pictures, 'egusi.png'), named(pictures, 'suya.png')].flatMap((name) =>
    widths.map((width) => pictureFile(name, width, 'webp')),
  )
  const answers = await Promise.all(files.map((file) => pictures.get(file)))
  expect(answers.every((picture) => (picture?.body.length ?? 0) > 20)).toBe(true)
  expect((await kept()).toSorted()).toEqual(files.toSorted())
})

test.each([
  '../../etc/passwd',
  '0123456789abcdef-240.png',
  '0123456789abcdef-240.webp',
  '0123456789abcdef-240.webp/..',
  '',
])('only the file names of pictures and cards are found: %s', async (file) => {
  expect(await (await open()).get(file)).toBeUndefined()
})

test('a picture in a width that no page uses is refused', async () => {
  const pictures = await open()
  expect(await pictures.get(pictureFile(named(pictures, 'suya.png'), 9999, 'webp'))).toBeUndefined()
})

test('pictures are still served from a disk that cannot be written, and the failure is reported once', async () => {
  await writeFile(join(dataDir, 'media'), 'a file where the folder should be')
  const pictures = await open()
  const name = named(pictures, 'suya.png')
  const [small, again, other] = [
    await pictures.get(pictureFile(name, 240, 'webp')),
    await pictures.get(pictureFile(name, 240, 'webp')),
    await pictures.get(pictureFile(name, 240, 'avif')),
  ]
  expect(small?.body.length).toBeGreaterThan(20)
  expect(again?.body).toBe(small?.body)
  expect(other?.type).toBe('image/avif')
  expect(warnings).toHaveLength(1)
})

test('of processes that share a folder, one draws every picture; the others wait, and stop immediately on request', async () => {
  const [one, other, third] = [await open(), await open(), await open()]
  const made = [one, other, third].map((pictures) => {
    named(pictures, 'egusi.png')
    named(pictures, 'suya.png')
    let progress = 0
    return { warmed: pictures.warm(() => void progress++), progress: () => progress }
  })
  await third.stop()
  expect(await made[2]?.warmed).toBe(false)
  expect(await Promise.all([made[0]?.warmed, made[1]?.warmed])).toEqual([true, true])
  expect(made.map(({ progress }) => progress()).toSorted()).toEqual([0, 0, 2])
})

test('a first start makes every width and format of the pictures, and a second start makes none', async () => {
  const pictures = await open()
  named(pictures, 'egusi.png')
  named(pictures, 'suya.png')
  const progress: string[] = []
  await pictures.warm((done, of) => progress.push(`${done} of ${of}`))
  expect(progress).toEqual(['1 of 2', '2 of 2'])
  // Each of the two pictures has six files and a colour file.
  expect(await kept()).toHaveLength(14)
  for (const file of await kept()) await writeFile(join(dataDir, 'media', file), 'as it was')
  const again = await open()
  named(again, 'egusi.png')
  named(again, 'suya.png')
  await again.warm((done) => progress.push(`${done} again`))
  expect(progress).toHaveLength(2)
  for (const file of await kept()) expect(await readFile(join(dataDir, 'media', file), 'utf8')).toBe('as it was')
})

test('the reported progress ends with the last picture, even if a page has requested that picture before', async () => {
  const before = await open()
  named(before, 'suya.png')
  await before.warm()
  const pictures = await open()
  named(pictures, 'egusi.png')
  named(pictures, 'suya.png')
  const progress: string[] = []
  await pictures.warm((done, of) => progress.push(`${done} of ${of}`))
  expect(progress).toEqual(['1 of 2', '2 of 2'])
})

test('a file that is not a picture does not prevent the other pictures from being made', async () => {
  await writeFile(join(sourceDir, 'broken.png'), 'not a picture')
  const pictures = await open()
  expect(pictures.colourOf(named(pictures, 'broken.png'))).toBeUndefined()
  named(pictures, 'suya.png')
  await pictures.warm()
  expect(await kept()).toHaveLength(7)
  expect(warnings).toEqual([`The files of ${join(sourceDir, 'broken.png')} cannot be made.`])
})

test('making all pictures stops on request, and pictures can still be requested afterwards', async () => {
  const pictures = await open()
  const names = Array.from({ length: 30 }, (_, index) => {
    const focus = [index / 30, 0.5] as const
    return pictures.register({ file: 'suya.png', focus }, widths) ?? ''
  })
  expect(new Set(names).size).toBe(30)
  const warming = pictures.warm()
  await pictures.stop()
  expect(await warming).toBe(false)
  expect((await kept().catch(() => [])).length).toBeLessThan(6)
  expect(await pictures.get(pictureFile(names.at(-1) ?? '', 240, 'webp'))).toBeDefined()
})

test('a picture file has the same name at every start, and another name once its content has changed', async () => {
  const before = named(await open(), 'suya.png')
  expect(before).toMatch(/^[0-9a-f]{16}$/)
  expect(named(await open(), 'suya.png')).toBe(before)
  await paint('suya.png', '#9a5b32')
  expect(named(await open(), 'suya.png')).not.toBe(before)
})

test('a missing file has no name, and a missing folder has no files', async () => {
  expect((await open()).register({ file: 'ram.png' }, widths)).toBeUndefined()
  await rm(sourceDir, { recursive: true })
  expect((await open()).register({ file: 'suya.png' }, widths)).toBeUndefined()
})

test('once all pictures are made, an opaque picture has a colour and a transparent picture has none; colours are not served', async () => {
  await sharp({ create: { width: 320, height: 240, channels: 3, background: '#8a4b22' } }).toFile(
    join(sourceDir, 'plain.png'),
  )
  await sharp({ create: { width: 320, height: 240, channels: 4, background: '#8a4b2280' } }).toFile(
    join(sourceDir, 'clear.png'),
  )
  const pictures = await open()
  const [plain, clear] = [named(pictures, 'plain.png'), named(pictures, 'clear.png')]
  expect(pictures.colourOf(plain)).toBeUndefined()
  expect(await pictures.warm()).toBe(true)
  expect([pictures.colourOf(plain), pictures.colourOf(clear)]).toEqual(['#8a4b22', undefined])
  expect(await pictures.get(`${plain}.colour`)).toBeUndefined()
})

test('a width that is not made at the start is made at its first request, and a width that no page uses is not found', async () => {
  const pictures = await open()
  const name = named(pictures, 'suya.png')
  await pictures.warm()
  const file = pictureFile(name, 1600, 'avif')
  expect(await kept()).not.toContain(file)
  expect(await pictures.get(file)).toBeDefined()
  expect(await pictures.get(pictureFile(name, 1601, 'avif'))).toBeUndefined()
})

test('a picture that is used at the top of a page and elsewhere has the files of both uses after the start', async () => {
  const pictures = await open()
  pictures.register({ file: 'suya.png' }, large)
  const name = named(pictures, 'suya.png')
  await pictures.warm()
  const files = [240, 1600].map((width) => pictureFile(name, width, 'avif'))
  expect(await kept()).toEqual(expect.arrayContaining(files))
})

test('a link preview card is made at its first request or after all pictures, and stored', async () => {
  const pictures = await open()
  expect(pictures.cardOf('/menu/suya')).toBeUndefined()
  pictures.registerCard('/menu/suya', { ...card, picture: named(pictures, 'suya.png') })
  pictures.registerCard('/', card)
  const [file = '', home = ''] = [pictures.cardOf('/menu/suya'), pictures.cardOf('/')]
  expect([file, home]).toEqual([expect.stringMatching(/^suya-/), expect.stringMatching(/^home-/)])
  expect((await pictures.get(file))?.type).toBe('image/jpeg')
  expect(await kept()).toEqual([file])
  await pictures.warm()
  expect((await kept()).filter((each) => each.endsWith('.jpg')).toSorted()).toEqual([home, file])
})

test('a card that no page has registered is not found', async () => {
  expect(await (await open()).get('suya-0123456789abcdef.jpg')).toBeUndefined()
})

test('stopping does not wait for the picture file being drawn', async () => {
  const pictures = await open()
  named(pictures, 'suya.png')
  const drawing = vi
    .mocked(draw)
    .mockClear()
    .mockReturnValue(new Promise(() => {}))
  try {
    const warming = pictures.warm()
    await expect.poll(() => drawing.mock.calls.length).toBe(1)
    await pictures.stop()
    expect(await warming).toBe(false)
  } finally {
    drawing.mockRestore()
  }
})

test('a picture file that is requested during a first start is drawn next, and one file is drawn at a time', async () => {
  const pictures = await open()
  const needed = pictureFile(named(pictures, 'suya.png'), 480, 'avif')
  const needs = [needed, pictureFile(named(pictures, 'egusi.png'), 240, 'webp')]
  vi.mocked(takeDrawingTurn).mockClear()
  const order: string[] = []
  const finish: (() => void)[] = []
  vi.mocked(draw)
    .mockClear()
    .mockImplementation((drawing) => {
      order.push(drawing.kind === 'picture' ? pictureFile(drawing.name, drawing.width, drawing.format) : drawing.kind)
      return new Promise((resolve) => finish.push(() => resolve(Buffer.from('drawn'))))
    })
  try {
    const warming = pictures.warm()
    await expect.poll(() => order.length).toBe(1)
    const pages = [...needs, needed].map((file) => pictures.get(file))
    const turns = vi.mocked(takeDrawingTurn).mock.calls
    await expect.poll(() => turns.filter(([asker]) => asker === 'request').length).toBe(2)
    while (order.length < 4) {
      const before = order.length
      finish.shift()?.()
      await expect.poll(() => order.length).toBe(before + 1)
    }
    // The requests first look for the files on the disk, and may reach the queue in either order.
    expect(order.slice(1, 3).toSorted()).toEqual(needs.toSorted())
    expect(await Promise.all(pages)).toMatchObject(Array(3).fill({ body: Buffer.from('drawn') }))
    await pictures.stop()
    expect(await warming).toBe(false)
    expect(new Set(order).size).toBe(order.length)
  } finally {
    vi.mocked(draw).mockRestore()
  }
})

test('SAFE-14: of 150 concurrent requests for pictures, one is drawn at a time, 100 wait, and the rest are refused', async () => {
  const pictures = await open()
  const names = Array.from({ length: 150 }, (_, at) => {
    return pictures.register({ file: 'suya.png', focus: [at / 150, 0.5] }, widths) ?? ''
  })
  const drawn = Promise.withResolvers<Buffer>()
  const drawing = vi.mocked(draw).mockClear().mockReturnValue(drawn.promise)
  try {
    const refused: unknown[] = []
    const ask = async (name: string) =>
      pictures.get(pictureFile(name, 240, 'webp')).catch((error: unknown) => void refused.push(error))
    // Every file is requested twice, because two requests for a file share its drawing or its refusal.
    const answers = [...names, ...names].map(ask)
    await expect.poll(() => refused.length).toBe(2 * 49)
    expect(drawing).toHaveBeenCalledTimes(1)
    drawn.resolve(Buffer.from('drawn'))
    expect((await Promise.all(answers)).filter(Boolean)).toHaveLength(2 * 101)
    expect(refused[0]).toBeInstanceOf(NotDrawn)
    expect(refused[0]).toMatchObject({ message: expect.stringMatching(/Please try again/), retryAfter: 5 })
    expect(drawing).toHaveBeenCalledTimes(101)
  } finally {
    drawing.mockRestore()
  }
})

test('SAFE-14: a failed drawing is not repeated for the next request', async () => {
  await writeFile(join(sourceDir, 'broken.png'), 'no picture')
  const pictures = await open()
  const file = pictureFile(named(pictures, 'broken.png'), 240, 'webp')
  vi.mocked(draw).mockClear()
  for (let request = 0; request < 3; request++) await expect(pictures.get(file)).rejects.toThrow('unsupported')
  expect(draw).toHaveBeenCalledTimes(1)
})

test('SAFE-14: only the last two cards of a page can be drawn', async () => {
  const pictures = await open()
  const titles = ['Suya', 'Egusi', 'Jollof']
  for (const title of titles) pictures.registerCard('/menu/grills', { ...card, title })
  const [oldest, before, now] = titles.map((title) => cardFile('grills', { ...card, title }))
  expect(pictures.cardOf('/menu/grills')).toBe(now)
  const types = await Promise.all([oldest, before, now].map(async (file = '') => (await pictures.get(file))?.type))
  expect(types).toEqual([undefined, 'image/jpeg', 'image/jpeg'])
})
