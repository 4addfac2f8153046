import { type Query, QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiFailure } from './client.ts'

/** A cached answer replaces one that is slower than this, in milliseconds. */
const slow = 3000

/** A page without an answer repeats its request after this many milliseconds: a returning network may fire no event. */
const askAgainAfter = 5000

/** Returns true for a final refusal by the server. Other failures may pass, so a retry may succeed. */
export function isFinal(error: Error): boolean {
  return error instanceof ApiFailure && error.problem.status < 500
}

/** The `refetchInterval` of a query that runs once: repeats it until it has an answer. */
export function untilAnswered({
  state: { error },
}: {
  readonly state: { readonly error: Error | null }
}): number | false {
  return error !== null && !isFinal(error) && askAgainAfter
}

type Asked = { readonly data: unknown; readonly error: Error | null }

/**
 * Returns the error of a query. The query itself clears the error during a retry; here it lasts until the next answer,
 * so that the message and its button do not flicker. `of` identifies the query.
 */
export function useLastingError({ data, error }: Asked, of = ''): Error | null {
  const [last, setLast] = useState<{ readonly error: Error; readonly of: string }>()
  if (error && error !== last?.error) setLast({ error, of })
  return error ?? (data === undefined && last?.of === of ? last.error : null)
}

/** Answers stay valid until an event of the live stream or a write in this browser replaces them. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: 30 * 60_000,
        refetchOnWindowFocus: false,
        // Offline, the cached answer is read.
        networkMode: 'always',
        refetchOnReconnect: true,
        refetchInterval: untilAnswered,
        persister: (send, context, query) => {
          const request = Promise.resolve(send(context))
          // Data on the screen is as good as the cached answer, and the server has no cache.
          const needsNoCache = query.state.data !== undefined || typeof document === 'undefined'
          return needsNoCache ? request : inGoodTime(request).catch(() => fromCache(request, context.client, query))
        },
        // A refusal is final; a lost connection is tried twice more.
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
