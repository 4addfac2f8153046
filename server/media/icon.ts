import sharp from 'sharp'
import { readArt } from './art.ts'
import type { PieceName } from './pieces.ts'

/** The charcoal of the dark pages. */
const ground = '#17110e'

/** A maskable icon may be cut to a circle of 80 % of its width (W3C App Manifest), so the mark stays within that circle. */
const marks = { free: 0.94, maskable: 0.56 }

export type IconWish = {
  /** On the charcoal ground and small enough for any mask; otherwise on transparent ground. iOS wants this one. */
  readonly maskable?: boolean
  /** The mark of the house. */
  readonly piece?: PieceName
  readonly format?: 'png' | 'webp'
}

/** The mark of the house as a square picture, `size` pixels wide. */
export async function renderIcon(
  size: number,
  { maskable = false, piece = 'fire', format = 'png' }: IconWish = {},
): Promise<Buffer> {
  const { data, width, height } = await readArt(piece)
  const room = Math.round(size * (maskable ? marks.maskable : marks.free))
  const mark = await sharp(data, { raw: { width, height, channels: 4 } })
    .resize(room, room, { fit: 'inside' })
    .png()
    .toBuffer()
  const icon = sharp({
    create: { width: size, height: size, channels: 4, background: maskable ? ground : '#0000' },
  }).composite([{ input: mark, gravity: 'centre' }])
  return format === 'png' ? icon.png({ palette: true, colours: 128 }).toBuffer() : icon.webp({ quality: 80 }).toBuffer()
}
