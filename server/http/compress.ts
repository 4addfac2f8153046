import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Bytes. A body below the size of about one packet is sent as it is. */
const leastBytes = 1000

/** Bytes. To hand a smaller body to a thread and back takes as long as to compress it. */
const leastForThread = 4000

/** Brotli's qualities, 0 to 11. */
const fast = 5
const best = 11

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
  /** Whether the smallest encoding is made or being made. */
  isBest: boolean
}

export function encodable(body: Bytes): Encoded {
  return { body, encodings: new Map(), isBest: false }
}

/**
 * The body in an encoding that the client accepts, with its headers. The first request is answered in a millisecond. What is
 * asked for again is kept, so it is made a tenth smaller, which takes up to a hundred beside the requests.
 */
export async function encode(
  encoded: Encoded,
  accepts: string | undefined,
): Promise<{ body: Bytes; headers: Record<string, string> }> {
  const { body, encodings } = encoded
  const encoding = encodingFor(accepts)
  if (!encoding || body.length < leastBytes) return { body, headers: { Vary: 'Accept-Encoding' } }
  let bytes = encodings.get(encoding)
  if (!bytes) {
    bytes = encoding === 'br' ? brotliOf(body, fast) : gzipOf(body)
    encodings.set(encoding, bytes)
  } else if (encoding === 'br' && !encoded.isBest) {
    void makeBest(encoded)
  }
  return { body: await bytes, headers: { Vary: 'Accept-Encoding', 'Content-Encoding': encoding } }
}

/** Whether one is being made. Node's few threads also read files and compare passwords. */
let isMaking = false

/** Where another one is being made, the next request for this one tries again. */
async function makeBest(encoded: Encoded): Promise<void> {
  if (isMaking) return
  isMaking = true
  encoded.isBest = true
  try {
    encoded.encodings.set('br', Promise.resolve(await brotliOf(encoded.body, best)))
  } catch {
    // The first one stays.
  }
  isMaking = false
}

async function brotliOf(body: Bytes, quality: number): Promise<Bytes> {
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }
  return body.length < leastForThread && quality === fast ? brotliCompressSync(body, options) : brotli(body, options)
}

async function gzipOf(body: Bytes): Promise<Bytes> {
  return body.length < leastForThread ? gzipSync(body, { level: 6 }) : zip(body, { level: 6 })
}
