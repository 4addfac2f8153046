import { useState } from 'react'
import type { Answer, EndpointName, Sent } from '#contract/endpoints.ts'
import { type CallOptions, call } from '#web/data/api/client.ts'
import { newKey } from './key.ts'

/** The names of the endpoints whose body takes an idempotency key. */
type KeyedName = {
  [Name in EndpointName]: NonNullable<Sent<Name, 'body'>> extends infer Body
    ? 'key' extends keyof Body
      ? Name
      : never
    : never
}[EndpointName]

type Keyless<Body> = Body extends unknown ? Omit<Body, 'key'> : never

type KeylessOptions<Name extends KeyedName> = Omit<CallOptions<Name>, 'body'> & {
  readonly body: Keyless<NonNullable<Sent<Name, 'body'>>>
}

/** The sentence shown if a call of `callOnce` got no answer. Pressing again sends the same idempotency key. */
export const recordedOnce = 'Could not reach the restaurant. Press again: it is recorded only once.'

/**
 * Returns a `call` that adds an idempotency key. `entry` is the part of the request that a person typed. Requests with
 * the same `entry` get the same key until the server answers, so the server carries out a repeated request only once.
 */
export function createCallOnce() {
  let last = { entry: '', key: '' }
  return async function callOnce<Name extends KeyedName>(
    name: Name,
    options: KeylessOptions<Name>,
    entry: unknown = options,
  ): Promise<Answer<Name>> {
    const sent = JSON.stringify([name, entry])
    if (last.entry !== sent) last = { entry: sent, key: newKey() }
    const body = { ...options.body, key: last.key }
    const answer = await call<EndpointName>(name, { ...options, body } as never)
    last = { entry: '', key: '' }
    return answer as Answer<Name>
  }
}

export type CallOnce = ReturnType<typeof createCallOnce>

export function useCallOnce() {
  const [callOnce] = useState(createCallOnce)
  return callOnce
}
