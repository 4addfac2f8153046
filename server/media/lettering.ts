import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

// Text is drawn as outlines of a font, so pictures do not depend on the machine's fonts.

/** A line of text as SVG with its baseline at y = 0, in thousandths of the letter size. y points upwards. */
export type Line = { readonly svg: string; readonly width: number }

type SubsetFont = (
  font: Buffer,
  letters: '',
  options: { targetFormat: 'truetype'; variationAxes: { wght: number }; keepAllGlyphs: true },
) => Promise<Buffer>

const require = createRequire(import.meta.url)

/** A font at one weight. `tracking` is the space added after each letter, in thousandths of the letter size. */
export type Face = {
  readonly font: 'bricolage-grotesque' | 'noto-sans'
  readonly weight: number
  readonly tracking: number
  /** Draws a box for a letter that the font lacks. By default, the letter is left out. */
  readonly marksMissing?: true
}

/** The display font. The tracking of -20 equals the letter-spacing of -0.02 em that pages set. */
const display: Face = { font: 'bricolage-grotesque', weight: 800, tracking: -20 }

/** A font has three files by script. A letter is taken from the first file that contains the letter. */
const scripts = ['latin', 'latin-ext', 'vietnamese']

const missingBox = { width: 600, path: 'M60 0H540V700H60ZM110 50V650H490V50Z' }

/** The smallest gap between a letter and an accent above it, in thousandths of the letter size. */
const markGap = 40

/** The loaded fonts by family and weight. */
const loaded = new Map<string, ReturnType<typeof loadFonts>>()

/** Returns the fonts of a face. A process loads a face once, because this takes much longer than drawing a ticket. */
function fontsOf({ font: family, weight }: Face): ReturnType<typeof loadFonts> {
  const name = `${family} ${weight}`
  const known = loaded.get(name)
  if (known) return known
  const fresh = loadFonts(family, weight)
  fresh.catch(() => loaded.delete(name))
  loaded.set(name, fresh)
  return fresh
}

async function loadFonts(family: Face['font'], weight: number) {
  // Imported on demand, because only new cards and tickets need this half a megabyte of code.
  const harfbuzz = await import('harfbuzzjs')
  const subsetFont = require('subset-font') as SubsetFont
  const fonts = await Promise.all(
    scripts.map(async (script) => {
      const file = `@fontsource-variable/${family}/files/${family}-${script}-wght-normal.woff2`
      const source = await readFile(require.resolve(file))
      // Keeps one weight of the variable font, and all its letters.
      const options = { targetFormat: 'truetype', variationAxes: { wght: weight }, keepAllGlyphs: true } as const
      const face = new harfbuzz.Face(new harfbuzz.Blob(await subsetFont(source, '', options)))
      return { font: new harfbuzz.Font(face), has: new Set(face.collectUnicodes()) }
    }),
  )
  return { harfbuzz, fonts }
}

export async function setLines<const Texts extends readonly string[]>(
  texts: Texts,
  face: Face = display,
): Promise<{ [each in keyof Texts]: Line }> {
  const { tracking, marksMissing } = face
  const { harfbuzz, fonts } = await fontsOf(face)
  const fontOf = (letter: string) =>
    fonts.find(({ has }) => [...letter].every((each) => has.has(each.codePointAt(0) ?? 0)))?.font

  return texts.map((text) => {
    let svg = ''
    let width = 0
    let before: { x: number; extents: Extents } | undefined
    for (const { font, run } of runsOf(text, fontOf)) {
      if (!font) {
        if (!marksMissing || invisible.test(run)) continue
        svg += `<path transform="translate(${width})" fill-rule="evenodd" d="${missingBox.path}"/>`
        width += missingBox.width
        continue
      }
      const buffer = new harfbuzz.Buffer()
      buffer.addText(run)
      buffer.guessSegmentProperties()
      harfbuzz.shape(font, buffer)
      const positions = buffer.getGlyphPositions()
      for (const [index, { codepoint: glyph }] of buffer.getGlyphInfos().entries()) {
        const { xAdvance, xOffset, yOffset } = positions[index] ?? { xAdvance: 0, xOffset: 0, yOffset: 0 }
        const extents = font.glyphExtents(glyph)
        let [x, y] = [width + xOffset, yOffset]
        if (xAdvance === 0) {
          // A combining mark, such as an accent, has no width. If the font does not position the mark, because the
          // letter has a dot or is in another file of the font, the mark is centred above the letter.
          if (xOffset === 0 && extents && before) [x, y] = over(before.x, before.extents, extents)
        } else {
          before = extents && { x, extents }
          width += xAdvance + tracking
        }
        const outline = font.glyphToPath(glyph)
        if (outline) svg += `<path transform="translate(${x} ${y})" d="${outline}"/>`
      }
    }
    return { svg, width }
  }) as { [each in keyof Texts]: Line }
}

/** Combining marks, joiners and variation selectors belong to the letter before them, so no box is drawn for them. */
const invisible = /^[\p{M}\p{Cf}\p{Sk}]$/u

type Extents = { readonly xBearing: number; readonly yBearing: number; readonly width: number; readonly height: number }

/**
 * Returns the position of a combining mark on a letter that begins at `x`. The heights of `Extents` are negative,
 * because HarfBuzz measures them downwards from the top of the letter.
 */
function over(x: number, letter: Extents, mark: Extents): [x: number, y: number] {
  const middle = x + letter.xBearing + (letter.width - mark.width) / 2 - mark.xBearing
  const foot = mark.yBearing + mark.height
  return [middle, foot > 0 ? Math.max(0, letter.yBearing + markGap - foot) : 0]
}

/** Splits the text at each change to another file of the font. */
function runsOf<Font>(
  text: string,
  fontOf: (letter: string) => Font | undefined,
): { font: Font | undefined; run: string }[] {
  const runs: { font: Font | undefined; run: string }[] = []
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text.normalize('NFC'))) {
    // A letter with combining marks stays one character if the font has that character; otherwise it is decomposed.
    for (const part of fontOf(segment) ? [segment] : segment.normalize('NFD')) {
      const font = fontOf(part)
      const last = runs.at(-1)
      if (font && last?.font === font) last.run += part
      else runs.push({ font, run: part })
    }
  }
  return runs
}
