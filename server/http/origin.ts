import type { Context } from 'hono'
import { refuse } from './problems.ts'

/** A name or an address. An URL may have signs in its host that no host has, and that would mean something in a page. */
const host = /^(?:[a-z0-9._-]{1,253}|\[[0-9a-f:.]+\])$/

/**
 * The address that customers open: 'https://order.example.com'. Without `publicUrl` the one that the request came to, whose
 * Host header is whatever somebody writes: throws a Refusal where that is no host.
 */
export function originOf(context: Context, publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return publicUrl
  const { hostname, origin } = new URL(context.req.url)
  if (!host.test(hostname)) throw refuse('invalid', 'This request cannot be read.')
  return origin
}
