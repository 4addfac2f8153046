import type { Context } from 'hono'
import { refuse } from './problems.ts'

/** A host name or an address. The URL parser accepts more characters, which could have a meaning in a page. */
const host = /^(?:[a-z0-9._-]{1,253}|\[[0-9a-f:.]+\])$/

/**
 * Returns the address that customers open: 'https://order.example.com'. Without `publicUrl`, the address comes from the
 * request's Host header, which clients choose freely. Throws a Refusal if the header is not a host.
 */
export function originOf(context: Context, publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return publicUrl
  const { hostname, origin } = new URL(context.req.url)
  if (!host.test(hostname)) throw refuse('invalid', 'This request cannot be read.')
  return origin
}
