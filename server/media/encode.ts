import { loadSharp } from './sharp.ts'

export type PictureFormat = 'avif' | 'webp'

/** The point that stays visible when a picture is cropped: fractions of width and height from the top left, 0 to 1. */
export type Focus = readonly [x: number, y: number]

/** The pixels of a picture, with three or four bytes for each pixel. */
export type Decoded = {
  readonly data: Buffer
  readonly width: number
  readonly height: number
  readonly channels: 3 | 4
}

/**
 * Decodes the largest part of a picture with the shape `shape` (width divided by height), at most `width` pixels wide.
 * The part's middle is as near to `focus` as possible. `source` is a path or the bytes of a file. Throws if the file is
 * not a picture.
 */
export async function decode(
  source: string | Buffer,
  focus: Focus = [0.5, 0.5],
  width: number,
  shape = 4 / 3,
): Promise<Decoded> {
  const sharp = await loadSharp()
  // Phones store a photo as the sensor sees it, and its rotation in the Exif data.
  const image = sharp(source, { autoOrient: true })
  const { autoOrient: size } = await image.metadata()
  const part = {
    width: Math.min(size.width, Math.round(size.height * shape)),
    height: Math.min(size.height, Math.round(size.width / shape)),
  }
  const from = (share: number, whole: number, part: number) =>
    Math.round(Math.min(Math.max(share * whole - part / 2, 0), whole - part))
  const { data, info } = await image
    .extract({ ...part, left: from(focus[0], size.width, part.width), top: from(focus[1], size.height, part.height) })
    .resize({ width, withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, channels: info.channels === 4 ? 4 : 3 }
}

/** Returns the file of a picture, `width` pixels wide or, if the source is narrower, as wide as the source. */
export async function encode({ data, ...raw }: Decoded, width: number, format: PictureFormat): Promise<Buffer> {
  const sharp = await loadSharp()
  const image = sharp(data, { raw }).resize({ width, withoutEnlargement: true })
  // The qualities were chosen by eye. Effort 0 makes slightly larger files but is much faster, and a first start makes
  // hundreds of files. With an alphaQuality of 70 or less, a transparent shadow shows bands on a light background.
  return format === 'avif'
    ? image.avif({ quality: 36, effort: 0, chromaSubsampling: '4:2:0' }).toBuffer()
    : image.webp({ quality: 55, alphaQuality: 72, effort: 2 }).toBuffer()
}

/** Returns a picture's average colour as `#rrggbb`; empty for a transparent picture. */
export async function averageColour({ data, ...raw }: Decoded): Promise<string> {
  if (raw.channels === 4) return ''
  const sharp = await loadSharp()
  const pixel = await sharp(data, { raw }).resize(1, 1, { fit: 'fill' }).raw().toBuffer()
  return `#${pixel.toString('hex')}`
}
