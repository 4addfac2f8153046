import { writeFile } from 'node:fs/promises'
import type { Metadata } from 'sharp'
import { averageColour } from '../media/encode.ts'
import { loadSharp } from '../media/sharp.ts'
import { type DecodedPhoto, overLimit, type Rejected } from './decode.ts'

// This process decodes one uploaded photo, and ends. It has no secrets, connections or open files, so a picture that
// exploits a decoder reaches nothing else.

const mostPixels = 50_000_000

/**
 * The memory limit of this process. An AVIF of 50 megapixels takes about 850 MB, and other formats take less than 640
 * MB.
 */
const maxMemoryBytes = 1024 * 1024 * 1024

/** The limit of processor time, which does not depend on other load. A photo of 50 megapixels takes some seconds. */
const maxProcessorMicroseconds = 20_000_000

/** The largest width and height in pixels, more than any screen shows. */
const largest = 2400
const previewSize = 720
/** The smallest width and height in pixels: those of the smallest picture on a page. */
const smallest = 240

const damaged = 'This photo is damaged or incomplete. Please choose another, or take it again.'
const moving = 'This picture moves. Please choose a still photo.'
const twofold = 'This file is more than a photo. Please save it as a plain JPEG and choose that.'
const huge = 'This photo has more than 50 megapixels. Please choose a smaller one.'
const tiny = `This photo is too small: it needs ${smallest} pixels on each side.`

process.once('message', async (sent: Uint8Array) => {
  // If memory runs out, Linux ends this process first.
  await writeFile('/proc/self/oom_score_adj', '1000').catch(() => {})
  setInterval(() => {
    const { user, system } = process.cpuUsage()
    if (process.memoryUsage.rss() > maxMemoryBytes || user + system > maxProcessorMicroseconds) process.exit(overLimit)
  }, 20)
  process.send?.(await decodePhoto(Buffer.from(sent)), () => process.exit())
})
process.once('disconnect', () => process.exit())
// Ignores the signals that a terminal and systemd send to all processes of the server: the server ends this process
// itself.
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => {})

async function decodePhoto(bytes: Buffer): Promise<DecodedPhoto | Rejected> {
  if (isTwofold(bytes)) return { rejected: twofold }
  if (hasFrames(bytes)) return { rejected: moving }
  const library = await loadSharp()
  // Blocks every format of libvips except the four below.
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
  // The result has no metadata, because sharp drops metadata by default and converts every colour space to sRGB.
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

/**
 * Returns true if another program would read the file as a document, an archive or a page. Such polyglot files are
 * refused.
 */
function isTwofold(bytes: Buffer): boolean {
  const text = bytes.toString('latin1')
  return (
    text.slice(0, 1024).includes('%PDF-') ||
    text.slice(-66_000).includes('PK\x05\x06') ||
    text.includes('Rar!\x1a\x07') ||
    /<(?:script|html|svg|iframe|!doctype|\?php)[\s>]/i.test(text)
  )
}

/** Returns true for an animated PNG and for a sequence of AVIF, because sharp reads only their first frame. */
function hasFrames(bytes: Buffer): boolean {
  const head = bytes.toString('latin1', 0, 100_000)
  return (head.startsWith('\x89PNG') && head.includes('acTL')) || /^.{4}ftyp.{0,60}avis/s.test(head)
}
