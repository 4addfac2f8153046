import { isIPv4, isIPv6 } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

/** The client's network address: behind trusted proxies, the address that the outermost of them saw. */
export function addressOf(context: Context, trustedProxies: number): string {
  if (trustedProxies > 0) {
    const seen = context.req.header('x-forwarded-for')?.split(',') ?? []
    const address = seen.at(-trustedProxies)?.trim()
    if (address) return address
  }
  // Requests of the page renderer come from within the process, without a socket.
  return context.env?.incoming ? (getConnInfo(context).remote.address ?? '') : ''
}

/** Whether a request comes from the machine itself: a test, or a proxy that nobody declared, with all customers behind it. */
export function isOwnMachine(address: string): boolean {
  const network = networkOf(address)
  return network === '' || network.startsWith('127.') || network === networkOf('::1')
}

/**
 * The network that rate limits count: of an IPv6 address its /64, because one subscriber can use all of it. An IPv4-mapped
 * address is the IPv4 address. Any other text is returned as it is.
 */
export function networkOf(text: string): string {
  const address = text.replace(/%.*$/, '')
  if (!isIPv6(address)) return text
  const bare = address.slice(address.lastIndexOf(':') + 1)
  if (isIPv4(bare)) return bare
  const [head = '', tail] = address.toLowerCase().split('::')
  const left = head.split(':').filter(Boolean)
  const right = (tail ?? '').split(':').filter(Boolean)
  const middle = tail === undefined ? [] : Array<string>(8 - left.length - right.length).fill('0')
  const groups = [...left, ...middle, ...right].map((group) => group.replace(/^0+(?=.)/, ''))
  return `${groups.slice(0, 4).join(':')}::/64`
}
