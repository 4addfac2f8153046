import type { QueryClient, QueryKey, UndefinedInitialDataOptions } from '@tanstack/react-query'
import type { Answer, EndpointName } from '#contract/endpoints.ts'
import { type CallOptions, call } from './client.ts'

type Settings<Name extends EndpointName> = Pick<
  UndefinedInitialDataOptions<Answer<Name>>,
  'enabled' | 'gcTime' | 'placeholderData' | 'refetchInterval' | 'refetchOnWindowFocus' | 'staleTime'
>

type Options<Name extends EndpointName> = CallOptions<Name> &
  Settings<Name> & {
    /** Called with each answer. Returns the answer with the live changes that arrived during its request. */
    readonly merge?: (answer: Answer<Name>) => Answer<Name>
  }

type EndpointQuery<Name extends EndpointName> = Settings<Name> & {
  readonly queryKey: QueryKey
  readonly queryFn: () => Promise<Answer<Name>>
}

/**
 * The arguments of any endpoint. The compiler cannot resolve their types while the endpoint's name is a type parameter.
 */
type AnyOptions = { readonly params?: object; readonly query?: object; readonly body?: object }

/**
 * Returns the query of an endpoint. Its key is the endpoint's name and arguments, by which `invalidate` and `setAnswer`
 * find the query.
 */
export function query<Name extends EndpointName>(
  name: Name,
  ...[options]: Partial<Options<Name>> extends Options<Name> ? [Options<Name>?] : [Options<Name>]
): EndpointQuery<Name> {
  const { params, query, body, merge, ...settings } = (options ?? {}) as AnyOptions & Options<Name>
  const sent = { params, query, body } as CallOptions<Name>
  const send = call as (name: Name, options: CallOptions<Name>) => Promise<Answer<Name>>
  return {
    ...(settings as Settings<Name>),
    queryKey: keyOf(name, sent),
    async queryFn() {
      const answer = await send(name, sent)
      return merge ? merge(answer) : answer
    },
  }
}

/** Returns the key of an endpoint's query or, without arguments, the beginning of all the endpoint's keys. */
export function keyOf<Name extends EndpointName>(name: Name, sent?: CallOptions<Name>): QueryKey {
  const { params, query, body } = (sent ?? {}) as AnyOptions
  return params || query || body ? [name, { ...params, ...query, ...body }] : [name]
}

/** Returns true if the key belongs to one of the endpoints. */
export function isOf(names: readonly EndpointName[], [name]: QueryKey): boolean {
  return names.includes(name as EndpointName)
}

/**
 * Refetches the endpoint's queries that the page shows, and marks its other queries stale. `sent` selects one query.
 */
export function invalidate<Name extends EndpointName>(
  client: QueryClient,
  name: Name,
  sent?: CallOptions<Name>,
): Promise<void> {
  return client.invalidateQueries({ queryKey: keyOf(name, sent) })
}

export function answerOf<Name extends EndpointName>(
  client: QueryClient,
  name: Name,
  sent?: CallOptions<Name>,
): Answer<Name> | undefined {
  return client.getQueryData<Answer<Name>>(keyOf(name, sent))
}

/** Sets the cached answer of an endpoint to a value. A function changes the cached answer, if there is one. */
export function setAnswer<Name extends EndpointName>(
  client: QueryClient,
  name: Name,
  next: Answer<Name> | ((before: Answer<Name>) => Answer<Name>),
  sent?: CallOptions<Name>,
): void {
  client.setQueryData<Answer<Name>>(keyOf(name, sent), (before) => {
    if (!isChange(next)) return next
    return before === undefined ? undefined : next(before)
  })
}

function isChange<Value>(next: Value | ((before: Value) => Value)): next is (before: Value) => Value {
  return typeof next === 'function'
}
