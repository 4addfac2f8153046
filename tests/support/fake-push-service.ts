import { createDecipheriv, createECDH, createPublicKey, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { keysOf } from '#server/push/encryption.ts'

export type Received = { readonly path: string; readonly headers: IncomingHttpHeaders; readonly text: string }

/** Opens a fake push service. It decrypts every message, and responds with `answers` in turn, then with 201. */
export async function openFakePushService() {
  const browsers = new Map<string, { ecdh: ReturnType<typeof createECDH>; auth: Buffer }>()
  const received: Received[] = []
  const answers: { status: number; headers?: Record<string, string> }[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const path = request.url ?? ''
    const browser = browsers.get(path)
    const text = browser ? decrypt(Buffer.concat(chunks), browser) : ''
    received.push({ path, headers: request.headers, text })
    const { status, headers } = answers.shift() ?? { status: 201 }
    response.writeHead(status, headers).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    received,
    answers,
    /** Returns the push subscription of a new browser. */
    browser() {
      const path = `/${randomBytes(8).toString('hex')}`
      const ecdh = createECDH('prime256v1')
      const auth = randomBytes(16)
      browsers.set(path, { ecdh, auth })
      return {
        endpoint: `${url}${path}`,
        keys: { p256dh: ecdh.generateKeys('base64url'), auth: auth.toString('base64url') },
      }
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}

function decrypt(body: Buffer, { ecdh, auth }: { ecdh: ReturnType<typeof createECDH>; auth: Buffer }): string {
  const salt = body.subarray(0, 16)
  const sender = body.subarray(21, 21 + body.readUInt8(20))
  const { key, nonce } = keysOf(ecdh.computeSecret(sender), auth, salt, ecdh.getPublicKey(), sender)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(body.subarray(-16))
  const padded = Buffer.concat([decipher.update(body.subarray(21 + sender.length, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
}

/** Returns the claims of an Authorization header, or undefined if its signature is wrong. */
export function claimsOf(authorization: string): { aud: string; exp: number; sub: string } | undefined {
  const [, head = '', claims = '', signature = '', key = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(authorization) ?? []
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' } })
  const signed = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  return signed ? JSON.parse(Buffer.from(claims, 'base64url').toString()) : undefined
}
