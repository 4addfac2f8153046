import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** The smallest body to compress, in bytes: about one packet. */
const leastBytes = 1000

/**
 * The smallest body to compress in a thread, in bytes. Passing a smaller body to a thread takes as long as compressing
 * it.
 */
const leastForThread = 4000

/** Two qualities of Brotli's scale from 0 to 11. */
const fast = 5
const best = 11

type Bytes = Buffer<ArrayBuffer>

/**
 * Returns the better of the two encodings that a client accepts, by its Accept-Encoding header; undefined if it accepts
 * neither.
 */
export function encodingFor(accepts: string | undefined): 'br' | 'gzip' | undefined {
  const taken = (accepts ?? '')
    .split(',')
    .map((part) => part.replaceAll(' ', ''))
    .filter((part) => !/;q=0(?:\.0*)?$/.test(part))
    .map((part) => part.split(';')[0])
  return taken.includes('br') ? 'br' : taken.includes('gzip') ? 'gzip' : undefined
}

/** A body with its encodings, each made at the first request for it and then cached. */
export type Encoded = {
  readonly body: Bytes
  readonly encodings: Map<'br' | 'gzip', Promise<Bytes>>
  /** True if the encoding 'br' is the smallest. */
  isBest: boolean
}

export function encodable(body: Bytes): Encoded {
  return { body, encodings: new Map(), isBest: false }
}

/**
 * Returns the body in an encoding that the client accepts, with its headers, and whether later requests get the same
 * bytes. The first request gets a fast encoding. The second request starts the smallest encoding, which is made in the
 * background.
 */
export async function encode(
  encoded: Encoded,
  accepts: string | undefined,
): Promise<{ body: Bytes; headers: Record<string, string>; isFinal: boolean }> {
  const { body, encodings } = encoded
  const encoding = encodingFor(accepts)
  if (!encoding || body.length < leastBytes) return { body, headers: headersOf(body), isFinal: true }
  const isFinal = encoding !== 'br' || encoded.isBest
  let bytes = encodings.get(encoding)
  if (!bytes) {
    bytes = encoding === 'br' ? brotliOf(body, fast) : gzipOf(body)
    encodings.set(encoding, bytes)
  } else if (!isFinal) {
    void makeBest(encoded)
  }
  const made = await bytes
  return { body: made, headers: { ...headersOf(made), 'Content-Encoding': encoding }, isFinal }
}

function headersOf(body: Bytes): Record<string, string> {
  return { Vary: 'Accept-Encoding', 'Content-Length': String(body.length) }
}

/**
 * True while a smallest encoding is being made: one at a time, because Node's few threads also read files and compare
 * passwords.
 */
let isMaking = false

/**
 * Makes the smallest encoding. While another body is being encoded, does nothing: the next request for this body tries
 * again.
 */
async function makeBest(encoded: Encoded): Promise<void> {
  if (isMaking) return
  isMaking = true
  try {
    encoded.encodings.set('br', Promise.resolve(await brotliOf(encoded.body, best)))
    encoded.isBest = true
  } catch {
    // After a failure, the fast encoding stays in use, and the next request tries again.
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
