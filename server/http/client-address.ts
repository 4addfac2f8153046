import { isIPv4, isIPv6 } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

/** The network address of whoever asks: behind proxies of ours, what the outermost of them saw. */
export function addressOf(context: Context, trustedProxies: number): string {
  if (trustedProxies > 0) {
    const seen = context.req.header('x-forwarded-for')?.split(',') ?? []
    const address = seen.at(-trustedProxies)?.trim()
    if (address) return address
  }
  // A page being rendered asks from within, without a socket.
  return context.env?.incoming ? (getConnInfo(context).remote.address ?? '') : ''
}

/**
 * Whom an address stands for: a subscriber of IPv6 has a whole /64 and can send from any address in it. An IPv4 address
 * in IPv6's clothes is the same as without. Anything else is itself.
 */
export function networkOf(who: string): string {
  const address = who.replace(/%.*$/, '')
  if (!isIPv6(address)) return who
  const bare = address.slice(address.lastIndexOf(':') + 1)
  if (isIPv4(bare)) return bare
  const [head = '', tail] = address.toLowerCase().split('::')
  const left = head.split(':').filter(Boolean)
  const right = (tail ?? '').split(':').filter(Boolean)
  const middle = tail === undefined ? [] : Array<string>(8 - left.length - right.length).fill('0')
  const groups = [...left, ...middle, ...right].map((group) => group.replace(/^0+(?=.)/, ''))
  return `${groups.slice(0, 4).join(':')}::/64`
}
