import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { type Piece, type PieceName, pieces } from './pieces.ts'

const emoji = join(dirname(createRequire(import.meta.url).resolve('@lobehub/fluent-emoji-3d/package.json')), 'assets')

export type Art = {
  /** RGBA, four bytes a pixel, nothing empty around it. */
  readonly data: Buffer
  readonly width: number
  readonly height: number
}

/** The drawing of a piece, recoloured and mirrored as its entry says, cut to what is visible. Not turned. */
export async function readArt(name: PieceName): Promise<Art> {
  const piece: Piece = pieces[name]
  const { data, info } = await sharp(join(emoji, `${piece.art}.webp`))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  if (piece.pale) paint(data, piece.pale)
  const visible = await sharp(data, { raw: info })
    .trim({ background: '#0000', threshold: 8 })
    .flop(piece.flip ?? false)
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data: visible.data, width: visible.info.width, height: visible.info.height }
}

/** Gives colourless pixels a colour on average and keeps their light and shade: darker ones go to black, lighter ones to white. */
function paint(pixels: Buffer, to: string): void {
  const target = [1, 3, 5].map((at) => Number.parseInt(to.slice(at, at + 2), 16))
  const weights = new Float32Array(pixels.length / 4)
  let sum = 0
  let total = 0
  for (let at = 0; at < pixels.length; at += 4) {
    if (pixels[at + 3] === 0) continue
    const weight = paleness(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0)
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

/** How far, 0 to 1, a pixel is without colour. Soft at the border, or the edges of the drawing would fray. */
function paleness(red: number, green: number, blue: number): number {
  const most = Math.max(red, green, blue)
  const saturation = most === 0 ? 0 : (most - Math.min(red, green, blue)) / most
  return 1 - Math.min(1, Math.max(0, (saturation - 0.16) / 0.14))
}
