import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readArt } from './art.ts'
import { type PieceName, pieces } from './pieces.ts'
import { composePlate, type Plate } from './plates.ts'
import { recipes } from './recipes.ts'

const jollof: Plate = ['jollof-rice', 'drumstick']
const combo: Plate = ['jollof-rice', 'drumstick', 'suya', 'plantain']
const hero: Plate = [{ piece: 'jollof-rice', size: 1.1 }, 'drumstick', { piece: 'suya', turn: 10 }]

const compose = (plate: Plate, seed: string) => composePlate(plate, seed, 720)

/** How opaque a pixel is, 0 to 255. */
const alphaOf = (data: Buffer) => data.filter((_, at) => at % 4 === 3)

test('every piece has a drawing with something in it', async () => {
  for (const name of Object.keys(pieces) as PieceName[]) {
    const { data, width, height } = await readArt(name)
    expect(data.length, name).toBe(width * height * 4)
    expect(Math.max(width, height), name).toBeGreaterThan(128)
  }
})

test('a recolouring gives the touched pixels its colour and leaves the others', async () => {
  const [plain, jollofRice] = await Promise.all([readArt('white-rice'), readArt('jollof-rice')])
  const at = ({ data, width, height }: typeof plain, x: number, y: number) => {
    const start = 4 * (Math.round(y * height) * width + Math.round(x * width))
    return [...data.subarray(start, start + 3)]
  }
  const [red = 0, , blue = 0] = at(jollofRice, 0.5, 0.25)
  expect(red - blue).toBeGreaterThan(100)
  expect(at(jollofRice, 0.5, 0.9)).toEqual(at(plain, 0.5, 0.9))
})

test('the same plate and seed give the same pixels', async () => {
  const [once, again] = await Promise.all([compose(jollof, 'a'), compose(jollof, 'a')])
  expect(once.data.equals(again.data)).toBe(true)
})

test('neighbours with the same pieces do not look alike', async () => {
  const plates = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((seed) => compose(jollof, seed)))
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
  ['one piece', ['can'] satisfies Plate],
  ['two pieces', jollof],
  ['four pieces', combo],
  ['a hero with places of its own', hero],
])('nothing is cut off: %s', async (_, plate) => {
  for (const seed of ['a', 'b', 'c']) {
    const { data, width, height } = await compose(plate, seed)
    const alpha = alphaOf(data)
    const edge = alpha.filter((_, at) => {
      const [x, y] = [at % width, Math.floor(at / width)]
      return x === 0 || y === 0 || x === width - 1 || y === height - 1
    })
    expect(Math.max(...edge)).toBeLessThan(12)
  }
})

test('a piece alone stays in the middle square', async () => {
  for (const seed of ['a', 'b', 'c', 'd']) {
    const { data, width, height } = await compose(['suya'], seed)
    const outside = alphaOf(data).filter((alpha, at) => Math.abs((at % width) - width / 2) > height / 2 && alpha > 120)
    expect(outside.length).toBe(0)
  }
})

test('a plate without pieces, or with five, is refused', async () => {
  await expect(compose([], 'a')).rejects.toThrow('one to four pieces')
  await expect(compose(['suya', 'suya', 'suya', 'suya', 'suya'], 'a')).rejects.toThrow('not 5')
})

test('every recipe has its picture in the restaurant, 4:3, and the folder is light', async () => {
  const folder = fileURLToPath(new URL('../../restaurant/pictures', import.meta.url))
  const files = await readdir(folder)
  expect(files).toEqual(expect.arrayContaining(Object.keys(recipes).map((name) => `${name}.avif`)))
  let bytes = 0
  for (const file of files) {
    const { width, height } = await sharp(join(folder, file)).metadata()
    expect(height / width, file).toBe(3 / 4)
    bytes += (await stat(join(folder, file))).size
  }
  expect(bytes).toBeLessThan(20_000_000)
})
