import { mark } from '#contract/parts/mark.ts'
import { colours } from './colours.ts'
import { loadSharp } from './sharp.ts'

/** What an icon stands on, and the share of its width that is drawn on. */
const grounds = {
  /** Nothing: a browser's tab has a ground of its own. */
  none: { mark: 1, radius: 0 },
  /** Charcoal with round corners, for where nobody cuts. */
  tile: { mark: 0.7, radius: 0.22 },
  /** Charcoal to the edges: it may be cut to a circle of 80 % of its width (W3C App Manifest). iOS wants this one. */
  bleed: { mark: 0.58, radius: 0 },
} as const

/** Lines on a ground of 24 by 24: a fork and a knife, a receipt. */
const signs = {
  menu: 'M6 3v6a3 3 0 0 0 6 0V3M9 3v18M18 21V3c-2 1-3 4-3 7v3h3',
  orders: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9.5 8h5M9.5 12h5',
} as const

export type Icon = {
  /** Pixels. */
  readonly size: number
  readonly ground: keyof typeof grounds
  /** In the place of the mark. */
  readonly sign?: keyof typeof signs
}

/** The mark as SVG, `size` wide and high, in the colours that are seen on dark and light. */
export function markSvg(size: number): string {
  const [left, top, width] = mark.bounds
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} ${top} ${width} ${width}" width="${size}" height="${size}"><path fill="${colours.ember}" d="${mark.flame}"/><path fill="${colours.plantain}" d="${mark.heart}"/></svg>`
}

/** A square PNG. */
export async function renderIcon({ size, ground, sign }: Icon): Promise<Buffer> {
  const { mark: share, radius } = grounds[ground]
  const room = Math.round(size * share)
  const sharp = await loadSharp()
  const drawing = await sharp(Buffer.from(sign ? signSvg(sign, room) : markSvg(room)))
    .png()
    .toBuffer()
  const tile = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><rect width="${size}" height="${size}" rx="${size * radius}" fill="${ground === 'none' ? 'none' : colours.ground}"/></svg>`
  const icon = sharp(Buffer.from(tile)).composite([{ input: drawing, gravity: 'centre' }])
  return (ground === 'bleed' ? icon.flatten({ background: colours.ground }) : icon)
    .png({ compressionLevel: 9 })
    .toBuffer()
}

function signSvg(sign: keyof typeof signs, size: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="${size}" height="${size}"><path fill="none" stroke="${colours.plantain}" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" d="${signs[sign]}"/></svg>`
}

/** The mark at the sizes of a tab, in one file: for browsers that ask for /favicon.ico, whatever the page names. */
export async function renderFavicon(): Promise<Buffer> {
  const sizes = [16, 32, 48]
  const pictures = await Promise.all(sizes.map((size) => renderIcon({ size, ground: 'none' })))
  // The ICO format: a head of 6 bytes, an entry of 16 for each picture, then the pictures, as PNG.
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
