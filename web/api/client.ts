import type { ProblemBody } from '#contract/problem.ts'

/** A refusal by the server. `problem.detail` is a sentence for the person. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure'
  readonly problem: ProblemBody

  constructor(problem: ProblemBody) {
    super(problem.detail)
    this.problem = problem
  }
}

/** No answer came (LIVE-8's texts). The server may or may not have done what was asked. */
export class ConnectionFailure extends Error {
  override readonly name = 'ConnectionFailure'
}

/** Milliseconds. A weak network in Lagos is slow; after this a retry is likelier to succeed. */
const timeout = 20_000

type Send = (path: string, init?: RequestInit) => Promise<Response>

let send: Send = (path, init) => fetch(path, init)

/** On the server the renderer passes requests to the app itself, without a network. */
export function sendThrough(direct: Send): void {
  send = direct
}

export function get<Answer>(path: string, signal?: AbortSignal): Promise<Answer> {
  return request<Answer>('GET', path, undefined, signal)
}

export function post<Answer>(path: string, body: object = {}): Promise<Answer> {
  return request<Answer>('POST', path, body)
}

export function patch<Answer>(path: string, body: object): Promise<Answer> {
  return request<Answer>('PATCH', path, body)
}

export function put<Answer>(path: string, body: object): Promise<Answer> {
  return request<Answer>('PUT', path, body)
}

export function del<Answer>(path: string): Promise<Answer> {
  return request<Answer>('DELETE', path)
}

async function request<Answer>(method: string, path: string, body?: object, signal?: AbortSignal): Promise<Answer> {
  const limit = AbortSignal.timeout(timeout)
  const response = await answered(
    send(path, {
      method,
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      ...(body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    }),
  )
  if (response.ok) return response.status === 204 ? (undefined as Answer) : await answered<Answer>(response.json())
  // A proxy may answer with a page of its own, which counts as a lost connection.
  if (!response.headers.get('content-type')?.startsWith('application/problem+json')) {
    throw new ConnectionFailure('Connection failed.')
  }
  throw new ApiFailure(await answered<ProblemBody>(response.json()))

  /** The network can fail before an answer and in the middle of one. */
  function answered<Part>(part: Promise<Part>): Promise<Part> {
    return part.catch((cause: unknown) => {
      if (signal?.aborted) throw cause
      throw new ConnectionFailure(limit.aborted ? 'Request time out' : 'Connection failed.', { cause })
    })
  }
}

/** The sentence to show for a failure: the server's, or `otherwise`. */
export function sentence(error: unknown, otherwise: string): string {
  return error instanceof ApiFailure && error.problem.code !== 'bug' ? error.problem.detail : otherwise
}

/** The field-by-field sentences of a failure, for a form. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiFailure)) return {}
  const { errors, field, detail } = error.problem
  const all = errors ?? (field === undefined ? [] : [{ field, detail }])
  return Object.fromEntries(all.map(({ field, detail }) => [field, detail]))
}
