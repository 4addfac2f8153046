/**
 * Reduces the display face to the letters that the pages use and writes it to web/app/fonts/. Run by hand when the letters below
 * change: `node tools/subset-font.ts`. The result is committed.
 *
 * The face comes in three files by script, and so does the result, apart from the naira sign: every page shows it, and
 * the build puts it into the style sheet. style.css gives each file its unicode-range, and a page fetches only those whose letters it shows.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

type SubsetFont = (
  font: Buffer,
  letters: string,
  options: {
    targetFormat: 'woff2'
    noHinting: true
    keepFeatures: readonly string[]
    variationAxes: { wght: number }
  },
) => Promise<Buffer>

const require = createRequire(import.meta.url)
// The package has no types.
const subsetFont = require('subset-font') as SubsetFont

const basics = Array.from({ length: 0x7e - 0x20 + 1 }, (_, index) => String.fromCodePoint(0x20 + index)).join('')

/** Letters by the name of the file, which is that of its source unless `of` says another. */
const letters = {
  /** English, and the tone marks of Yoruba. */
  latin: { text: `${basics}\u00a0·×–—‘’“”•…−ÀÁÈÉÌÍÒÓÙÚàáèéìíòóùú` },
  naira: { of: 'latin-ext', text: '₦' },
  /** The accents of French names: in a file of their own, because the one for English is loaded first on every page. */
  french: { of: 'latin', text: 'âêîôûäëïöüñçÂÊÎÔÛÄËÏÖÜÑÇ' },
  /** ṣ of Yoruba, ṅ and ṁ of Igbo, the hooked letters of Hausa. */
  'latin-ext': { text: 'ṢṣṄṅṀṁŃńƁɓƊɗƘƙƳƴĀāĒēĪīŌōŪū' },
  /** The dotted vowels of Yoruba and Igbo with their tone marks: the face has them in its Vietnamese file. */
  vietnamese: { text: 'ẸẹỌọỊịỤụ\u0300\u0301\u0304\u0323' },
} as const

/**
 * One weight for headings and figures: with all from 600 to 800 a page loads 10 kB more, most of it the kerning of each weight.
 */
const weight = 760

let total = 0
for (const [name, { of = name, text }] of Object.entries<{ of?: string; text: string }>(letters)) {
  const source = require.resolve(
    `@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-${of}-wght-normal.woff2`,
  )
  const font = await subsetFont(await readFile(source), text, {
    targetFormat: 'woff2',
    noHinting: true,
    keepFeatures: ['kern', 'mark', 'mkmk', 'ccmp', 'tnum', 'locl'],
    variationAxes: { wght: weight },
  })
  const target = fileURLToPath(new URL(`../web/app/fonts/display-${name}.woff2`, import.meta.url))
  await writeFile(target, font)
  total += font.length
  console.log(`${target}: ${font.length} bytes`)
}
console.log(`${total} bytes in all`)
