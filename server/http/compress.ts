import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Bytes. A body below the size of about one packet is sent as it is. */
const leastBytes = 1000

/** Bytes. To hand a smaller body to a thread and back takes as long as to compress it. */
const leastForThread = 4000

type Bytes = Buffer<ArrayBuffer>

/** The better of the two encodings that a client takes, by its Accept-Encoding header; undefined where it takes neither. */
export function encodingFor(accepts: string | undefined): 'br' | 'gzip' | undefined {
  const taken = (accepts ?? '')
    .split(',')
    .map((part) => part.replaceAll(' ', ''))
    .filter((part) => !/;q=0(?:\.0*)?$/.test(part))
    .map((part) => part.split(';')[0])
  return taken.includes('br') ? 'br' : taken.includes('gzip') ? 'gzip' : undefined
}

/**
 * Whether an If-None-Match header names this ETag. Proxies send lists, and make a tag weak that was strong; what is sent is
 * the same.
 */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  const plain = (tag: string) => tag.trim().replace(/^W\//, '')
  const known = (ifNoneMatch ?? '').split(',').map(plain)
  return known.includes('*') || known.includes(plain(etag))
}

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
  const encoding = encodingFor(accepts)
  if (!encoding || body.length < leastBytes) return { body, headers: { Vary: 'Accept-Encoding' } }
  let encoded = encodings.get(encoding)
  if (!encoded) {
    encoded = compress(body, encoding, quality)
    encodings.set(encoding, encoded)
  }
  return { body: await encoded, headers: { Vary: 'Accept-Encoding', 'Content-Encoding': encoding } }
}

async function compress(body: Bytes, encoding: 'br' | 'gzip', quality: number): Promise<Bytes> {
  const isSmall = body.length < leastForThread
  if (encoding === 'gzip') return isSmall ? gzipSync(body, { level: 6 }) : zip(body, { level: 6 })
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }
  return isSmall ? brotliCompressSync(body, options) : brotli(body, options)
}
