import { loadSharp } from './sharp.ts'

export type PictureFormat = 'avif' | 'webp'

/** What must stay in the picture when its sides are cut off: shares of its width and height from the upper left, 0 to 1. */
export type Focus = readonly [x: number, y: number]

/** Pixels of a picture, three or four bytes each. */
export type Decoded = {
  readonly data: Buffer
  readonly width: number
  readonly height: number
  readonly channels: 3 | 4
}

/**
 * The largest part of the picture at `source`, a path or its bytes, that has `focus` as near its middle as can be, at most `width` pixels wide.
 * `shape` is its width divided by its height. Throws where the file is no picture.
 */
export async function decode(
  source: string | Buffer,
  focus: Focus = [0.5, 0.5],
  width: number,
  shape = 4 / 3,
): Promise<Decoded> {
  const sharp = await loadSharp()
  // Phones write a photo as the sensor lay and say in its Exif data how it is to be turned.
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

/** The file of a picture, `width` pixels wide or as wide as its source. */
export async function encode({ data, ...raw }: Decoded, width: number, format: PictureFormat): Promise<Buffer> {
  const sharp = await loadSharp()
  const image = sharp(data, { raw }).resize({ width, withoutEnlargement: true })
  // Qualities by eye. An effort of 0 takes a third of the time of 1, for a tenth more bytes: a first start makes 900 of these.
  // With an alphaQuality of 70 or less a shadow falls into bands on the light tile.
  return format === 'avif'
    ? image.avif({ quality: 36, effort: 0, chromaSubsampling: '4:2:0' }).toBuffer()
    : image.webp({ quality: 55, alphaQuality: 72, effort: 2 }).toBuffer()
}

/** `#rrggbb`, the average of a picture; empty for one that is transparent. */
export async function averageColour({ data, ...raw }: Decoded): Promise<string> {
  if (raw.channels === 4) return ''
  const sharp = await loadSharp()
  const pixel = await sharp(data, { raw }).resize(1, 1, { fit: 'fill' }).raw().toBuffer()
  return `#${pixel.toString('hex')}`
}
