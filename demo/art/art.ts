import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { drawings } from './drawings.ts'
import { type Piece, type PieceName, pieces, type Recolour, type Where } from './pieces.ts'

const emoji = join(dirname(createRequire(import.meta.url).resolve('@lobehub/fluent-emoji-3d/package.json')), 'assets')

/** Drawings come at 256 px; pieces are placed up to this large, so vectors are drawn for it. */
const drawnSize = 384

export type Art = {
  /** RGBA, four bytes a pixel, nothing empty around it. */
  readonly data: Buffer
  readonly width: number
  readonly height: number
}

/** The drawing of a piece, recoloured and mirrored as its entry says, cut to what is visible. Not turned. */
export async function readArt(name: PieceName): Promise<Art> {
  const piece: Piece = pieces[name]
  const { data, info } = await source(piece.art).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  for (const recolour of piece.recolour ?? []) paint(data, recolour)
  const visible = await sharp(data, { raw: info })
    .trim({ background: '#0000', threshold: 8 })
    .flop(piece.flip ?? false)
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data: visible.data, width: visible.info.width, height: visible.info.height }
}

function source(art: string) {
  const drawing = drawings[art]
  return drawing ? sharp(Buffer.from(drawing), { density: (72 * drawnSize) / 256 }) : sharp(join(emoji, `${art}.webp`))
}

/** Gives the touched pixels their new colour on average and keeps their light and shade: darker ones go to black, lighter ones to white. */
function paint(pixels: Buffer, { where, to }: Recolour): void {
  const target = [1, 3, 5].map((at) => Number.parseInt(to.slice(at, at + 2), 16))
  const touched = touch(where)
  const weights = new Float32Array(pixels.length / 4)
  let sum = 0
  let total = 0
  for (let at = 0; at < pixels.length; at += 4) {
    if (pixels[at + 3] === 0) continue
    const weight = touched(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0)
    weights[at / 4] = weight
    const share = weight * (pixels[at + 3] ?? 0)
    sum += share * light(pixels, at)
    total += share
  }
  if (total === 0) return
  const mean = sum / total
  for (let at = 0; at < pixels.length; at += 4) {
    const weight = weights[at / 4] ?? 0
    if (weight === 0) continue
    const here = light(pixels, at)
    for (let channel = 0; channel < 3; channel++) {
      const colour = target[channel] ?? 0
      const shaded =
        here < mean ? (colour * here) / mean : colour + (0.7 * (255 - colour) * (here - mean)) / (255 - mean)
      pixels[at + channel] = Math.round((pixels[at + channel] ?? 0) * (1 - weight) + shaded * weight)
    }
  }
}

/** Rec. 709 weights: how light a pixel looks, 0 to 255. */
const light = (pixels: Buffer, at: number) =>
  0.2126 * (pixels[at] ?? 0) + 0.7152 * (pixels[at + 1] ?? 0) + 0.0722 * (pixels[at + 2] ?? 0)

const ramp = (from: number, to: number, value: number) => Math.min(1, Math.max(0, (value - from) / (to - from)))

/** How far, 0 to 1, a recolouring reaches a pixel. Soft at the border, or the edges of the drawing would fray. */
function touch(where: Where): (red: number, green: number, blue: number) => number {
  if (where === 'all') return () => 1
  if (where === 'pale') return (red, green, blue) => 1 - ramp(0.16, 0.3, saturation(red, green, blue))
  const [from, to] = where
  const half = ((to - from + 360) % 360) / 2
  const middle = from + half
  return (red, green, blue) => {
    const away = Math.abs(((hue(red, green, blue) - middle + 540) % 360) - 180)
    return (1 - ramp(half, half + 6, away)) * ramp(0.1, 0.22, saturation(red, green, blue))
  }
}

function saturation(red: number, green: number, blue: number): number {
  const most = Math.max(red, green, blue)
  return most === 0 ? 0 : (most - Math.min(red, green, blue)) / most
}

/** Degrees, red at 0. */
function hue(red: number, green: number, blue: number): number {
  const most = Math.max(red, green, blue)
  const span = most - Math.min(red, green, blue)
  if (span === 0) return 0
  if (most === red) return (60 * ((green - blue) / span) + 360) % 360
  if (most === green) return 60 * ((blue - red) / span) + 120
  return 60 * ((red - green) / span) + 240
}
