import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js'

/** The prefix of the current format: nonce, tag and ciphertext of AES-256-GCM follow, in base64url. */
const mark = 'v1.'
const nonceBytes = 12
const tagBytes = 16

/** The nonce length of XChaCha20-Poly1305. Earlier releases stored nonce and ciphertext in hexadecimal. */
const formerNonceBytes = 24

/** Encrypts short texts that the server must be able to read again. */
export type SealedTexts = {
  seal(text: string): string
  /** Returns the text; undefined if the sealed text is damaged or was sealed with another secret. */
  unseal(sealed: string): string | undefined
  /** Returns a sealed text of an earlier release in the current format, and every other text unchanged. */
  reseal(sealed: string): string
}

export function sealedTexts(secret: string): SealedTexts {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'buka sealed texts', 32))
  const formerKey = createHash('sha256').update(secret).digest()

  function seal(text: string): string {
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv('aes-256-gcm', key, nonce)
    const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return mark + Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64url')
  }

  function open(sealed: string): string {
    const bytes = Buffer.from(sealed.slice(mark.length), 'base64url')
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
    decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
    return decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
  }

  function openFormer(sealed: string): string {
    const bytes = Buffer.from(sealed, 'hex')
    const cipher = xchacha20poly1305(formerKey, bytes.subarray(0, formerNonceBytes))
    return Buffer.from(cipher.decrypt(bytes.subarray(formerNonceBytes))).toString()
  }

  function unseal(sealed: string): string | undefined {
    try {
      return sealed.startsWith(mark) ? open(sealed) : openFormer(sealed)
    } catch {
      return undefined
    }
  }

  return {
    seal,
    unseal,
    reseal(sealed) {
      const text = sealed.startsWith(mark) ? undefined : unseal(sealed)
      return text === undefined ? sealed : seal(text)
    },
  }
}
