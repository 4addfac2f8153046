import type { Context, Hono } from 'hono'
import type { ZodError, ZodType, z } from 'zod'
import { type Access, type Endpoint, type EndpointName, endpoints } from '#contract/endpoints.ts'
import { formerPaths, withFormerNames, withTodaysNames } from '#contract/last-release.ts'
import type { IncompleteSession, User } from '#contract/session.ts'
import { limitConcurrency } from '../process/concurrency-limiter.ts'
import { type Encoded, encodable, encode } from './compress.ts'
import { keepAnswer } from './kept-answers.ts'
import { type FieldProblem, notSignedIn, Refusal, refuse, refuseMethod, tooMuchAtOnce } from './problems.ts'
import type { PromiseCache } from './promise-cache.ts'
import { type Call, type Handlers, Reply } from './route.ts'

/** The largest body by default. A cart of 60 lines with long notes is about 30 kB. */
const mostBodyBytes = 64 * 1024

/** If a body takes longer than this to arrive, the session is checked again, because it may have ended meanwhile. */
const sessionRecheckMs = 1000

type Incomplete = Pick<IncompleteSession, 'lacks' | 'user'>

export type Callers = {
  readonly user: (headers: Headers) => Promise<User | undefined>
  readonly incomplete?: (headers: Headers) => Promise<Incomplete | undefined>
  readonly address: (context: Context) => string
}

/** A cached response, and the data from which it was written. */
export type SharedAnswer = Encoded & { readonly data: unknown }

/**
 * Endpoints with the same response for everybody. A response changes only with an event for the audience 'menu', which
 * includes changes of the settings.
 */
const sharedAnswers: readonly string[] = [
  'GET /api/openapi.json',
  'GET /api/site',
  'GET /api/locations',
  'GET /api/bestsellers',
  'GET /api/menu',
  'GET /api/menu/:category',
  'GET /api/home',
  'GET /api/farm',
] satisfies EndpointName[]

/**
 * Endpoints that change the menu or the settings. They clear the cache themselves, because their callers may read the
 * result before the event of the change arrives.
 */
const changesShared: readonly string[] = [
  'PATCH /api/menu-items/:id',
  'PATCH /api/kitchen-load',
  'PUT /api/office/menu',
  'PATCH /api/office/settings',
  'PATCH /api/office/channels',
  'POST /api/office/account-changes',
  'DELETE /api/office/account-changes/:id',
  'POST /api/office/demo-menu',
  'POST /api/office/opening',
] satisfies EndpointName[]

/**
 * Adds these handlers to the app: each request is authorised, parsed, handled and answered. With `verify`, a response
 * that violates the contract throws as a bug. `shared` caches the responses that are the same for everybody.
 */
export function serve(
  app: Hono,
  handlers: Partial<Handlers>,
  callers: Callers,
  { verify = false, shared }: { readonly verify?: boolean; readonly shared?: PromiseCache<SharedAnswer> } = {},
): void {
  const limited = limitConcurrency({ atOnce: 3, full: { mostWaiting: 200, error: tooMuchAtOnce } })
  const methodsOf = new Map<string, string[]>()
  for (const [name, endpoint] of Object.entries(endpoints) as [keyof Handlers, Endpoint][]) {
    // The type of the handler is derived from the schemas that parse the call.
    const handle = handlers[name] as ((call: Call<keyof Handlers>) => Promise<unknown>) | undefined
    if (!handle) continue
    const [method = '', path = ''] = name.split(' ')
    methodsOf.set(path, [...(methodsOf.get(path) ?? []), method])
    const isShared = shared !== undefined && sharedAnswers.includes(name)
    app.on(method, pathsOf(name, path), async (context) => {
      const headers = context.req.raw.headers
      const accepts = context.req.header('accept-encoding')
      const findUser = async () => admitted(endpoint.by, await callerOf(endpoint, callers, headers))
      const first = isShared ? undefined : await findUser()
      const params = parse(endpoint.params, context.req.param())
      const query = parse(endpoint.query, single(context.req.queries()))
      const began = performance.now()
      const body = endpoint.body
        ? await bodyOf(endpoint.body, context, endpoint.mostBytes)
        : endpoint.takes && (await readBytes(context.req.raw, endpoint.mostBytes))
      // The session may have ended, or the account changed its role, while the body arrived.
      const user = performance.now() - began > sessionRecheckMs ? await findUser() : first
      const call = {
        params,
        query,
        body,
        user,
        address: callers.address(context),
        headers,
        context,
      }
      requireOwn(call.body, user)
      const work = () => handle(call as Call<keyof Handlers>)
      if (isShared) {
        const made = async () => {
          const data = await work()
          if (verify) requireAnswer(name, endpoint, data)
          return { ...asJson(data), data }
        }
        const answer = await shared.get(JSON.stringify([name, call.params]), made)
        const encoded = await encode(answer, accepts)
        keepAnswer(context, encoded)
        return withData(respond(200, encoded), answer.data)
      }
      // A change locks rows of the account or of its orders. Without this limit on concurrent changes, one account's
      // waiting requests would hold every connection of the pool.
      const result = await (user && method !== 'GET' ? limited(user.id, work) : work())
      if (changesShared.includes(name)) shared?.clear()
      if (result instanceof Response) return result
      const {
        status,
        data,
        headers: more,
      } = result instanceof Reply ? result : new Reply(result === undefined ? 204 : 200, result)
      if (verify) requireAnswer(name, endpoint, data)
      return status === 204
        ? new Response(null, { status })
        : respond(status, await encode(asJson(data), accepts), more)
    })
  }
  // These routes come after all endpoints, because the path of one endpoint may match the pattern of another.
  for (const [path, methods] of methodsOf) {
    app.all(path, () => {
      throw refuseMethod(methods)
    })
  }
}

/** Returns the path of an endpoint, and the path that clients of the last release call. */
function pathsOf(name: string, path: string): string[] {
  const former = (formerPaths as Readonly<Record<string, string>>)[name]
  return former === undefined ? [path] : [path, `/api/${former}`]
}

const missing = {
  'second-step': 'You are not signed in yet: enter the code of your app, or use your passkey.',
  'second-factor': 'Your account needs a second factor. Open the desk to set one up.',
} as const satisfies Record<Incomplete['lacks'], string>

async function callerOf(endpoint: Endpoint, callers: Callers, headers: Headers): Promise<User | undefined> {
  const user = await callers.user(headers)
  if (user || endpoint.by === 'anyone') return user
  const incomplete = await callers.incomplete?.(headers)
  if (incomplete && incomplete.lacks !== endpoint.before) {
    throw refuse('second-factor-needed', missing[incomplete.lacks])
  }
  return incomplete?.user
}

function admitted(by: Access, user: User | undefined): User | undefined {
  if (by === 'anyone') return user
  if (!user) throw notSignedIn()
  if (!by.includes(user.role)) throw refuse('not-allowed', 'Your account cannot open this.')
  return user
}

/** Refuses a write that waited in the browser and arrives under another account than its author's. */
function requireOwn(body: unknown, user: User | undefined): void {
  const { account } = (body ?? {}) as { account?: string }
  if (account !== undefined && account !== user?.id) throw refuse('not-allowed', 'This belongs to another account.')
}

/** Checks the data in the form in which it is sent: JSON omits undefined fields. */
function requireAnswer(name: string, { answer }: Endpoint, data: unknown): void {
  const { error } = answer.safeParse(data === undefined ? undefined : JSON.parse(JSON.stringify(data)))
  if (error) throw new Error(`The answer of ${name} is not what the contract says: ${error.message}`)
}

/** Parses by the contract. An endpoint without a schema accepts no input. */
function parse(schema: ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  requireStorable(value)
  const result = schema.safeParse(withTodaysNames(value), { error: plainSentence, reportInput: true })
  if (result.success) return result.data
  const errors = fieldProblems(result.error)
  const first = errors[0] ?? { field: '', detail: 'This request cannot be read.' }
  throw new Refusal({ code: 'invalid', ...first }, { errors })
}

/**
 * The deepest nesting of lists and objects. A menu has ten levels; the JSON writers of Node and PostgreSQL handle
 * thousands.
 */
const deepest = 100

/**
 * Throws a Refusal for values that PostgreSQL cannot store: text with NUL or half of a surrogate pair, or too deep
 * nesting.
 */
function requireStorable(whole: unknown): void {
  // The check uses a list instead of recursion, because a body may be nested deeper than the stack.
  const waiting: [field: string, value: unknown, depth: number][] = [['', whole, 0]]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [field, value, depth] = next
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) {
      throw refuse('invalid', 'Please use plain text.', field)
    }
    if (typeof value !== 'object' || value === null) continue
    if (depth > deepest) throw refuse('invalid', 'This is nested too deeply.', field)
    for (const [name, part] of Object.entries(value)) waiting.push([field ? `${field}.${name}` : name, part, depth + 1])
  }
}

const inWrongForm = 'This is not in the right form.'

/** Returns the message for an issue whose schema has no sentence. */
function plainSentence(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected === 'string' ? 'Please enter text.' : inWrongForm
    case 'too_small':
      return issue.origin === 'number' || issue.origin === 'int'
        ? `Please enter ${issue.minimum} or more.`
        : 'This is too short.'
    case 'too_big':
      return issue.origin === 'number' || issue.origin === 'int'
        ? `Please enter ${issue.maximum} or less.`
        : 'This is too long.'
    case 'invalid_value':
    case 'invalid_union':
      return 'Please choose one of those on offer.'
    default:
      return inWrongForm
  }
}

/** Reads the body; undefined if it is optional and missing. */
async function bodyOf(schema: ZodType, context: Context, mostBytes: number | undefined): Promise<unknown> {
  if (context.req.header('content-type') === undefined && schema.safeParse(undefined).success) return undefined
  return parse(schema, await readJson(context, mostBytes))
}

/** The most fields listed in a response: more than a form has, and fewer than a body can have. */
const mostProblems = 200

/** Returns one sentence for each field, in the order of the form. */
function fieldProblems(error: ZodError): FieldProblem[] {
  const problems = error.issues.slice(0, mostProblems).flatMap((issue): FieldProblem[] => {
    const path = issue.path.join('.')
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.slice(0, mostProblems).map((key) => ({
        field: path ? `${path}.${key}` : key,
        detail: `"${key}" is not a field here.`,
      }))
    }
    const isMissing = issue.code === 'invalid_type' && issue.input === undefined
    // Schemas that also check a restaurant's folder have messages that continue the name of a file, such as 'must be a
    // path of this site'. For a form, a whole sentence replaces such a message.
    const isSentence = !/^\p{Ll}/u.test(issue.message)
    const detail = isMissing ? 'Please fill this in.' : isSentence ? issue.message : inWrongForm
    return [{ field: path, detail }]
  })
  return [...Map.groupBy(problems, ({ field }) => field).values()]
    .flatMap(([first]) => first ?? [])
    .slice(0, mostProblems)
}

/** Keeps a parameter that occurs several times as a list, which the schema refuses. */
function single(queries: Record<string, string[]>): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(queries).map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]),
  )
}

async function readJson(context: Context, mostBytes: number | undefined): Promise<unknown> {
  if (!/^application\/json\b/i.test(context.req.header('content-type') ?? '')) {
    throw refuse('invalid', 'Send JSON, with the content type application/json.')
  }
  const text = await readText(context.req.raw, mostBytes)
  try {
    return JSON.parse(text)
  } catch {
    throw refuse('invalid', 'This is not JSON that can be read.')
  }
}

export const readText = async (request: Request, mostBytes?: number) => (await readBytes(request, mostBytes)).toString()

/**
 * Reads the body and stops beyond the limit. Node's parser enforces the length in Content-Length, so a length within
 * the limit needs no count.
 */
async function readBytes(request: Request, mostBytes = mostBodyBytes): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    // Reading a small body as a stream costs more than the rest of its request.
    const announced = request.headers.get('content-length')
    if (announced !== null && Number(announced) <= mostBytes) return Buffer.from(await request.arrayBuffer())
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength
      if (size > mostBytes) throw refuse('too-large', `This is too large: send at most ${mostBytes / 1024} kB.`)
      chunks.push(chunk)
    }
  } catch (error) {
    // Other errors while reading come from the client or the network, and are not bugs.
    throw error instanceof Refusal ? error : refuse('invalid', 'The request ended before all of it had come.')
  }
  return Buffer.concat(chunks)
}

/**
 * Attaches the response's data for the page renderer, which runs in this process and need not parse. The data must not
 * be changed.
 */
function withData(response: Response, data: unknown): Response {
  return Object.defineProperty(response, 'json', { value: async () => data })
}

const asJson = (data: unknown) => encodable(Buffer.from(JSON.stringify(withFormerNames(data))))

function respond(
  status: number,
  encoded: Awaited<ReturnType<typeof encode>>,
  headers: Reply<unknown, number>['headers'] = [],
): Response {
  return new Response(encoded.body, {
    status,
    headers: [
      ['Content-Type', 'application/json; charset=utf-8'],
      ['Cache-Control', 'no-store'],
      ...Object.entries(encoded.headers),
      ...headers.map(([name, value]): [string, string] => [name, value]),
    ],
  })
}
