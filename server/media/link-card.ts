import { createHash } from 'node:crypto'
import type { Sharp } from 'sharp'
import type { Tile } from '#contract/menu/menu.ts'
import type { Brand } from '#domain/restaurant/brand.ts'
import { type Drawn, markSvg, renderIcon } from './app-icon.ts'
import { type Colours, coloursOf } from './colours.ts'
import type { Decoded } from './encode.ts'
import { type Line, setLines } from './lettering.ts'
import { loadSharp } from './sharp.ts'

/** The content of a page's link preview card: the picture that chats show for a link to the page. */
export type Card = {
  readonly restaurant: string
  readonly title: string
  /** A short text below the title. */
  readonly line: string
  readonly tile: Tile
  /** The name of the page's picture. A card without a picture shows the mark. */
  readonly picture?: string | undefined
  /** The restaurant's brand colours, and the name of its logo's picture. */
  readonly colours?: Brand | undefined
  readonly logo?: string | undefined
}

/** The size in pixels that chats and social networks show uncropped. */
export const cardSize = { width: 1200, height: 630 } as const

/** Increase this number when a change of the drawing code changes how cards look. */
const cardVersion = 2

/** Returns the file name of a card: the readable `name`, and a hash of everything that the card shows. */
export function cardFile(name: string, { restaurant, title, line, tile, picture, colours, logo }: Card): string {
  const look = colours || logo ? [colours?.main, colours?.second, logo] : []
  const all = [cardVersion, restaurant, title, line, tile, picture, ...look]
  const hash = createHash('sha256').update(JSON.stringify(all))
  return `${name}-${hash.digest('hex').slice(0, 16)}.jpg`
}

/** The layout in pixels: a margin all around, the text on the left, the picture on the right. */
const margin = 72
const wordsWidth = 500
const place = { left: 596, top: 62, width: 560, height: 506 }
const largestLetters = 124

/** Renders a card as a JPEG of less than 100 kB. Some chats show no newer format. */
export async function renderCard(card: Card, picture: Decoded | undefined, logo?: Decoded): Promise<Buffer> {
  const sharp = await loadSharp()
  const drawn = { colours: coloursOf(card.colours), logo }
  const food = picture ? await shapePicture(picture) : sharp(await sign(360, drawn))
  const { data, info } = await food.png().toBuffer({ resolveWithObject: true })
  return sharp(Buffer.from(ground(card.tile, drawn.colours)))
    .composite([
      {
        input: data,
        left: place.left + Math.round((place.width - info.width) / 2),
        top: place.top + Math.round((place.height - info.height) / 2),
      },
      { input: Buffer.from(await words(card, drawn)), left: 0, top: 0 },
      ...(logo ? [{ input: await sign(60, drawn), left: margin - 6, top: margin - 12 }] : []),
    ])
    .flatten({ background: drawn.colours.ground })
    .jpeg({ quality: 84, mozjpeg: true, chromaSubsampling: '4:4:4' })
    .toBuffer()
}

const sign = async (size: number, drawn: Drawn) =>
  drawn.logo ? renderIcon({ size, ground: 'tile' }, drawn) : Buffer.from(markSvg(size, drawn.colours))

/**
 * Scales a picture to its place. A transparent picture is cropped to its visible part; other pictures get round
 * corners.
 */
async function shapePicture({ data, ...raw }: Decoded): Promise<Sharp> {
  const sharp = await loadSharp()
  const { width, height } = place
  if (raw.channels === 4) {
    const visible = await sharp(data, { raw }).trim({ background: '#0000', threshold: 8 }).png().toBuffer()
    return sharp(visible).resize(width, height, { fit: 'inside' })
  }
  const corners = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" rx="40"/></svg>`
  return sharp(data, { raw })
    .resize(width, height)
    .ensureAlpha()
    .composite([{ input: Buffer.from(corners), blend: 'dest-in' }])
}

const svg = (body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${cardSize.width}" height="${cardSize.height}">${body}</svg>`

/** Renders the category's tile, with a glow behind the picture. */
function ground(tile: Tile, { tiles, ember, plantain }: Colours): string {
  const [from, to] = tiles[tile]
  return svg(
    `<defs>
      <linearGradient id="tile" x2="1" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>
      <radialGradient id="glow" gradientUnits="userSpaceOnUse" cx="876" cy="315" r="470"><stop stop-color="${plantain}" stop-opacity="0.3"/><stop offset="0.55" stop-color="${ember}" stop-opacity="0.12"/><stop offset="1" stop-color="${ember}" stop-opacity="0"/></radialGradient>
    </defs>
    <rect width="100%" height="100%" fill="url(#tile)"/><rect width="100%" height="100%" fill="url(#glow)"/>`,
  )
}

async function words({ restaurant, title, line }: Card, { colours, logo }: Drawn): Promise<string> {
  const broken = twoLines(title)
  const [name, under, whole, ...halves] = await setLines([restaurant, line, title, ...broken])
  // Two lines are used if the letters of one line would be too small.
  const lines = sizeOf([whole]) > 84 || halves.length === 0 ? [whole] : halves
  const size = sizeOf(lines)
  const base = cardSize.height - margin - 70
  return svg(
    [
      logo ? '' : `<g transform="translate(${margin - 6} ${margin - 12})">${markSvg(60, colours)}</g>`,
      placed(name, margin + 62, margin + 38, sizeOf([name], 46, wordsWidth - 62), colours.text),
      ...lines.map((line, index) =>
        placed(line, margin, base - (lines.length - 1 - index) * size * 0.98, size, colours.text),
      ),
      placed(under, margin, cardSize.height - margin, sizeOf([under], 34), colours.plantain),
    ].join(''),
  )
}

/** Returns the size of letters, in pixels, at which these lines fit into a width. */
function sizeOf(lines: readonly Line[], largest = largestLetters, room = wordsWidth): number {
  return Math.min(largest, (1000 * room) / Math.max(...lines.map(({ width }) => width)))
}

/** Splits a text into two lines of similar length; returns no lines for a single word. */
function twoLines(text: string): string[] {
  const parts = text.split(' ')
  const ways = parts.slice(1).map((_, at) => [parts.slice(0, at + 1).join(' '), parts.slice(at + 1).join(' ')])
  const longest = (lines: readonly string[]) => Math.max(...lines.map(({ length }) => length))
  return ways.sort((a, b) => longest(a) - longest(b))[0] ?? []
}

function placed({ svg }: Line, x: number, y: number, size: number, colour: string): string {
  return `<g fill="${colour}" transform="translate(${x} ${y}) scale(${size / 1000} ${-size / 1000})">${svg}</g>`
}
