import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readArt } from './art.ts'
import { type PieceName, pieces } from './pieces.ts'

test('every piece has a drawing with something in it', async () => {
  for (const name of Object.keys(pieces) as PieceName[]) {
    const { data, width, height } = await readArt(name)
    expect(data.length, name).toBe(width * height * 4)
    expect(Math.max(width, height), name).toBeGreaterThan(128)
  }
})

test('a recolouring gives colourless pixels its colour and leaves the others', async () => {
  const [plain, black] = await Promise.all([readArt('ram'), readArt('black-ram')])
  const at = ({ data, width, height }: typeof plain, x: number, y: number) => {
    const start = 4 * (Math.round(y * height) * width + Math.round(x * width))
    return [...data.subarray(start, start + 3)]
  }
  const wool = [0.6, 0.5] as const
  const horn = [0.43, 0.16] as const
  expect(Math.max(...at(black, ...wool))).toBeLessThan(Math.min(...at(plain, ...wool)) - 80)
  expect(at(black, ...horn)).toEqual(at(plain, ...horn))
})

test('every picture of the restaurant is 4:3, and the folder is light', async () => {
  const folder = fileURLToPath(new URL('../../restaurant/pictures', import.meta.url))
  const files = await readdir(folder)
  let bytes = 0
  for (const file of files) {
    const { width, height } = await sharp(join(folder, file)).metadata()
    expect(height / width, file).toBe(3 / 4)
    bytes += (await stat(join(folder, file))).size
  }
  expect(bytes).toBeLessThan(20_000_000)
})
