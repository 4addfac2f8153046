import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  ECDH,
  hkdfSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto'

/**
 * The keys of a push subscription, base64url as in the Push API. Only the subscribed browser can decrypt what these
 * keys encrypt.
 */
export type BrowserKeys = { readonly p256dh: string; readonly auth: string }

const curve = 'prime256v1'
const recordSize = 4096

/** The order of P-256 (FIPS 186-5). */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/**
 * The keys that identify this server to push services (VAPID, RFC 8292). Processes with the same secret have the same
 * keys.
 */
export type ServerKeys = {
  /** Base64url. A browser's subscription is bound to this key. */
  readonly publicKey: string
  /**
   * Returns the Authorization header for the push service at `origin`. `now` is in epoch milliseconds; `contact` is the
   * operator's contact.
   */
  authorization(origin: string, now: number, contact: string): string
}

/** Derives the keys from `secret`, any text of at least 32 random bytes. */
export function serverKeys(secret: string): ServerKeys {
  // Draws 16 bytes more than the curve needs, so that the remainder of the division below is as good as evenly
  // distributed.
  const drawn = Buffer.from(hkdfSync('sha256', secret, '', 'buka push', 48)).toString('hex')
  const scalar = (BigInt(`0x${drawn}`) % (order - 1n)) + 1n
  const pair = createECDH(curve)
  pair.setPrivateKey(scalar.toString(16).padStart(64, '0'), 'hex')
  const point = pair.getPublicKey()
  const signing: KeyObject = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      d: pair.getPrivateKey('base64url'),
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
  const publicKey = point.toString('base64url')
  return {
    publicKey,
    authorization(origin, now, contact) {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      // RFC 8292 allows 24 hours. Half of that leaves room for clocks that differ.
      const claims = { aud: origin, exp: Math.floor(now / 1000) + 12 * 3600, sub: contact }
      const text = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`
      const signature = sign('sha256', Buffer.from(text), { key: signing, dsaEncoding: 'ieee-p1363' })
      return `vapid t=${text}.${signature.toString('base64url')}, k=${publicKey}`
    },
  }
}

/** Returns true if a browser's key is an uncompressed point of the curve, as encryption needs. */
export function isCurvePoint(p256dh: string): boolean {
  const point = Buffer.from(p256dh, 'base64url')
  // The byte 4 marks the uncompressed form.
  if (point.length !== 65 || point[0] !== 4) return false
  try {
    ECDH.convertKey(point, curve)
    return true
  } catch {
    return false
  }
}

/**
 * Encrypts a message for one browser (RFC 8291, with the content coding of RFC 8188). Throws if the keys are not valid.
 */
export function encrypt(text: string, { p256dh, auth }: BrowserKeys): Buffer {
  const theirs = Buffer.from(p256dh, 'base64url')
  const ours = createECDH(curve)
  const point = ours.generateKeys()
  const shared = ours.computeSecret(theirs)
  const salt = randomBytes(16)
  const { key, nonce } = keysOf(shared, Buffer.from(auth, 'base64url'), salt, theirs, point)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  // The byte 2 marks the last record, and there is only one record.
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.update(Buffer.of(2)), cipher.final()])
  const header = Buffer.alloc(21)
  salt.copy(header)
  header.writeUInt32BE(recordSize, 16)
  header.writeUInt8(point.length, 20)
  return Buffer.concat([header, point, body, cipher.getAuthTag()])
}

/** Derives the content key and nonce; the browser derives the same. `sender` and `receiver` are points of the curve. */
export function keysOf(shared: Buffer, auth: Buffer, salt: Buffer, receiver: Buffer, sender: Buffer) {
  const context = Buffer.concat([Buffer.from('WebPush: info\0'), receiver, sender])
  const secret = Buffer.from(hkdfSync('sha256', shared, auth, context, 32))
  return {
    key: Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16)),
    nonce: Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12)),
  }
}
