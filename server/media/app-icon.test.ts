import sharp from 'sharp'
import { expect, test } from 'vitest'
import { markSvg, renderFavicon, renderIcon } from './app-icon.ts'

const pixels = (icon: Buffer) => sharp(icon).ensureAlpha().raw().toBuffer()
const alphaOf = (data: Buffer) => data.filter((_, at) => at % 4 === 3)

test.each([
  [180, 'bleed'],
  [192, 'tile'],
  [512, 'tile'],
  [512, 'bleed'],
] as const)('an icon of %i px that is %s is a small square PNG', async (size, ground) => {
  const icon = await renderIcon({ size, ground })
  const seen = await sharp(icon).metadata()
  expect([seen.format, seen.width, seen.height]).toEqual(['png', size, size])
  expect(icon.length).toBeLessThan(20_000)
})

test('the mark of an icon with a transparent background touches the edges and is complete', async () => {
  const size = 32
  const alpha = alphaOf(await pixels(await renderIcon({ size, ground: 'none' })))
  const row = (y: number) => Math.max(...alpha.subarray(y * size, (y + 1) * size))
  expect(row(1)).toBeGreaterThan(100)
  expect(row(size - 2)).toBeGreaterThan(100)
  expect(alpha[0]).toBe(0)
})

test('an icon that phones may crop is opaque, and its mark lies within the safe circle', async () => {
  const size = 192
  const data = await pixels(await renderIcon({ size, ground: 'bleed' }))
  expect(Math.min(...alphaOf(data))).toBe(255)
  for (let at = 0; at < data.length; at += 4) {
    const [x, y] = [(at / 4) % size, Math.floor(at / 4 / size)]
    if (Math.hypot(x - size / 2, y - size / 2) > size * 0.4) expect(data[at]).toBeLessThan(40)
  }
})

test('the icon of a shortcut shows the shortcut’s sign in place of the mark', async () => {
  const plain = await pixels(await renderIcon({ size: 96, ground: 'tile' }))
  expect(plain.equals(await pixels(await renderIcon({ size: 96, ground: 'tile', sign: 'menu' })))).toBe(false)
})

test('the favicon contains the mark at the sizes of a tab', async () => {
  const icon = await renderFavicon()
  expect([icon.readUInt16LE(0), icon.readUInt16LE(2), icon.readUInt16LE(4)]).toEqual([0, 1, 3])
  for (const [index, size] of [16, 32, 48].entries()) {
    const entry = 6 + 16 * index
    const [length, offset] = [icon.readUInt32LE(entry + 8), icon.readUInt32LE(entry + 12)]
    const seen = await sharp(icon.subarray(offset, offset + length)).metadata()
    expect([icon[entry], seen.format, seen.width, seen.height]).toEqual([size, 'png', size, size])
  }
})

test('the vector icon can be drawn', async () => {
  const seen = await sharp(Buffer.from(markSvg(48))).metadata()
  expect([seen.format, seen.width, seen.height]).toEqual(['svg', 48, 48])
})
