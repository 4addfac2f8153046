import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Bytes. A body below the size of about one packet is sent as it is. */
const leastBytes = 1000

type Bytes = Buffer<ArrayBuffer>

/** A body with its encodings, each made at the first request for it and then cached. */
export type Encoded = {
  readonly body: Bytes
  readonly encodings: Map<'br' | 'gzip', Promise<Bytes>>
}

export function encodable(body: Bytes): Encoded {
  return { body, encodings: new Map() }
}

/**
 * The body in an encoding that the client accepts, with its headers. `quality` is brotli's, 0 to 11: 5 for a body that is sent
 * once, 9 for one that is cached.
 */
export async function encode(
  { body, encodings }: Encoded,
  accepts: string | undefined,
  quality: number,
): Promise<{ body: Bytes; headers: Record<string, string> }> {
  const encoding = /\bbr\b/.test(accepts ?? '') ? 'br' : /\bgzip\b/.test(accepts ?? '') ? 'gzip' : undefined
  if (!encoding || body.length < leastBytes) return { body, headers: { Vary: 'Accept-Encoding' } }
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
