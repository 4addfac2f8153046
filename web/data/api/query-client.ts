import { type Query, QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiFailure } from './client.ts'

/** Milliseconds until the cached answer is shown instead of one that may still come. */
const slow = 3000

/** Milliseconds after which a page that got no answer asks again: a network that comes back may fire no event. */
const askAgainAfter = 5000

/** Whether an error is the server's own word. What it could not do just now, it may be able to do in a moment. */
export function isFinal(error: Error): boolean {
  return error instanceof ApiFailure && error.problem.status < 500
}

/** The `refetchInterval` of what is asked once: asked again while it got no answer. */
export function untilAnswered({
  state: { error },
}: {
  readonly state: { readonly error: Error | null }
}): number | false {
  return error !== null && !isFinal(error) && askAgainAfter
}

type Asked = { readonly data: unknown; readonly error: Error | null }

/**
 * The error of a query. Where nothing was ever answered, a further try clears it in the query; here it lasts until there is an
 * answer, so that what is said about it, and its button, do not come and go every few seconds. `of` names what is asked for.
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
        // Without a network the cached answer is read.
        networkMode: 'always',
        refetchOnReconnect: true,
        refetchInterval: untilAnswered,
        persister: (send, context, query) => {
          const request = Promise.resolve(send(context))
          // Data on the screen is as good as the cached answer; the server has no cache.
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
