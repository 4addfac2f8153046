import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { type Card, cardFile, cardSize, renderCard } from './card.ts'
import { colours, tileColours } from './colours.ts'

const grills: Card = {
  restaurant: 'Iná Grill',
  title: 'Grills',
  line: 'The fire never sleeps.',
  tile: 'ember',
  plate: { pieces: ['grilled-drumstick', 'fire', 'grilled-fish'] },
  seed: 'grills',
}

/** The box around the pixels of a card that are as light as its text. */
async function words(card: Card): Promise<{ left: number; right: number; top: number; bottom: number }> {
  const { data, info } = await sharp(await renderCard({ ...card, plate: { pieces: ['coffee'] }, seed: 'dark' }))
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

test('a card is a JPEG of 1200 × 630 px under 100 kB, the same bytes each time', async () => {
  const [card, again] = [await renderCard(grills), await renderCard(grills)]
  const { format, width, height } = await sharp(card).metadata()
  expect({ format, width, height }).toEqual({ format: 'jpeg', ...cardSize })
  expect(card.length).toBeLessThan(100_000)
  expect(card.equals(again)).toBe(true)
})

test.each([
  'Tea',
  "Fisherman's Delight",
  'Ọbẹ̀ Ẹ̀gúsí àti Ṣọkọ yòkòtò',
  'Incomprehensibilities',
  'Everything That Came Out of the Smoker Since Yesterday Morning',
])('the text of a card stays left of the plate: %s', async (title) => {
  const { left, right, top, bottom } = await words({ ...grills, restaurant: title, title, line: `${title}, ${title}` })
  expect(left).toBeGreaterThanOrEqual(60)
  expect(right).toBeLessThanOrEqual(580)
  expect(top).toBeGreaterThanOrEqual(50)
  expect(bottom).toBeLessThanOrEqual(cardSize.height - 50)
})

test('letters that the font lacks are drawn without their marks or left out', async () => {
  const plain = await renderCard({ ...grills, title: 'Suya' })
  expect((await renderCard({ ...grills, title: 'S\u0324uya' })).equals(plain)).toBe(true)
  expect((await renderCard({ ...grills, title: 'Suya烤' })).equals(plain)).toBe(true)
  expect((await renderCard({ ...grills, title: '烤' })).length).toBeGreaterThan(1000)
})

test("the file name of a card has the page's name and a hash of its content", () => {
  const changes: Partial<Card>[] = [
    {},
    { title: 'Suya' },
    { restaurant: 'Ember' },
    { line: 'Hot.' },
    { tile: 'sea' },
    { seed: 'a' },
  ]
  const files = changes.map((change) => cardFile('grills', { ...grills, ...change }))
  expect(new Set(files).size).toBe(files.length)
  for (const file of files) expect(file).toMatch(/^grills-[0-9a-f]{16}\.jpg$/)
})

test('cards and icons use the colours of the dark theme', async () => {
  const style = await readFile(new URL('../../web/app/style.css', import.meta.url), 'utf8')
  const night = style.slice(style.indexOf('prefers-color-scheme: dark'))
  for (const [name, colour] of Object.entries(colours)) expect(night).toContain(`--${name}: ${colour};`)
  for (const [name, [from, to]] of Object.entries(tileColours))
    expect(night).toContain(`--tile-${name}: ${from}, ${to};`)
})
