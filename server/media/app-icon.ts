import { mark } from '#contract/parts/mark.ts'
import { contrast } from '#domain/restaurant/brand.ts'
import { type Colours, colours as usualColours } from './colours.ts'
import type { Decoded } from './encode.ts'
import { loadSharp } from './sharp.ts'

/**
 * The backgrounds of icons. `mark` is the width of the mark (the flame), and `radius` that of a round corner, as
 * fractions of the icon's width.
 */
const grounds = {
  /** Transparent, because a browser's tab has its own background. */
  none: { mark: 1, radius: 0 },
  /** Charcoal with round corners, for places that do not crop icons. */
  tile: { mark: 0.7, radius: 0.22 },
  /**
   * Charcoal to the edges: phones may crop an icon to a circle of 80 % of its width (W3C App Manifest). iOS also uses
   * this icon.
   */
  bleed: { mark: 0.58, radius: 0 },
} as const

/** Signs drawn as lines on a canvas of 24 by 24: fork and knife, receipt. */
const signs = {
  menu: 'M6 3v6a3 3 0 0 0 6 0V3M9 3v18M18 21V3c-2 1-3 4-3 7v3h3',
  orders: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9.5 8h5M9.5 12h5',
} as const

export type Icon = {
  /** The width and height of the icon in pixels. */
  readonly size: number
  readonly ground: keyof typeof grounds
  readonly sign?: keyof typeof signs
}

/** The restaurant's colours, and the logo that is drawn instead of the mark. */
export type Drawn = { readonly colours: Colours; readonly logo?: Decoded | undefined }

const usual: Drawn = { colours: usualColours }

/** Returns the mark as SVG, `size` wide and high, in colours that are visible on dark and light. */
export function markSvg(size: number, { ember, plantain }: Colours = usualColours): string {
  const [left, top, width] = mark.bounds
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} ${top} ${width} ${width}" width="${size}" height="${size}"><path fill="${ember}" d="${mark.flame}"/><path fill="${plantain}" d="${mark.heart}"/></svg>`
}

export async function vectorIcon({ colours, logo }: Drawn = usual): Promise<string> {
  if (!logo) return markSvg(48, colours)
  const png = await renderIcon({ size: 96, ground: 'tile' }, { colours, logo })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="48" height="48"><image width="96" height="96" href="data:image/png;base64,${png.toString('base64')}"/></svg>`
}

export async function renderIcon({ size, ground, sign }: Icon, { colours, logo }: Drawn = usual): Promise<Buffer> {
  const sharp = await loadSharp()
  const on = logo && !sign ? await groundOf(logo, colours) : colours.ground
  const { mark: share, radius } = grounds[ground]
  // An opaque logo fills its icon, except if phones crop the icon to a circle.
  const fills = logo?.channels === 3 && ground !== 'bleed'
  const room = Math.round(size * (logo && !sign && ground !== 'bleed' ? (fills ? 1 : logoShare) : share))
  const drawing = sign
    ? await sharp(Buffer.from(signSvg(sign, room, colours)))
        .png()
        .toBuffer()
    : logo
      ? await square(logo, room)
      : await sharp(Buffer.from(markSvg(room, colours)))
          .png()
          .toBuffer()
  const shape = (fill: string) =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><rect width="${size}" height="${size}" rx="${size * (logo && !sign && ground === 'none' ? grounds.tile.radius : radius)}" fill="${fill}"/></svg>`,
    )
  const bare = ground === 'none' && !(logo && !sign)
  const icon = sharp(shape(bare ? 'none' : on)).composite([
    { input: drawing, gravity: 'centre' },
    ...(fills && !sign ? [{ input: shape('#000'), blend: 'dest-in' as const }] : []),
  ])
  return (ground === 'bleed' ? icon.flatten({ background: on }) : icon).png({ compressionLevel: 9 }).toBuffer()
}

/** The fraction of the icon's width that a transparent logo fills. */
const logoShare = 0.84

async function square({ data, ...raw }: Decoded, size: number): Promise<Buffer> {
  const sharp = await loadSharp()
  return sharp(data, { raw }).resize(size, size).png().toBuffer()
}

/** Returns the background of a transparent logo: charcoal or paper, whichever contrasts more with the logo's colour. */
async function groundOf({ data, ...raw }: Decoded, { ground, text }: Colours): Promise<string> {
  const sharp = await loadSharp()
  if (raw.channels === 3) return ground
  const [red = 0, green = 0, blue = 0] = await sharp(data, { raw }).resize(1, 1, { fit: 'fill' }).raw().toBuffer()
  const seen = `#${Buffer.from([red, green, blue]).toString('hex')}`
  return contrast(seen, ground) >= contrast(seen, text) ? ground : text
}

function signSvg(sign: keyof typeof signs, size: number, { plantain }: Colours): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="${size}" height="${size}"><path fill="none" stroke="${plantain}" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" d="${signs[sign]}"/></svg>`
}

/**
 * Returns an ICO file with the mark at the sizes of a tab. Browsers request /favicon.ico whatever the page links to.
 */
export async function renderFavicon(drawn: Drawn = usual): Promise<Buffer> {
  const sizes = [16, 32, 48]
  const pictures = await Promise.all(sizes.map((size) => renderIcon({ size, ground: 'none' }, drawn)))
  // An ICO file has a header of 6 bytes, an entry of 16 bytes for each picture, and then the pictures as PNG.
  const head = Buffer.alloc(6 + 16 * sizes.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(sizes.length, 4)
  let offset = head.length
  for (const [index, picture] of pictures.entries()) {
    const entry = 6 + 16 * index
    head.writeUInt8(sizes[index] ?? 0, entry)
    head.writeUInt8(sizes[index] ?? 0, entry + 1)
    head.writeUInt16LE(1, entry + 4)
    head.writeUInt16LE(32, entry + 6)
    head.writeUInt32LE(picture.length, entry + 8)
    head.writeUInt32LE(offset, entry + 12)
    offset += picture.length
  }
  return Buffer.concat([head, ...pictures])
}
