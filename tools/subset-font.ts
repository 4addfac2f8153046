/**
 * Reduces the display face to the letters that the pages use and writes it to web/app/fonts/. Run by hand when the
 * letters below change: `node tools/subset-font.ts`, where fonttools (pyftmerge, fonttools) and brotli for Python are
 * installed. The result is committed.
 *
 * The face comes in files by script, and so does the result. Only the naira sign moves: every page shows it, so it is
 * added to the letters of English. style.css gives each file its unicode-range, and a page fetches only the files whose
 * letters it shows.
 */
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

type SubsetFont = (
  font: Buffer,
  letters: string,
  options: {
    targetFormat: 'truetype'
    noHinting: true
    keepFeatures: readonly string[]
    variationAxes: { wght: number }
  },
) => Promise<Buffer>

const require = createRequire(import.meta.url)
// The package has no types.
const subsetFont = require('subset-font') as SubsetFont

const basics = Array.from({ length: 0x7e - 0x20 + 1 }, (_, index) => String.fromCodePoint(0x20 + index)).join('')

/**
 * Letters by file name. A file is cut from the source of the same name, or from `of`; `more` adds letters of a
 * second source.
 */
const letters = {
  /** English, and the tone marks of Yoruba. */
  latin: { text: `${basics}\u00a0·×–—‘’“”•…−ÀÁÈÉÌÍÒÓÙÚàáèéìíòóùú`, more: { of: 'latin-ext', text: '₦' } },
  /** The accents of French names have a file of their own, because every page loads the English file first. */
  french: { of: 'latin', text: 'âêîôûäëïöüñçÂÊÎÔÛÄËÏÖÜÑÇ' },
  /** ṣ of Yoruba, ṅ and ṁ of Igbo, the hooked letters of Hausa. */
  'latin-ext': { text: 'ṢṣṄṅṀṁŃńƁɓƊɗƘƙƳƴĀāĒēĪīŌōŪū' },
  /** Dotted vowels of Yoruba and Igbo with tone marks, which the face has in its Vietnamese file. */
  vietnamese: { text: 'ẸẹỌọỊịỤụ\u0300\u0301\u0304\u0323' },
} as const

/** One weight for headings and figures: the range from 600 to 800 adds kerning for each weight. */
const weight = 760

const folder = await mkdtemp(join(tmpdir(), 'buka-font-'))
for (const [name, { of = name, text, more }] of Object.entries<Letters>(letters)) {
  const target = fileURLToPath(new URL(`../web/app/fonts/display-${name}.woff2`, import.meta.url))
  const file = join(folder, `${name}.ttf`)
  await writeFile(file, await subset(of, text, ['kern', 'mark', 'mkmk', 'ccmp', 'tnum', 'locl']))
  if (more) {
    const added = join(folder, 'more.ttf')
    await writeFile(added, await subset(more.of, more.text, []))
    execFileSync('pyftmerge', [file, added, `--output-file=${file}`])
  }
  execFileSync('fonttools', ['ttLib.woff2', 'compress', '-o', target, file])
  console.log(`${target}: ${(await readFile(target)).length} bytes`)
}
await rm(folder, { recursive: true })

type Letters = { of?: string; text: string; more?: { of: string; text: string } }

/** Returns a TrueType file. */
async function subset(of: string, text: string, keepFeatures: readonly string[]): Promise<Buffer> {
  const source = require.resolve(
    `@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-${of}-wght-normal.woff2`,
  )
  return subsetFont(await readFile(source), text, {
    targetFormat: 'truetype',
    noHinting: true,
    keepFeatures,
    variationAxes: { wght: weight },
  })
}
