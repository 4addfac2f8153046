import { pictureWidths } from '#contract/picture.ts'
import { renderFavicon, renderIcon, vectorIcon } from './app-icon.ts'
import type { Asked, Drawing, Drawn, Original } from './drawing.ts'
import { averageColour, type Decoded, decode, encode } from './encode.ts'
import { renderCard } from './link-card.ts'
import { renderTicket } from './ticket.ts'

// This process draws pictures for drawing.ts.

/** The largest widths, in pixels, at which a picture and a logo are decoded. */
const largest = Math.max(...pictureWidths.large)
const largestLogo = 512

/**
 * The number of decoded pictures that are kept in memory, at most 6 MB each, because a page requests several widths and
 * formats of one picture at the same time.
 */
const decodedKept = 4

const decoded = new Map<string, Promise<Decoded>>()

process.on('message', async ({ id, drawing }: Asked) => {
  const drawn = await drawFile(drawing).then(
    (body): Drawn => ({ id, body }),
    (error): Drawn => ({ id, failure: error instanceof Error ? error.message : String(error) }),
  )
  process.send?.(drawn)
})
process.once('disconnect', () => process.exit())
// Ignores the signals that a terminal and systemd send to all processes of the server: the server ends this process
// itself.
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => {})

async function drawFile(drawing: Drawing): Promise<Buffer> {
  switch (drawing.kind) {
    case 'picture':
      return encode(await decodeOnce(drawing), drawing.width, drawing.format)
    case 'colour':
      return Buffer.from(await averageColour(await decodeOnce(drawing)))
    case 'card': {
      const { card, picture, logo } = drawing
      return renderCard(card, picture && (await decodeOriginal(picture, largest)), await decodeLogo(logo))
    }
    case 'icon': {
      const { icon, colours } = drawing
      const drawn = { colours, logo: await decodeLogo(drawing.logo) }
      if (icon === 'favicon') return renderFavicon(drawn)
      return icon === 'vector' ? Buffer.from(await vectorIcon(drawn)) : renderIcon(icon, drawn)
    }
    case 'ticket':
      return renderTicket(drawing.sections, drawing.dots, drawing.format)
  }
}

const decodeOriginal = ({ file, focus }: Original, width: number, shape?: number) =>
  decode(typeof file === 'string' ? file : Buffer.from(file), focus, width, shape)

const decodeLogo = async (logo: Original | undefined) => logo && (await decodeOriginal(logo, largestLogo, 1))

function decodeOnce({ name, of }: Extract<Drawing, { kind: 'picture' | 'colour' }>): Promise<Decoded> {
  const kept = decoded.get(name)
  if (kept) return kept
  const fresh = decodeOriginal(of, largest)
  fresh.catch(() => decoded.delete(name))
  decoded.set(name, fresh)
  for (const oldest of decoded.keys()) {
    if (decoded.size <= decodedKept) break
    decoded.delete(oldest)
  }
  return fresh
}
