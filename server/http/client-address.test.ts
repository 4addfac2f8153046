import { Hono } from 'hono'
import { expect, test, vi } from 'vitest'
import { clientAddresses } from './client-address.ts'

async function addressSeen(trustedProxies: number, socket: string, forwarded?: string, log = vi.fn()): Promise<string> {
  const app = new Hono()
  const addressOf = clientAddresses(trustedProxies, log)
  app.get('/', (context) => context.text(addressOf(context)))
  const headers = forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded }
  const incoming = { socket: { remoteAddress: socket, remotePort: 1, remoteFamily: 'IPv4' } }
  return await (await app.request('/', { headers }, { incoming })).text()
}

test.each([
  [1, '198.51.100.7', '198.51.100.7'],
  [1, '198.51.100.7:5678', '198.51.100.7'],
  [1, '[2001:db8::7]:443', '2001:db8::7'],
  [1, '[2001:db8::7]', '2001:db8::7'],
  [1, '2001:db8::7', '2001:db8::7'],
  [1, '203.0.113.9, 198.51.100.7', '198.51.100.7'],
  [2, '203.0.113.9, 198.51.100.7', '203.0.113.9'],
  [2, '198.51.100.7', '10.0.0.1'],
  [1, 'unknown', '10.0.0.1'],
  [1, '198.51.100.7, not an address', '10.0.0.1'],
  [1, '', '10.0.0.1'],
  [0, '198.51.100.7', '10.0.0.1'],
])(
  'SAFE-14: the client’s address with %d trusted proxies and X-Forwarded-For "%s" is %s',
  async (trusted, forwarded, expected) => {
    expect(await addressSeen(trusted, '10.0.0.1', forwarded)).toBe(expected)
  },
)

test.each([
  ['a proxy that was not declared', 0, '127.0.0.1', '198.51.100.7', true],
  ['an undeclared proxy on the same network', 0, '::ffff:172.20.0.3', '198.51.100.7', true],
  ['a visitor who forges the header', 0, '198.51.100.9', '198.51.100.7', false],
  ['no proxy', 0, '127.0.0.1', undefined, false],
  ['a declared proxy that sets no header', 1, '127.0.0.1', undefined, true],
  ['a declared proxy', 1, '127.0.0.1', '198.51.100.7', false],
])(
  'SAFE-14: the log warns if, and only if, the number of proxies is declared wrongly: %s, with %d declared, from %s',
  async (_, trusted, socket, forwarded, told) => {
    const log = vi.fn()
    await addressSeen(trusted, socket, forwarded, log)
    expect(log.mock.calls.map(([event]) => event)).toEqual(told ? ['proxy.misdeclared'] : [])
  },
)
