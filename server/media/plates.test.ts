import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { readArt } from './art.ts'
import { isPiece, type PieceName, pieces } from './pieces.ts'
import { composePlate, encodePicture, type Plate, pictureName, pictureWidths, renderPicture } from './plates.ts'

const jollof: Plate = { pieces: ['jollof-rice', 'drumstick'] }
const combo: Plate = { pieces: ['jollof-rice', 'drumstick', 'suya', 'plantain'] }
const hero: Plate = {
  kind: 'hero',
  pieces: [{ piece: 'jollof-rice', size: 1.1 }, 'drumstick', { piece: 'suya', turn: 10 }],
}

/** How opaque a pixel is, 0 to 255. */
const alphaOf = (data: Buffer) => data.filter((_, at) => at % 4 === 3)

test('every piece has a drawing of more than 128 px', async () => {
  for (const name of Object.keys(pieces) as PieceName[]) {
    const { data, width, height } = await readArt(name)
    expect(data.length, name).toBe(width * height * 4)
    expect(Math.max(width, height), name).toBeGreaterThan(128)
  }
})

test('recolouring changes the selected pixels only', async () => {
  const [plain, jollofRice] = await Promise.all([readArt('white-rice'), readArt('jollof-rice')])
  const at = ({ data, width, height }: typeof plain, x: number, y: number) => {
    const start = 4 * (Math.round(y * height) * width + Math.round(x * width))
    return [...data.subarray(start, start + 3)]
  }
  const [red = 0, , blue = 0] = at(jollofRice, 0.5, 0.25)
  expect(red - blue).toBeGreaterThan(100)
  expect(at(jollofRice, 0.5, 0.9)).toEqual(at(plain, 0.5, 0.9))
})

test('only names of the piece list are pieces', () => {
  expect(isPiece('suya')).toBe(true)
  expect(isPiece('toString')).toBe(false)
  expect(isPiece('unicorn')).toBe(false)
})

describe('the name of a picture', () => {
  test('is the same for the same plate and seed, however it is written', () => {
    expect(pictureName(jollof, 'jollof')).toMatch(/^[0-9a-f]{16}$/)
    expect(pictureName({ pieces: [{ piece: 'jollof-rice' }, 'drumstick'], kind: 'item' }, 'jollof')).toBe(
      pictureName(jollof, 'jollof'),
    )
  })

  test('differs by seed, by pieces, by their places and by kind', () => {
    const names = [
      pictureName(jollof, 'a'),
      pictureName(jollof, 'b'),
      pictureName({ pieces: ['drumstick', 'jollof-rice'] }, 'a'),
      pictureName({ pieces: [{ piece: 'jollof-rice', x: 0.1 }, 'drumstick'] }, 'a'),
      pictureName({ ...jollof, kind: 'hero' }, 'a'),
    ]
    expect(new Set(names).size).toBe(names.length)
  })
})

test('the same plate and seed give the same bytes', async () => {
  const [once, again] = await Promise.all([
    renderPicture(jollof, 'a', 240, 'avif'),
    renderPicture(jollof, 'a', 240, 'avif'),
  ])
  expect(once.equals(again)).toBe(true)
})

test('plates with the same pieces and different seeds look different', async () => {
  const plates = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((seed) => composePlate(jollof, seed)))
  for (const [index, { data }] of plates.entries()) {
    for (const { data: other } of plates.slice(index + 1)) {
      let drawn = 0
      let different = 0
      for (let at = 0; at < data.length; at += 4) {
        const apart = (channel: number) => Math.abs((data[at + channel] ?? 0) - (other[at + channel] ?? 0))
        if (Math.max(data[at + 3] ?? 0, other[at + 3] ?? 0) < 200) continue
        drawn++
        if (apart(0) + apart(1) + apart(2) > 60) different++
      }
      expect(different / drawn).toBeGreaterThan(0.15)
    }
  }
})

test.each([
  ['one piece', { pieces: ['can'] } satisfies Plate],
  ['two pieces', jollof],
  ['four pieces', combo],
  ['a hero with places of its own', hero],
])('no piece is cut off at the edge: %s', async (_, plate) => {
  for (const seed of ['a', 'b', 'c']) {
    const { data, width, height } = await composePlate(plate, seed)
    const alpha = alphaOf(data)
    const edge = alpha.filter((_, at) => {
      const [x, y] = [at % width, Math.floor(at / width)]
      return x === 0 || y === 0 || x === width - 1 || y === height - 1
    })
    expect(Math.max(...edge)).toBeLessThan(12)
  }
})

test('a single piece stays in the middle square', async () => {
  for (const seed of ['a', 'b', 'c', 'd']) {
    const { data, width, height } = await composePlate({ pieces: ['suya'] }, seed)
    const outside = alphaOf(data).filter((alpha, at) => Math.abs((at % width) - width / 2) > height / 2 && alpha > 120)
    expect(outside.length).toBe(0)
  }
})

test('a plate without pieces, or with five, is refused', async () => {
  await expect(composePlate({ pieces: [] }, 'a')).rejects.toThrow('one to four pieces')
  await expect(composePlate({ pieces: ['suya', 'suya', 'suya', 'suya', 'suya'] }, 'a')).rejects.toThrow('not 5')
})

test('pictures are 4:3, transparent and light enough for a weak network', async () => {
  const most = { avif: { 240: 6_000, 480: 12_000, 720: 18_000 }, webp: { 240: 10_000, 480: 24_000, 720: 40_000 } }
  for (const plate of [jollof, combo, { pieces: ['peppersoup-bowl', 'goat-meat', 'pepper'] } satisfies Plate]) {
    const composed = await composePlate(plate, 'a')
    for (const width of pictureWidths.item) {
      for (const format of ['avif', 'webp'] as const) {
        const picture = await encodePicture(composed, width, format)
        expect(picture.length, `${width} ${format}`).toBeLessThan(most[format][width])
        const seen = await sharp(picture).metadata()
        expect([seen.width, seen.height, seen.hasAlpha]).toEqual([width, (width * 3) / 4, true])
      }
    }
  }
})
