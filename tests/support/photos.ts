import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import type { Photo } from '#contract/parts/photos.ts'

/** Returns an incompressible picture: coloured noise, which differs by `seed`. */
function noise(width: number, height: number, seed: number): Sharp {
  const data = Buffer.alloc(width * height * 3)
  let state = seed + 1
  for (let at = 0; at < data.length; at++) {
    state = (Math.imul(state, 1664525) + 1013904223) | 0
    data[at] = (state >>> 24) & 0xff
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
}

/** Makes a photo like a phone's: rotated, with a place and a camera in its metadata. */
export const phonePhoto = (width = 1200, height = 900, seed = 1): Promise<Buffer> =>
  noise(width, height, seed)
    .blur(2)
    .withExif({
      IFD0: { Make: 'Tecno', Model: 'Spark 20' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '6/1 25/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 80 })
    .toBuffer()

export const idOf = (file: Buffer) => createHash('sha256').update(file).digest('hex')

export type PhotoAnswer = { readonly status: number; readonly body: Partial<Photo> & { readonly detail?: string } }

const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** Returns a small PNG whose header claims this many pixels. */
function bomb(width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  head.set([8, 6], 8)
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000_000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Returns makers of hostile files, all of which are refused. `share` is random, from 0 to 1; `seed` is unique. */
export async function hostileKinds(): Promise<
  Readonly<Record<string, (share: number, seed: number) => Buffer | Promise<Buffer>>>
> {
  const plain = noise(640, 480, 7).blur(2)
  const [jpeg, png, webp, avif, gif] = await Promise.all([
    plain.clone().jpeg().toBuffer(),
    plain.clone().png().toBuffer(),
    plain.clone().webp().toBuffer(),
    plain.clone().avif({ effort: 0 }).toBuffer(),
    plain.clone().gif({ effort: 1 }).toBuffer(),
  ])
  const frames = await sharp([png, jpeg], { join: { animated: true } })
    .webp({ effort: 0 })
    .toBuffer()
  const cut = (file: Buffer) => (share: number) => file.subarray(0, Math.floor(file.length * (0.1 + share * 0.85)))
  const tail = (file: Buffer, words: string) => (_: number, seed: number) =>
    Buffer.concat([file, Buffer.from(`${words}${seed}`, 'latin1')])
  const junk = (beginning: string) => (share: number, seed: number) =>
    noise(64, 64 + Math.floor(share * 200), seed)
      .raw()
      .toBuffer()
      .then((bytes) => Buffer.concat([Buffer.from(beginning, 'latin1'), bytes]))
  return {
    SVG: (_, seed) => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(${seed})</script></svg>`),
    'SVG behind spaces': (_, seed) => Buffer.from(`${' '.repeat(40)}<?xml version="1.0"?><svg width="${seed}"/>`),
    page: (_, seed) => Buffer.from(`<!doctype html><title>${seed}</title>`),
    GIF: tail(gif, ''),
    TIFF: (_, seed) => noise(320, 240, seed).tiff().toBuffer(),
    noise: junk(''),
    'JPEG of noise': junk('\xff\xd8\xff\xe0\x00\x10JFIF\x00'),
    'PNG of noise': junk('\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR'),
    'WebP of noise': junk('RIFF\x00\x10\x00\x00WEBPVP8 '),
    'AVIF of noise': junk('\x00\x00\x00\x20ftypavif\x00\x00\x00\x00avifmif1'),
    'cut JPEG': cut(jpeg),
    'cut PNG': cut(png),
    'cut WebP': cut(webp),
    'cut AVIF': cut(avif),
    'JPEG and page': tail(jpeg, '<html ><script >alert(1)</script>'),
    'JPEG and archive': tail(jpeg, `PK\x05\x06${'\0'.repeat(18)}`),
    'PNG and program': tail(png, '<?php system($_GET["c"]); ?>'),
    'WebP and archive': tail(webp, 'Rar!\x1a\x07\x00'),
    'PDF in a JPEG': (_, seed) =>
      Buffer.concat([
        jpeg.subarray(0, 2),
        Buffer.from(`\xff\xfe\x00\x20%PDF-1.4 ${seed}`.padEnd(34), 'latin1'),
        jpeg.subarray(2),
      ]),
    bomb: (share) => bomb(8_000 + Math.floor(share * 50_000), 60_000),
    'JPEG that says it is huge': (share) => {
      const file = Buffer.from(jpeg)
      const frame = file.indexOf(Buffer.from([0xff, 0xc0]))
      file.writeUInt16BE(30_000 + Math.floor(share * 30_000), frame + 5)
      file.writeUInt16BE(65_000, frame + 7)
      return file
    },
    'bomb within the limit': (share) => bomb(7_000, 6_000 + Math.floor(share * 1_000)),
    'animated WebP': tail(frames, ''),
    'animated PNG': (_, seed) => {
      const control = Buffer.alloc(8)
      control.writeUInt32BE(2 + (seed % 1000))
      return Buffer.concat([png.subarray(0, 33), chunk('acTL', control), png.subarray(33)])
    },
    tiny: (_, seed) => noise(16, 12, seed).png().toBuffer(),
  }
}
