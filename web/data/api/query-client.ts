import { type Query, QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiFailure } from './client.ts'

/** After this many milliseconds without an answer, a page shows the cached answer. */
const slow = 3000

/** A page without an answer repeats its request after this many milliseconds: a returning network may fire no event. */
const askAgainAfter = 5000

/** Returns true for a refusal by the server, which a retry would get again. Other failures may be temporary. */
export function isFinal(error: Error): boolean {
  return error instanceof ApiFailure && error.problem.status < 500
}

/** The `refetchInterval` of a query that is not polled: repeats a failed request until an answer arrives. */
export function untilAnswered({
  state: { error },
}: {
  readonly state: { readonly error: Error | null }
}): number | false {
  return error !== null && !isFinal(error) && askAgainAfter
}

type Asked = { readonly data: unknown; readonly error: Error | null }

/**
 * Returns a query's last error until the next answer. The query itself clears its error during each retry, so an error
 * message would flicker. `of` identifies the query: another query starts without an error.
 */
export function useLastingError({ data, error }: Asked, of = ''): Error | null {
  const [last, setLast] = useState<{ readonly error: Error; readonly of: string }>()
  if (error && error !== last?.error) setLast({ error, of })
  return error ?? (data === undefined && last?.of === of ? last.error : null)
}

/**
 * Creates a query client. By default an answer stays valid until a live event or a write in this browser replaces it.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: 30 * 60_000,
        refetchOnWindowFocus: false,
        // Run queries offline too: they read the cached answer.
        networkMode: 'always',
        refetchOnReconnect: true,
        refetchInterval: untilAnswered,
        persister: (send, context, query) => {
          const request = Promise.resolve(send(context))
          // The cache may supply only the first answer of a query, and only in a browser.
          const needsNoCache = query.state.data !== undefined || typeof document === 'undefined'
          return needsNoCache ? request : inGoodTime(request).catch(() => fromCache(request, context.client, query))
        },
        // A refusal is not retried. After a lost connection the query is sent up to twice more.
        retry: (failures, error) => !(error instanceof ApiFailure) && failures < 2 && navigator.onLine !== false,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

function inGoodTime<Answer>(request: Promise<Answer>): Promise<Answer> {
  return Promise.race([request, new Promise<never>((_, reject) => setTimeout(reject, slow))])
}

async function fromCache<Answer>(request: Promise<Answer>, client: QueryClient, query: Query): Promise<Answer> {
  const cache = await import('#web/data/cache/answers.ts').catch(() => undefined)
  return (cache ? cache.fallback(request, client, query) : request) as Promise<Answer>
}
