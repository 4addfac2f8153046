import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { averageColour, decode, encode } from './encode.ts'

const folder = await mkdtemp(join(tmpdir(), 'buka-encode-'))
afterAll(() => rm(folder, { recursive: true }))

/** Returns a picture with a red left third, a green middle and a blue right third. */
const stripes = (width: number, height: number) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 3 1" preserveAspectRatio="none"><path fill="red" d="M0 0h1v1h-1z"/><path fill="lime" d="M1 0h1v1h-1z"/><path fill="blue" d="M2 0h1v1h-1z"/></svg>`,
    ),
  ).removeAlpha()

async function file(name: string, image: Sharp): Promise<string> {
  const path = join(folder, name)
  await image.toFile(path)
  return path
}

const middle = async (path: string, focus?: readonly [number, number]) => {
  const { data, width, height, channels } = await decode(path, focus, 400)
  const at = channels * (Math.floor(height / 2) * width + Math.floor(width / 2))
  const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3)
  return red > 200 ? 'red' : green > 200 ? 'green' : blue > 200 ? 'blue' : 'none'
}

test.each([
  ['wide', 1200, 300],
  ['square', 600, 600],
  ['tall', 300, 900],
  ['4:3', 1600, 1200],
])('a source with %s gives a 4:3 picture', async (name, width, height) => {
  const path = await file(`${name.replace(':', '-')}.png`, stripes(width, height))
  const picture = await decode(path, undefined, 400)
  expect(picture.width / picture.height).toBeCloseTo(4 / 3, 1)
  expect(picture.width).toBeLessThanOrEqual(400)
})

test('the part of a photo around its focus stays in the cropped picture', async () => {
  const path = await file('focus.webp', stripes(1200, 300).webp({ lossless: true }))
  expect(await middle(path)).toBe('green')
  expect(await middle(path, [0, 0.5])).toBe('red')
  expect(await middle(path, [1, 1])).toBe('blue')
})

test('a rotated photo is turned as its Exif data says', async () => {
  const path = await file('turned.jpg', stripes(1200, 300).jpeg().withMetadata({ orientation: 6 }))
  // The photo is turned by 90 degrees, so its stripes lie one above the other.
  expect(await middle(path, [0.5, 0])).toBe('red')
  expect(await middle(path, [0.5, 1])).toBe('blue')
})

test('a picture is never made larger than its source', async () => {
  const path = await file('small.png', stripes(400, 300))
  const picture = await decode(path, undefined, 1080)
  const { width, format } = await sharp(await encode(picture, 1080, 'webp')).metadata()
  expect({ width, format }).toEqual({ width: 400, format: 'webp' })
})

test('transparency survives in AVIF and WebP, and a grey picture is encoded in colour', async () => {
  const clear = sharp({ create: { width: 400, height: 300, channels: 4, background: '#ff000080' } })
  const picture = await decode(await file('clear.png', clear), undefined, 240)
  for (const format of ['avif', 'webp'] as const) {
    expect((await sharp(await encode(picture, 240, format)).metadata()).hasAlpha).toBe(true)
  }
  const grey = await decode(await file('grey.png', stripes(400, 300).greyscale()), undefined, 240)
  expect(grey.channels).toBe(3)
})

test('an opaque picture has an average colour, and a transparent picture has none', async () => {
  const brown = sharp({ create: { width: 400, height: 300, channels: 3, background: '#8a4b22' } })
  expect(await averageColour(await decode(await file('brown.png', brown), undefined, 240))).toBe('#8a4b22')
  expect(await averageColour(await decode(join(folder, 'clear.png'), undefined, 240))).toBe('')
})

test("the demo's pictures are small enough for a slow network", async () => {
  const most = { avif: { 240: 6_000, 480: 12_000, 640: 18_000 }, webp: { 240: 10_000, 480: 24_000, 640: 40_000 } }
  const sources = join(import.meta.dirname, '../../restaurant/pictures')
  for (const name of ['party-jollof-bowl', 'island-sharing-platter', 'goat-meat-pepper-soup']) {
    const picture = await decode(join(sources, `${name}.avif`), undefined, 640)
    for (const width of [240, 480, 640] as const) {
      for (const format of ['avif', 'webp'] as const) {
        const body = await encode(picture, width, format)
        expect(body.length, `${name} ${width} ${format}`).toBeLessThan(most[format][width])
      }
    }
  }
})
