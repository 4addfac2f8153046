import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Under about a packet's worth there is nothing to win. */
const worthIt = 1000

/** A body in the encodings that clients take, each made when first asked for, and kept. */
export type Encoded = {
  readonly body: Buffer
  readonly encodings: Map<'br' | 'gzip', Promise<Buffer>>
}

export function encodable(body: Buffer): Encoded {
  return { body, encodings: new Map() }
}

/**
 * The body as this client takes it, and the headers that say so. `quality` is brotli's, 0 to 11: 5 for what is sent once,
 * 9 for what is kept.
 */
export async function encode(
  { body, encodings }: Encoded,
  accepts: string | undefined,
  quality: number,
): Promise<{ body: Buffer; headers: Record<string, string> }> {
  const encoding = /\bbr\b/.test(accepts ?? '') ? 'br' : /\bgzip\b/.test(accepts ?? '') ? 'gzip' : undefined
  if (!encoding || body.length < worthIt) return { body, headers: { Vary: 'Accept-Encoding' } }
  let encoded = encodings.get(encoding)
  if (!encoded) {
    encoded =
      encoding === 'br'
        ? brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
        : zip(body, { level: 6 })
    encodings.set(encoding, encoded)
  }
  return { body: await encoded, headers: { Vary: 'Accept-Encoding', 'Content-Encoding': encoding } }
}
