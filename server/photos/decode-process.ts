import { writeFile } from 'node:fs/promises'
import type { Metadata } from 'sharp'
import { averageColour } from '../media/encode.ts'
import { loadSharp } from '../media/sharp.ts'
import { type DecodedPhoto, overLimit, type Rejected } from './decode.ts'

/*
 * The process that decodes one photo of a stranger, and ends. It has no secret, no connection and no file open, so that a
 * picture which breaks a decoder breaks this process and nothing else.
 */

const mostPixels = 50_000_000

/** Bytes of this process. An AVIF of 50 megapixels takes about 850 MB, any other less than 640 MB. */
const mostMemory = 1024 * 1024 * 1024

/** Microseconds of the processor, which are the same on a busy machine. A photo of 50 megapixels takes some seconds. */
const longest = 20_000_000

/** Pixels: wider and higher than any screen shows it. */
const largest = 2400
const previewSize = 720
/** On both sides: the smallest picture that a page shows. */
const smallest = 240

const damaged = 'This photo is damaged or incomplete. Please choose another, or take it again.'
const moving = 'This picture moves. Please choose a still photo.'
const twofold = 'This file is more than a photo. Please save it as a plain JPEG and choose that.'
const huge = 'This photo has more than 50 megapixels. Please choose a smaller one.'
const tiny = `This photo is too small: it needs ${smallest} pixels on each side.`

process.once('message', async (sent: Uint8Array) => {
  // Where memory runs out, Linux ends this process first.
  await writeFile('/proc/self/oom_score_adj', '1000').catch(() => {})
  setInterval(() => {
    const { user, system } = process.cpuUsage()
    if (process.memoryUsage.rss() > mostMemory || user + system > longest) process.exit(overLimit)
  }, 20)
  process.send?.(await decodePhoto(Buffer.from(sent)), () => process.exit())
})
process.once('disconnect', () => process.exit())
// A terminal and systemd signal all processes at once; the server ends this one.
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => {})

async function decodePhoto(bytes: Buffer): Promise<DecodedPhoto | Rejected> {
  if (isTwofold(bytes)) return { rejected: twofold }
  if (hasFrames(bytes)) return { rejected: moving }
  const library = await loadSharp()
  // Of the many formats that libvips reads, these alone.
  library.block({ operation: ['VipsForeignLoad'] })
  library.unblock({
    operation: ['Jpeg', 'Png', 'Webp', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`),
  })
  const image = library(bytes, { autoOrient: true, failOn: 'error', limitInputPixels: mostPixels })
  let facts: Metadata
  try {
    facts = await image.metadata()
  } catch (error) {
    return { rejected: `${error}`.includes('pixel limit') ? huge : damaged }
  }
  if ((facts.pages ?? 1) > 1) return { rejected: moving }
  // The bytes hold no metadata: sharp keeps none unless it is asked to, and turns every colour space into sRGB.
  const { width, height } = facts.autoOrient
  if (Math.min(width, height) < smallest) return { rejected: tiny }
  try {
    const { data, info } = await image
      .resize({ width: largest, height: largest, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const channels = info.channels === 4 ? 4 : 3
    const raw = { width: info.width, height: info.height, channels: info.channels }
    const small = { width: previewSize, height: previewSize, fit: 'inside', withoutEnlargement: true } as const
    return {
      original: await library(data, { raw }).webp({ quality: 88 }).toBuffer(),
      preview: await library(data, { raw }).resize(small).webp({ quality: 60 }).toBuffer(),
      colour: (await averageColour({ data, width: info.width, height: info.height, channels })) || null,
      width: info.width,
      height: info.height,
    }
  } catch {
    return { rejected: damaged }
  }
}

/** Whether another program would take the file for a document, an archive or a page: bytes that are two things at once. */
function isTwofold(bytes: Buffer): boolean {
  const text = bytes.toString('latin1')
  return (
    text.slice(0, 1024).includes('%PDF-') ||
    text.slice(-66_000).includes('PK\x05\x06') ||
    text.includes('Rar!\x1a\x07') ||
    /<(?:script|html|svg|iframe|!doctype|\?php)[\s>]/i.test(text)
  )
}

/** An animated PNG, or a sequence of AVIF: sharp sees their first frame only. */
function hasFrames(bytes: Buffer): boolean {
  const head = bytes.toString('latin1', 0, 100_000)
  return (head.startsWith('\x89PNG') && head.includes('acTL')) || /^.{4}ftyp.{0,60}avis/s.test(head)
}
