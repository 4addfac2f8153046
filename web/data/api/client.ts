import type { Answer, EndpointName, Endpoints, Sent } from '#contract/endpoints.ts'
import { asFormerNames, withTodaysNames } from '#contract/last-release.ts'
import type { ProblemBody } from '#contract/problem.ts'
import { sessionHint } from './session-hint.ts'

/** A refusal by the server. `problem.detail` is a sentence for the person. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure'
  readonly problem: ProblemBody

  constructor(problem: ProblemBody) {
    super(problem.detail)
    this.problem = problem
  }
}

/** A request that got no answer. The server may have carried out the request. */
export class ConnectionFailure extends Error {
  override readonly name = 'ConnectionFailure'
}

/** The timeout in milliseconds, long because networks in Lagos are slow. */
const timeout = 20_000

type Send = (path: string, init?: RequestInit) => Promise<Response>

let send: Send = (path, init) => earlyAnswer(path, init) ?? fetch(path, init)

/**
 * Returns the answer that early-requests.ts has requested, if it belongs to this session. A write discards all such
 * answers.
 */
function earlyAnswer(path: string, init?: RequestInit): Promise<Response> | undefined {
  const early = globalThis.earlyRequests
  if (early && (init?.method !== 'GET' || early.hint !== sessionHint())) early.answers.clear()
  const answer = early?.answers.get(path)
  early?.answers.delete(path)
  return answer
}

/**
 * Replaces `fetch` by `direct`. On the server, the page renderer passes requests to the server's own code without the
 * network.
 */
export function sendThrough(direct: Send): void {
  send = direct
}

let behind = 0

/** Returns the server's time in epoch milliseconds. The clock of a phone or tablet may be wrong by hours. */
export function serverNow(): number {
  return Date.now() + behind
}

/**
 * Compares this device's clock with the date of an answer. Ignores a difference of a minute or less: an answer may take
 * seconds to arrive, and its date has whole seconds.
 */
function setClock(date: string | null): void {
  const error = date === null ? 0 : Date.parse(date) - Date.now()
  behind = Math.abs(error) > 60_000 ? error : 0
}

/** An object type with one property. The property is optional if its value may be undefined. */
type Part<Name extends string, Value> = undefined extends Value
  ? { readonly [Key in Name]?: Value }
  : { readonly [Key in Name]: Value }

export type CallOptions<Name extends EndpointName> = Part<'params', Sent<Name, 'params'>> &
  Part<'query', Sent<Name, 'query'>> &
  Part<'body', Endpoints[Name] extends { takes: string } ? Blob : Sent<Name, 'body'>>

type AnyOptions = {
  readonly params: Readonly<Record<string, string>>
  readonly query?: Record<string, string>
  readonly body?: object
}

/** Calls an endpoint. Throws an ApiFailure if the server refuses, and a ConnectionFailure if no answer arrives. */
export async function call<Name extends EndpointName>(
  name: Name,
  ...[options]: Partial<CallOptions<Name>> extends CallOptions<Name> ? [CallOptions<Name>?] : [CallOptions<Name>]
): Promise<Answer<Name>> {
  const { params, query, body } = (options ?? {}) as AnyOptions
  const [method, path] = name.split(' ') as [string, string]
  const address = path.replace(/:(\w+)/g, (_, key) => encodeURIComponent(params[key] as string))
  const signal = AbortSignal.timeout(timeout)
  const response = await answered(
    send(query ? `${address}?${new URLSearchParams(query)}` : address, {
      method,
      signal,
      ...(body &&
        (body instanceof Blob
          ? { body }
          : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(asFormerNames(body)) })),
    }),
  )
  setClock(response.headers.get('date'))
  if (response.ok)
    return (response.status === 204 ? undefined : withTodaysNames(await answered(response.json()))) as Answer<Name>
  // An answer without a problem document comes from elsewhere, such as a proxy's HTML page. It counts as a lost
  // connection.
  if (!response.headers.get('content-type')?.startsWith('application/problem+json')) {
    throw new ConnectionFailure('Connection failed.')
  }
  throw new ApiFailure(await answered<ProblemBody>(response.json()))

  /**
   * Turns a rejected promise into a ConnectionFailure. The network may fail before the answer or in the middle of the
   * answer.
   */
  function answered<Part>(part: Promise<Part>): Promise<Part> {
    return part.catch((cause: unknown) => {
      throw new ConnectionFailure(signal.aborted ? 'Request time out' : 'Connection failed.', { cause })
    })
  }
}

const noAnswer = 'Could not reach the restaurant. Please check the network and try again.'

/** Returns the sentence to show for a failure: the server's sentence, or `otherwise`. */
export function sentence(error: unknown, otherwise = noAnswer): string {
  return error instanceof ApiFailure && error.problem.code !== 'bug' ? error.problem.detail : otherwise
}
