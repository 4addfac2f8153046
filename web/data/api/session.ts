import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { User } from '#contract/session.ts'
import { useBrowserValue } from '#web/app/start-up/hydrated.ts'
import { ApiFailure } from './client.ts'
import { queries } from './queries.ts'
import { keyOf } from './query.ts'
import { sessionHint } from './session-hint.ts'

export type SignedIn =
  /**
   * The session has not been read yet. `probably` comes from the hint cookie; `failed` means that the request got no
   * answer; the person can retry.
   */
  | { readonly state: 'unknown'; readonly probably: boolean; readonly failed: boolean }
  | { readonly state: 'out' }
  | { readonly state: 'in'; readonly user: User }

/**
 * Returns the signed-in user. Requests the session only if the hint cookie says that somebody is probably signed in.
 */
export function useSignedIn(): SignedIn {
  // The server renders the same bytes for everybody, so neither its render nor the browser's first render knows whether
  // somebody is signed in.
  const hinted = useBrowserValue<boolean | undefined>(onReturn, () => sessionHint() !== undefined, undefined)
  const { data, isError } = useQuery({ ...queries.session(), enabled: hinted === true })
  // The hint cookie is missing, so nobody is signed in, even if an answer exists: another tab may have signed out.
  if (hinted === false) return { state: 'out' }
  if (data) return data.user ? { state: 'in', user: data.user } : { state: 'out' }
  return { state: 'unknown', probably: hinted === true, failed: isError }
}

export function useRefetchSession(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.refetchQueries({ queryKey: keyOf('GET /api/session') })
}

/** Reads the session again if one of the errors is a 401. The page then shows the sign-in gate. */
export function useSessionEnd(...errors: readonly unknown[]): void {
  const refetch = useEffectEvent(useRefetchSession())
  const ended = errors.some((error) => error instanceof ApiFailure && error.problem.status === 401)
  useEffect(() => {
    if (ended) void refetch()
  }, [ended])
}

/** Browsers fire no event when a cookie changes, so read the cookie whenever the tab is shown again. */
function onReturn(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
