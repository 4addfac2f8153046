import type { Block, DishBlock, Section } from '#domain/order/ticket.ts'
import { type Face, type Line, setLines } from './lettering.ts'
import { loadSharp } from './sharp.ts'

/** The printable width of 58 mm and 80 mm paper: 48 and 72 mm, with eight dots to a millimetre. */
export type Dots = 384 | 576

/** 'raster' has rows of bits. The first dot is the highest bit, and 1 is black. */
export type TicketFormat = 'png' | 'raster'

/** A millimetre has eight dots; 25.4 millimetres are 72 points. */
const dotsPerPoint = (8 * 25.4) / 72
const dotsPerMm = 8

/** Narrow paper has smaller letters. */
const scales: Readonly<Record<Dots, number>> = { 384: 0.8, 576: 1 }

/**
 * The tallest ticket in dots. A taller ticket gets smaller letters, because an Epson printer accepts 2 MB, and 20,000
 * dots are 1.9 MB in base64.
 */
const tallest = 20_000

/** Pixels with a grey level below this are printed black; 0 is black and 255 is white. */
const blackBelow = 150

const faces = {
  bold: { font: 'noto-sans', weight: 800, tracking: 0, marksMissing: true },
  plain: { font: 'noto-sans', weight: 500, tracking: 0, marksMissing: true },
} as const satisfies Record<string, Face>
type Weight = keyof typeof faces

export async function renderTicket(sections: readonly Section[], dots: Dots, format: TicketFormat): Promise<Buffer> {
  const sharp = await loadSharp()
  const measure = await measured(sections)
  let drawn = layOut(sections, { width: dots, scale: scales[dots], measure })
  for (let scale: number = scales[dots]; drawn.height > tallest; ) {
    scale *= 0.75
    drawn = layOut(sections, { width: dots, scale, measure })
  }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${dots}" height="${drawn.height}">${drawn.svg}</svg>`
  const picture = sharp(Buffer.from(svg), { unlimited: true })
    .flatten({ background: '#fff' })
    .toColourspace('b-w')
    .threshold(blackBelow)
  if (format === 'png') return picture.png().toBuffer()
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  return packBits(data, info.channels)
}

/** Packs eight dots into a byte. The width is a multiple of eight. */
function packBits(data: Buffer, channels: number): Buffer {
  const bits = Buffer.alloc(data.length / channels / 8)
  for (let dot = 0; dot * channels < data.length; dot++) {
    if (data[dot * channels] === 0) bits[dot >> 3] = (bits[dot >> 3] ?? 0) | (0x80 >> (dot & 7))
  }
  return bits
}

type Measure = (text: string, weight: Weight) => Line

/** Words of more letters than this may be broken between letters. */
const unbroken = 12

/** Returns the outlines of every word and, for words that may be broken, of every letter. */
async function measured(sections: readonly Section[]): Promise<Measure> {
  const words = new Set([' '])
  for (const text of sections.flatMap(({ blocks }) => blocks.flatMap(textsOf))) {
    for (const word of wordsOf(text)) {
      words.add(word)
      if (word.length > unbroken) for (const letter of lettersOf(word)) words.add(letter)
    }
  }
  const list = [...words]
  const [bold, plain] = await Promise.all([setLines(list, faces.bold), setLines(list, faces.plain)])
  const lines = {
    bold: new Map(list.map((word, index) => [word, bold[index]])),
    plain: new Map(list.map((word, index) => [word, plain[index]])),
  }
  return (text, weight) => lines[weight].get(text) ?? { svg: '', width: 0 }
}

function textsOf(block: Block): string[] {
  switch (block.kind) {
    case 'line':
    case 'frame':
      return [block.text]
    case 'pair':
      return [block.left, block.right]
    case 'dish':
      return [block.quantity, block.name, ...block.extras, ...(block.note ? [block.note.text] : [])]
  }
}

const wordsOf = (text: string) => text.split(/\s+/).filter((word) => word !== '')
const lettersOf = (word: string) =>
  Array.from(new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(word), ({ segment }) => segment)

type Paper = { readonly width: number; readonly scale: number; readonly measure: Measure }
type Text = { readonly text: string; readonly weight: Weight; readonly size: number }

function layOut(sections: readonly Section[], paper: Paper): { svg: string; height: number } {
  const mm = (millimetres: number) => Math.round(millimetres * dotsPerMm * paper.scale)
  const pen = new Pen(paper, mm)
  for (const [index, { ruled, blocks }] of sections.entries()) {
    if (index > 0) pen.y += mm(3)
    if (ruled) pen.rule()
    for (const [place, block] of blocks.entries()) {
      if (ruled && place > 0) pen.y += mm(3)
      pen.draw(block)
    }
    if (ruled) pen.rule()
  }
  return { svg: pen.svg, height: Math.ceil(pen.y + mm(2)) }
}

/** Draws blocks below each other. `y` is the top of the next block. */
class Pen {
  svg = ''
  y = 8
  readonly #paper: Paper
  readonly #mm: (millimetres: number) => number

  constructor(paper: Paper, mm: (millimetres: number) => number) {
    this.#paper = paper
    this.#mm = mm
  }

  rule(): void {
    const thick = this.#mm(0.6)
    const gap = this.#mm(3)
    const isFirst = this.#ruled === undefined
    this.y += isFirst ? 0 : gap
    this.svg += `<rect x="0" y="${this.y}" width="${this.#paper.width}" height="${thick}"/>`
    this.y += thick + (isFirst ? gap : 0)
    this.#ruled = isFirst ? true : undefined
  }
  #ruled: true | undefined

  draw(block: Block): void {
    const size = block.points * dotsPerPoint * this.#paper.scale
    if (block.kind === 'dish') this.#dish(block, size)
    else if (block.kind === 'pair') this.#pair(block, { weight: block.bold ? 'bold' : 'plain', size })
    else if (block.kind === 'frame')
      this.#frame({ text: block.text, weight: 'bold', size }, { dashed: block.dashed === true })
    else this.#lines({ text: block.text, weight: block.bold || block.code ? 'bold' : 'plain', size })
  }

  #pair({ left, right }: Extract<Block, { kind: 'pair' }>, look: Omit<Text, 'text'>): void {
    const { width: room } = this.#paper
    const end = this.#widthOf({ text: right, ...look })
    const fits = this.#widthOf({ text: left, ...look }) + end + this.#mm(3) <= room
    const top = this.y
    this.#lines({ text: left, ...look })
    // The two texts stand side by side, or one below the other if they do not fit.
    const below = this.y
    if (fits) this.y = top
    this.#lines({ text: right, ...look }, left === '' ? 0 : Math.max(0, room - end - 1))
    this.y = Math.max(this.y, below)
  }

  #dish({ quantity, name, extras, extraPoints, note, box }: DishBlock, size: number): void {
    const side = this.#mm(4.5)
    const left = box ? side + this.#mm(2.5) : 0
    if (box) {
      const line = this.#mm(0.5)
      const [x, top] = [line / 2, this.y + line / 2 + size * 0.2]
      this.svg += `<rect x="${x}" y="${top}" width="${side - line}" height="${side - line}" fill="none" stroke="#000" stroke-width="${line}"/>`
    }
    const top = this.y
    const count: Text = { text: quantity, weight: 'bold', size }
    this.#lines(count, left)
    this.y = top
    this.#lines({ text: name, weight: 'bold', size }, left + this.#widthOf(count) + this.#mm(2))
    const extraSize = extraPoints * dotsPerPoint * this.#paper.scale
    for (const text of extras) this.#lines({ text, weight: 'plain', size: extraSize }, left)
    if (!note) return
    const text: Text = { text: note.text, weight: note.kind === 'frame' ? 'bold' : 'plain', size: extraSize }
    if (note.kind === 'frame') this.#frame(text, { left })
    else this.#lines(text, left)
  }

  #frame(text: Text, { left = 0, dashed = false } = {}): void {
    const line = this.#mm(dashed ? 0.6 : 0.8)
    const [across, down] = [this.#mm(2) + line, this.#mm(1) + line]
    const top = this.y + this.#mm(1)
    this.y = top + down
    this.#lines(text, left + across, across)
    this.y += down
    const dashes = dashed ? ` stroke-dasharray="${line * 3} ${line * 2}"` : ''
    const [width, height] = [this.#paper.width - left - line, this.y - top - line]
    this.svg += `<rect x="${left + line / 2}" y="${top + line / 2}" width="${width}" height="${height}" fill="none" stroke="#000" stroke-width="${line}"${dashes}/>`
  }

  #lines(text: Text, left = 0, right = 0): void {
    const { size } = text
    for (const line of this.#broken(text, this.#paper.width - left - right)) {
      // The line has room for an accent above a capital and for a dot below a letter.
      const base = this.y + size * 1.02
      for (const { svg, x } of line) {
        this.svg += `<g transform="translate(${left + x} ${base}) scale(${size / 1000} ${-size / 1000})">${svg}</g>`
      }
      this.y += Math.round(size * 1.3)
    }
  }

  #widthOf(text: Text): number {
    const [line] = this.#broken(text, Number.POSITIVE_INFINITY)
    const last = line?.at(-1)
    return last ? last.x + last.width : 0
  }

  /** Breaks a text into lines of words. A word that is wider than a line is broken between letters. */
  #broken({ text, weight, size }: Text, room: number): { svg: string; x: number; width: number }[][] {
    const { measure } = this.#paper
    const inDots = (width: number) => (width * size) / 1000
    const space = inDots(measure(' ', weight).width)
    const lines: { svg: string; x: number; width: number }[][] = []
    let x = 0
    const put = (part: string, gap: number) => {
      const { svg, width: units } = measure(part, weight)
      const width = inDots(units)
      const line = lines.at(-1)
      if (line && x + gap + width <= room) {
        line.push({ svg, x: x + gap, width })
        x += gap + width
      } else {
        lines.push([{ svg, x: 0, width }])
        x = width
      }
    }
    for (const word of wordsOf(text)) {
      const isWide = inDots(measure(word, weight).width) > room && word.length > unbroken
      if (!isWide) put(word, space)
      else for (const [index, letter] of lettersOf(word).entries()) put(letter, index === 0 ? space : 0)
    }
    return lines
  }
}
