import { createHash } from 'node:crypto'
import sharp, { type OverlayOptions } from 'sharp'
import { type Art, readArt } from './art.ts'
import { type PieceName, shareOf, stands } from './pieces.ts'

/** A piece with a place of its own; what it leaves out, the arrangement decides. */
export type Placed = {
  readonly piece: PieceName
  /** Centre of the piece, in heights of the picture from its middle; right and down are positive. */
  readonly x?: number
  readonly y?: number
  /** How large the piece is against the others, the first of an arrangement being about 1. */
  readonly size?: number
  /** Degrees clockwise. */
  readonly turn?: number
}

/** One to four pieces, the most important first: it is the largest and lies in front. */
export type Plate = readonly (PieceName | Placed)[]

/** RGBA, four bytes a pixel. */
export type Composed = { readonly data: Buffer; readonly width: number; readonly height: number }

type Spot = { readonly x: number; readonly y: number; readonly size: number; readonly turn: number }

const spot = (x: number, y: number, size: number, turn: number): Spot => ({ x, y, size, turn })

/** How many pieces -> ways to lay them. Each is also used mirrored and slightly turned, so few are needed. */
const arrangements: readonly (readonly (readonly Spot[])[])[] = [
  [[spot(0, 0, 1, -6)], [spot(0, 0, 0.94, 10)], [spot(0, 0, 1, 4)], [spot(0, 0, 0.9, -16)]],
  [
    [spot(-0.18, 0, 1, -6), spot(0.3, 0.12, 0.74, 12)],
    [spot(-0.16, 0.1, 1, 8), spot(0.28, -0.1, 0.78, 14)],
    [spot(-0.18, -0.02, 1, -10), spot(0.27, 0.17, 0.7, -8)],
    [spot(-0.2, 0.05, 0.96, 5), spot(0.26, -0.04, 0.86, -10)],
    [spot(-0.14, 0.1, 0.94, -4), spot(0.3, -0.02, 0.82, 18)],
  ],
  [
    [spot(-0.02, 0.12, 1, -4), spot(0.4, 0.02, 0.76, 14), spot(-0.4, -0.08, 0.74, -14)],
    [spot(-0.24, 0.06, 1, -8), spot(0.2, -0.16, 0.78, 10), spot(0.36, 0.2, 0.64, -12)],
    [spot(0.02, 0.1, 1, 6), spot(-0.4, 0.1, 0.72, -12), spot(0.32, -0.14, 0.76, 16)],
    [spot(-0.18, 0.12, 0.96, 4), spot(0.32, 0.1, 0.78, -10), spot(0.1, -0.22, 0.76, 12)],
    [spot(-0.28, 0.06, 0.96, -10), spot(0.16, -0.08, 0.86, 6), spot(0.46, 0.16, 0.66, 16)],
  ],
  [
    [spot(-0.08, 0.16, 1, -4), spot(0.36, 0.14, 0.74, 12), spot(-0.42, -0.06, 0.7, -14), spot(0.16, -0.22, 0.74, 8)],
    [spot(-0.26, 0.08, 0.98, -8), spot(0.2, 0.18, 0.72, 8), spot(0.08, -0.2, 0.76, -10), spot(0.46, -0.04, 0.7, 16)],
    [spot(0.04, 0.14, 1, 6), spot(-0.4, 0.12, 0.74, -10), spot(-0.2, -0.2, 0.72, 10), spot(0.36, -0.12, 0.74, 16)],
  ],
]

/** The most a group may take of the picture: air for the shadow below, and nothing cut off. */
const reach = { width: 0.9, height: 0.8 }

/** A piece alone stays inside the middle square, so that a square tile may crop the picture. */
const reachAlone = { width: 0.66, height: 0.78 }

/** A shadow as warm as the charcoal ground: pure black looks like a hole on cream. */
const shadow = { colour: { r: 26, g: 10, b: 4 }, strength: 0.42, blur: 0.022, drop: 0.036 }

type Laid = Spot & { readonly art: Art; readonly scale: number; readonly wide: number; readonly high: number }

/**
 * Reads, lays out and paints the pieces on transparent ground, `width` pixels wide and 4:3. The same plate, seed and width
 * give the same pixels. Throws where there are no pieces or more than four.
 */
export async function composePlate(plate: Plate, seed: string, width: number): Promise<Composed> {
  const height = Math.round((width * 3) / 4)
  const laid = await layOut(plate, seed)
  const box = boundsOf(laid)
  const most = laid.length === 1 ? reachAlone : reach
  const zoom = Math.min((most.width * width) / (box.right - box.left), (most.height * height) / (box.bottom - box.top))
  // The room that is left shifts the group off the middle, sideways only: shadows need theirs below.
  const room = (width * (laid.length === 1 ? 0.75 : reach.width) - zoom * (box.right - box.left)) / 2
  const shift = Math.max(0, room) * 0.5 * (2 * chance(seed, 'shift') - 1)
  const middle = { x: width / 2 + shift, y: height * 0.485 }

  const layers: OverlayOptions[] = []
  for (const piece of laid.toReversed()) {
    const image = await paintPiece(piece, zoom)
    const x = middle.x + zoom * (piece.x - (box.left + box.right) / 2)
    const y = middle.y + zoom * (piece.y - (box.top + box.bottom) / 2)
    layers.push(layer(await castShadow(image, height), x, y + shadow.drop * height), layer(image, x, y))
  }
  const data = await sharp({ create: { width, height, channels: 4, background: '#0000' } })
    .composite(layers)
    .raw()
    .toBuffer()
  return { data, width, height }
}

/** An image to lie with its centre at a point. */
const layer = ({ data, width, height }: Composed, x: number, y: number): OverlayOptions => ({
  input: data,
  raw: { width, height, channels: 4 },
  left: Math.round(x - width / 2),
  top: Math.round(y - height / 2),
})

const asPlaced = (entry: PieceName | Placed): Placed => (typeof entry === 'string' ? { piece: entry } : entry)

/** 0 up to 1, always the same for the same seed and purpose. */
const chance = (seed: string, purpose: string) =>
  createHash('sha256').update(`${purpose} of ${seed}`).digest().readUInt32BE() / 2 ** 32

async function layOut(plate: Plate, seed: string): Promise<Laid[]> {
  const ways = arrangements[plate.length - 1]
  if (!ways) throw new Error(`A plate has one to four pieces, not ${plate.length}.`)
  const way = ways[Math.floor(chance(seed, 'way') * ways.length)] ?? []
  const side = chance(seed, 'side') < 0.5 ? -1 : 1
  return Promise.all(
    plate.map(async (entry, index) => {
      const placed = asPlaced(entry)
      const { x, y, size, turn } = way[index] ?? spot(0, 0, 1, 0)
      const art = await readArt(placed.piece)
      const own = size * shareOf(placed.piece) * (0.9 + 0.2 * chance(seed, `size ${index}`))
      const lean = side * turn + 14 * (chance(seed, `turn ${index}`) - 0.5)
      const chosen: Spot = {
        x: placed.x ?? side * x + 0.1 * (chance(seed, `x ${index}`) - 0.5),
        y: placed.y ?? y + 0.1 * (chance(seed, `y ${index}`) - 0.5),
        size: placed.size ?? own,
        turn: placed.turn ?? lean * (stands(placed.piece) ? 0.25 : 1),
      }
      // Between longest side and area: by either alone a skewer is too small beside a bowl, or too long.
      const scale =
        (0.72 * chosen.size) / (0.5 * Math.max(art.width, art.height) + 0.5 * Math.sqrt(art.width * art.height))
      const angle = (Math.abs(chosen.turn) * Math.PI) / 180
      const wide = scale * (art.width * Math.cos(angle) + art.height * Math.sin(angle))
      const high = scale * (art.width * Math.sin(angle) + art.height * Math.cos(angle))
      return { ...chosen, art, scale, wide, high }
    }),
  )
}

const boundsOf = (laid: readonly Laid[]) => ({
  left: Math.min(...laid.map(({ x, wide }) => x - wide / 2)),
  right: Math.max(...laid.map(({ x, wide }) => x + wide / 2)),
  top: Math.min(...laid.map(({ y, high }) => y - high / 2)),
  bottom: Math.max(...laid.map(({ y, high }) => y + high / 2)),
})

async function paintPiece({ art, scale, turn }: Laid, zoom: number): Promise<Composed> {
  const { data, info } = await sharp(art.data, { raw: { width: art.width, height: art.height, channels: 4 } })
    .resize(Math.round(art.width * scale * zoom), Math.round(art.height * scale * zoom), { fit: 'fill' })
    .rotate(turn, { background: '#0000' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** A shadow is blurred, so it is made at this share of the size: 16 times fewer pixels to blur. */
const shadowScale = 1 / 4

/** The soft dark shape of a piece, its centre where the piece has its own. */
async function castShadow({ data, ...size }: Composed, height: number): Promise<Composed> {
  const blur = shadow.blur * height
  const margin = Math.ceil(blur * 3 * shadowScale)
  const shape = await sharp(data, { raw: { ...size, channels: 4 } })
    .extractChannel(3)
    .resize(Math.ceil(size.width * shadowScale), Math.ceil(size.height * shadowScale), { fit: 'fill' })
    .extend({ top: margin, bottom: margin, left: margin, right: margin, background: '#0000' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const soft = await sharp(shape.data, { raw: shape.info })
    .blur(blur * shadowScale)
    .linear(shadow.strength, 0)
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const grown = await sharp(soft.data, { raw: soft.info })
    .resize(Math.round(soft.info.width / shadowScale), Math.round(soft.info.height / shadowScale), { kernel: 'cubic' })
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { r, g, b } = shadow.colour
  const pixels = Buffer.alloc(grown.data.length * 4)
  for (let at = 0; at < grown.data.length; at++) {
    const alpha = grown.data[at] ?? 0
    pixels.writeUInt32BE(((r << 24) | (g << 16) | (b << 8) | alpha) >>> 0, at * 4)
  }
  return { data: pixels, width: grown.info.width, height: grown.info.height }
}
