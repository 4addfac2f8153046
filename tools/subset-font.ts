/**
 * Reduces the display face to the letters that the pages use, in web/app/fonts/. Run `node tools/subset-font.ts` by
 * hand after a change of the letters; it needs fonttools and brotli for Python. Commit the result. A page fetches only
 * the files whose letters it shows, by the unicode-range in style.css. The naira sign moves to the English file,
 * because every page shows it.
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
 * Letters by file name. A file is cut from the source file `of`, by default the source file of the same name. `more`
 * adds letters of another source file.
 */
const letters = {
  /** English, and vowels with the tone marks of Yoruba. */
  latin: { text: `${basics}\u00a0·×–—‘’“”•…−ÀÁÈÉÌÍÒÓÙÚàáèéìíòóùú`, more: { of: 'latin-ext', text: '₦' } },
  /** The accents of French names have a file of their own, because every page loads the English file. */
  french: { of: 'latin', text: 'âêîôûäëïöüñçÂÊÎÔÛÄËÏÖÜÑÇ' },
  /** ṣ of Yoruba, ṅ and ṁ of Igbo, and the hooked letters of Hausa. */
  'latin-ext': { text: 'ṢṣṄṅṀṁŃńƁɓƊɗƘƙƳƴĀāĒēĪīŌōŪū' },
  /** Dotted vowels of Yoruba and Igbo, and tone marks. The face has them in its Vietnamese file. */
  vietnamese: { text: 'ẸẹỌọỊịỤụ\u0300\u0301\u0304\u0323' },
} as const

/** One weight for headings and figures. A range of weights would need kerning data for every weight. */
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
