import { type Query, QueryClient } from '@tanstack/react-query'
import { ApiFailure } from './client.ts'

/** Milliseconds until what is kept of last time stands in for an answer that may still come. */
const slow = 3000

/** Answers stay good until the live stream, or a write of the person's own, says otherwise. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: 30 * 60_000,
        refetchOnWindowFocus: false,
        // Without a network too: what was read before is kept.
        networkMode: 'always',
        refetchOnReconnect: true,
        persister: (ask, context, query) => {
          const asked = Promise.resolve(ask(context))
          // What is on the screen already is as good as what is kept; the server keeps nothing.
          const alone = query.state.data !== undefined || typeof document === 'undefined'
          return alone ? asked : inGoodTime(asked).catch(() => standIn(asked, context.client, query))
        },
        // The server's no stays no; a lost connection is worth two more tries.
        retry: (failures, error) => !(error instanceof ApiFailure) && failures < 2 && navigator.onLine !== false,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

function inGoodTime<Answer>(asked: Promise<Answer>): Promise<Answer> {
  return Promise.race([asked, new Promise<never>((_, reject) => setTimeout(reject, slow))])
}

/** The server's no is an answer too, and `spare` gives it as such. */
async function standIn<Answer>(asked: Promise<Answer>, client: QueryClient, query: Query): Promise<Answer> {
  const kept = await import('#web/sync/cache/answers.ts').catch(() => undefined)
  return (kept ? kept.spare(asked, client, query) : asked) as Promise<Answer>
}
