import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { colours } from './colours.ts'
import type { Decoded } from './encode.ts'
import { type Card, cardFile, cardSize, renderCard } from './link-card.ts'

const grills: Card = {
  restaurant: 'Iná Grill',
  title: 'Grills',
  line: 'The fire never sleeps.',
  tile: 'ember',
  picture: '0123456789abcdef',
}

/** Returns a disc of dark sauce on a transparent background or a dark table. */
async function dish(on: string): Promise<Decoded> {
  const disc = `<svg xmlns="http://www.w3.org/2000/svg" width="720" height="540"><rect width="720" height="540" fill="${on}"/><circle cx="360" cy="270" r="200" fill="#5a2413"/></svg>`
  const image = sharp(Buffer.from(disc))
  const { data, info } = await (on === 'none' ? image : image.removeAlpha()).raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, channels: on === 'none' ? 4 : 3 }
}
const pictures = { transparent: await dish('none'), opaque: await dish('#222') }

/** Returns the bounds of the pixels that are as light as the card's text. */
async function words(card: Card): Promise<{ left: number; right: number; top: number; bottom: number }> {
  const { data, info } = await sharp(await renderCard(card, pictures.transparent))
    .extract({ left: 0, top: 0, width: 590, height: cardSize.height })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const box = { left: info.width, right: 0, top: info.height, bottom: 0 }
  for (const [at, light] of data.entries()) {
    if (light < 150) continue
    const [x, y] = [at % info.width, Math.floor(at / info.width)]
    box.left = Math.min(box.left, x)
    box.right = Math.max(box.right, x)
    box.top = Math.min(box.top, y)
    box.bottom = Math.max(box.bottom, y)
  }
  return box
}

test.each([
  ['a transparent picture', pictures.transparent],
  ['an opaque picture', pictures.opaque],
  ['no picture', undefined],
])(
  'a link preview card of %s is a JPEG of the size that chats show, under 100 kB, the same each time',
  async (_, picture) => {
    const [card, again] = [await renderCard(grills, picture), await renderCard(grills, picture)]
    const { format, width, height } = await sharp(card).metadata()
    expect({ format, width, height }).toEqual({ format: 'jpeg', ...cardSize })
    expect(card.length).toBeLessThan(100_000)
    expect(card.equals(again)).toBe(true)
  },
)

test.each([
  'Tea',
  "Fisherman's Delight",
  'Ọbẹ̀ Ẹ̀gúsí àti Ṣọkọ yòkòtò',
  'Incomprehensibilities',
  'Everything That Came Out of the Smoker Since Yesterday Morning',
])('the text of a card stays left of its picture, however long it is: %s', async (title) => {
  const { left, right, top, bottom } = await words({ ...grills, restaurant: title, title, line: `${title}, ${title}` })
  expect(left).toBeGreaterThanOrEqual(60)
  expect(right).toBeLessThanOrEqual(580)
  expect(top).toBeGreaterThanOrEqual(50)
  expect(bottom).toBeLessThanOrEqual(cardSize.height - 50)
})

test('letters missing in the card’s font are drawn without their marks or left out, and all others are drawn', async () => {
  const plain = await renderCard({ ...grills, title: 'Suya' }, undefined)
  expect((await renderCard({ ...grills, title: 'S\u0324uya' }, undefined)).equals(plain)).toBe(true)
  expect((await renderCard({ ...grills, title: 'Suya烤' }, undefined)).equals(plain)).toBe(true)
  expect((await renderCard({ ...grills, title: '烤' }, undefined)).length).toBeGreaterThan(1000)
})

test("a card's file name depends on the page and on everything drawn on the card", () => {
  const changes: Partial<Card>[] = [
    {},
    { title: 'Suya' },
    { restaurant: 'Ember' },
    { line: 'Hot.' },
    { tile: 'sea' },
    { picture: 'fedcba9876543210' },
    { colours: { main: '#1a2a5a', second: '#ffc043' } },
    { logo: 'fedcba9876543210' },
  ]
  const files = changes.map((change) => cardFile('grills', { ...grills, ...change }))
  expect(new Set(files).size).toBe(files.length)
  for (const file of files) expect(file).toMatch(/^grills-[0-9a-f]{16}\.jpg$/)
})

test('cards and icons have the colours of the dark theme', async () => {
  const style = await readFile(new URL('../../web/app/style.css', import.meta.url), 'utf8')
  const night = style.slice(style.indexOf('prefers-color-scheme: dark'))
  const { tiles, ...plain } = colours
  for (const [name, colour] of Object.entries(plain)) expect(night).toContain(`--${name}: ${colour};`)
  for (const [name, [from, to]] of Object.entries(tiles)) expect(night).toContain(`--tile-${name}: ${from}, ${to};`)
})
