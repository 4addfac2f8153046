import type { Context } from 'hono'
import type { ZodType, z } from 'zod'
import type { User } from '#contract/session.ts'
import type { Role } from '#domain/order.ts'

/** Who may call a route: anyone, or those with one of these roles. */
export type Access = 'anyone' | readonly Role[]

/** What a handler gets: parsed by the route's contract, and who asks. */
export type Call<By extends Access = Access, Params = unknown, Query = unknown, Body = unknown> = {
  readonly params: Params
  readonly query: Query
  readonly body: Body
  /** Who is signed in; always somebody where the route asks for a role. */
  readonly user: By extends 'anyone' ? User | undefined : User
  /** The caller's network address, for limits; never logged. */
  readonly address: string
  readonly headers: Headers
  readonly context: Context
}

type Parsed<Schema> = Schema extends ZodType ? z.infer<Schema> : undefined

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** One route: what it is called, who may call it, what it takes. Everything that answers under /api is one of these. */
export type Route = {
  readonly method: Method
  /** Hono's syntax: '/api/orders/:id'. */
  readonly path: string
  readonly by: Access
  readonly params: ZodType | undefined
  readonly query: ZodType | undefined
  readonly body: ZodType | undefined
  /** Plain data is answered as JSON with 200; `reply` sets another status or headers; a Response goes out as it is. */
  readonly handle: (call: Call) => Promise<unknown>
}

/** Writes a route down; the types of its handler follow from its contract. */
export function route<
  const By extends Access,
  Params extends ZodType | undefined = undefined,
  Query extends ZodType | undefined = undefined,
  Body extends ZodType | undefined = undefined,
>(definition: {
  method: Method
  path: string
  by: By
  params?: Params
  query?: Query
  body?: Body
  handle: (call: Call<By, Parsed<Params>, Parsed<Query>, Parsed<Body>>) => Promise<unknown>
}): Route {
  const { method, path, by, params, query, body, handle } = definition
  // The handler's call is narrower than the table's; `serve` parses by the same schemas before it calls.
  return { method, path, by, params, query, body, handle: handle as Route['handle'] }
}

/** An answer with another status than 200, or with headers. */
export class Reply {
  readonly status: number
  readonly data: unknown
  readonly headers: Record<string, string> | undefined

  constructor(status: number, data: unknown, headers?: Record<string, string>) {
    this.status = status
    this.data = data
    this.headers = headers
  }
}
