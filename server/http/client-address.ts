import { isIPv4, isIPv6 } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import type { Log } from '../process/log.ts'

/**
 * Returns a function that finds the client's network address: behind trusted proxies, the address that the outermost
 * proxy saw. Ignores malformed addresses. Logs once if a declared proxy is missing, or if requests come through an
 * undeclared proxy, with which all visitors would share one address and its limits.
 */
export function clientAddresses(trustedProxies: number, log: Log): (context: Context) => string {
  let isLogged = false
  const tell = (message: string) => {
    if (!isLogged) log('proxy.misdeclared', { message })
    isLogged = true
  }
  return (context) => {
    // Requests of the page renderer come from within the process, without a socket.
    const socket = context.env?.incoming ? (getConnInfo(context).remote.address ?? '') : ''
    const forwarded = context.req.header('x-forwarded-for')
    if (trustedProxies === 0) {
      if (forwarded !== undefined && isNear(socket)) {
        tell('Requests come through a proxy that is not declared, so all visitors count as one. Set TRUSTED_PROXIES=1.')
      }
      return socket
    }
    if (forwarded === undefined && socket !== '') {
      tell(`TRUSTED_PROXIES is ${trustedProxies}, and a request came without X-Forwarded-For. Let the proxy set it.`)
    }
    return bareAddress(forwarded?.split(',').at(-trustedProxies) ?? '') ?? socket
  }
}

/** Returns '10.0.0.1' for '10.0.0.1:5678' and '::1' for '[::1]:443'; undefined for other texts. */
function bareAddress(text: string): string | undefined {
  const bare = text
    .trim()
    .replace(/^\[([^\]]*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
  return isIPv4(bare) || isIPv6(bare) ? bare : undefined
}

/**
 * Returns true for an address on this machine or in its private network, where a proxy would be. A request from
 * elsewhere proves no proxy, because any visitor can send X-Forwarded-For.
 */
function isNear(address: string): boolean {
  const bare = address.replace(/^::ffff:/, '')
  return /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|::1$|f[cd])/.test(bare)
}

/**
 * Returns true if a request comes from the machine itself: from a test, or through an undeclared proxy that passes on
 * the requests of all customers.
 */
export function isOwnMachine(address: string): boolean {
  const network = networkOf(address)
  return network === '' || network.startsWith('127.') || network === networkOf('::1')
}

/**
 * Returns the network that rate limits count: for an IPv6 address its /64, because one subscriber can use all of it. An
 * IPv4-mapped address becomes the IPv4 address. Any other text is returned unchanged.
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
