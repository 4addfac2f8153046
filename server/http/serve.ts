import type { Context, Hono } from 'hono'
import type { ZodError, ZodType } from 'zod'
import type { User } from '#contract/session.ts'
import { encodable, encode } from './compress.ts'
import { type FieldProblem, Refusal, refuse } from './problems.ts'
import { Reply, type Route } from './route.ts'

/** A cart of 60 lines with long notes is about 30 kB. */
const mostBodyBytes = 64 * 1024

export type Callers = {
  /** Who the request's session belongs to. */
  readonly user: (headers: Headers) => Promise<User | undefined>
  readonly address: (context: Context) => string
}

/** Puts the routes on the app: who asks, then what they ask, then the answer. */
export function serve(app: Hono, routes: readonly Route[], callers: Callers): void {
  for (const route of routes) {
    app.on(route.method, route.path, async (context) => {
      const headers = context.req.raw.headers
      const user = await callers.user(headers)
      admit(route, user)
      const result = await route.handle({
        params: parse(route.params, context.req.param()),
        query: parse(route.query, single(context.req.queries())),
        body: route.body ? await bodyOf(route.body, context) : undefined,
        user,
        address: callers.address(context),
        headers,
        context,
      })
      return respond(result, context.req.header('accept-encoding'))
    })
  }
}

function admit({ by }: Route, user: User | undefined): void {
  if (by === 'anyone') return
  if (!user) throw refuse('not-signed-in', 'User not authenticated')
  if (!by.includes(user.role)) throw refuse('not-allowed', 'Your account cannot open this.')
}

/** Parses by the contract. Nothing else is let in: a route without a schema takes nothing. */
function parse(schema: ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const errors = fieldProblems(result.error)
  const first = errors[0] ?? { field: '', detail: 'This request cannot be read.' }
  throw new Refusal({ code: 'invalid', ...first }, { errors })
}

/** Where a route can do without a body, none is asked for. */
async function bodyOf(schema: ZodType, context: Context): Promise<unknown> {
  if (context.req.header('content-type') === undefined && schema.safeParse(undefined).success) return undefined
  return parse(schema, await readJson(context))
}

/** One sentence a field, in the order of the form. */
function fieldProblems(error: ZodError): FieldProblem[] {
  const problems = error.issues.flatMap((issue): FieldProblem[] => {
    const path = issue.path.join('.')
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        field: path ? `${path}.${key}` : key,
        detail: `"${key}" is not a field here.`,
      }))
    }
    const missing = issue.code === 'invalid_type' && issue.input === undefined
    return [{ field: path, detail: missing ? 'Please fill this in.' : issue.message }]
  })
  return problems.filter(({ field }, index) => problems.findIndex((other) => other.field === field) === index)
}

/** A parameter given twice is no parameter of ours; the schema refuses the list. */
function single(queries: Record<string, string[]>): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(queries).map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]),
  )
}

async function readJson(context: Context): Promise<unknown> {
  if (!/^application\/json\b/i.test(context.req.header('content-type') ?? '')) {
    throw refuse('invalid', 'Send JSON, with the content type application/json.')
  }
  const text = await readText(context.req.raw)
  try {
    return JSON.parse(text)
  } catch {
    throw refuse('invalid', 'This is not JSON that can be read.')
  }
}

/** Stops reading where the limit is passed, whatever length was announced. */
export async function readText(request: Request): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > mostBodyBytes) throw refuse('too-large', `This is too large: send at most ${mostBodyBytes / 1024} kB.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

async function respond(result: unknown, accepts: string | undefined): Promise<Response> {
  if (result instanceof Response) return result
  const { status, data, headers } = result instanceof Reply ? result : new Reply(200, result)
  if (status === 204) return new Response(null, { status, headers: headers ?? {} })
  const encoded = await encode(encodable(Buffer.from(JSON.stringify(data))), accepts, 5)
  return new Response(new Uint8Array(encoded.body), {
    status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      ...encoded.headers,
      ...headers,
    },
  })
}
