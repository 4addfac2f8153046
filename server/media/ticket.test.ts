import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Section } from '#domain/order/ticket.ts'
import { type Dots, renderTicket } from './ticket.ts'

const words = (text: string): Section[] => [{ blocks: [{ kind: 'line', text, points: 18, bold: true }] }]

/** Returns the picture as text with '#' for ink. */
async function ink(sections: readonly Section[], dots: Dots = 576): Promise<string> {
  const { data, info } = await sharp(await renderTicket(sections, dots, 'png'))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect(info.width).toBe(dots)
  expect([...new Set(data)].every((level) => level === 0 || level === 255)).toBe(true)
  return Array.from(data, (level) => (level === 0 ? '#' : '.')).join('')
}

const unknown = '\u{1f336}'

test.each([
  ['₦', 'N'],
  ['ẹ', 'e'],
  ['ọ', 'o'],
  ['ṣ', 's'],
  ['Ẹ́', 'Ẹ'],
  ['ọ̀', 'ọ'],
  ['Ɗ', 'D'],
  ['ɓ', 'b'],
  ['ƙ', 'k'],
])('REACH-3: the letter %s is drawn as itself, neither as %s nor as a box', async (letter, plain) => {
  const [drawn, bare, box] = await Promise.all([ink(words(letter)), ink(words(plain)), ink(words(unknown))])
  expect(drawn).toContain('#')
  expect(drawn).not.toBe(bare)
  expect(drawn).not.toBe(box)
})

test('REACH-3: a letter that the font lacks is printed as a box', async () => {
  expect(await ink(words(unknown))).toContain('#')
  expect(await ink(words(`a${unknown}`))).not.toBe(await ink(words('a')))
})

test.each([384, 576] as const)(
  'REACH-3: a word of any length is broken within the width of the paper: %i dots',
  async (dots) => {
    const long = 'Pneumonoultramicroscopicsilicovolcanoconiosis'.repeat(3)
    const picture = await ink(words(`${long} ${long}`), dots)
    const rows = picture.match(new RegExp(`.{${dots}}`, 'g')) ?? []
    expect(rows.some((row) => row.includes('#'))).toBe(true)
    // A letter that runs over the edge has ink in the last dot of several rows.
    expect(rows.filter((row) => row.endsWith('#')).length).toBeLessThan(3)
    const short = await ink(words('Jollof'), dots)
    expect(picture.length).toBeGreaterThan(short.length * 3)
  },
)

test('REACH-3: the raster for Epson has the dots of the picture', async () => {
  const [png, raster] = [await ink(words('Ẹ̀bà ₦12,345'), 384), await renderTicket(words('Ẹ̀bà ₦12,345'), 384, 'raster')]
  expect(raster.length * 8).toBe(png.length)
  const bits = Array.from(raster, (byte) => byte.toString(2).padStart(8, '0')).join('')
  expect(bits.replaceAll('1', '#').replaceAll('0', '.')).toBe(png)
})

test('REACH-3: the picture of a very long ticket is within the size that printers accept', async () => {
  const dish = {
    kind: 'dish',
    quantity: '12 ×',
    name: 'Whole croaker with everything on it',
    points: 18,
    extras: Array.from({ length: 9 }, (_, index) => `+ Side ${index}`),
    extraPoints: 14,
    note: { kind: 'frame', text: 'Note: as long as a note may be. '.repeat(9), points: 14 },
    box: false,
  } as const
  const raster = await renderTicket([{ ruled: true, blocks: Array.from({ length: 24 }, () => dish) }], 576, 'raster')
  expect((raster.length * 4) / 3).toBeLessThan(2 * 1024 * 1024)
})
