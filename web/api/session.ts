import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import type { GuestForm, PasswordReset, Session, SignIn, SignUp, User } from '#contract/session.ts'
import { ApiFailure, call } from './client.ts'
import { isHinted } from './hint.ts'
import { clearLiveOrders } from './live-orders.ts'
import { queries } from './queries.ts'

export type SignedIn =
  /**
   * The session has not been read yet. `probably` is what the hint cookie says; `failed` means that the request got no
   * answer and the person has to retry it.
   */
  | { readonly state: 'unknown'; readonly probably: boolean; readonly failed: boolean }
  | { readonly state: 'out' }
  | { readonly state: 'in'; readonly user: User }

/** The signed-in user. Without the hint cookie nobody is signed in, and no request is made. */
export function useSignedIn(): SignedIn {
  // The server renders the same bytes for everybody, so the state is unknown there and in the first render here.
  const hinted = useSyncExternalStore(onReturn, isHinted, () => undefined)
  const { data, isError } = useQuery({ ...queries.session(), enabled: hinted === true })
  // The cookie is also gone after another tab has signed out.
  if (hinted === false) return { state: 'out' }
  if (data) return data.user ? { state: 'in', user: data.user } : { state: 'out' }
  return { state: 'unknown', probably: hinted === true, failed: isError }
}

/** The last sign-out, perhaps under way: its answer would end the session of a sign-in that overtakes it. */
let leaving: Promise<boolean> | undefined

/** The writes that start, change and end a session. Each updates the session query of the page. */
export function useSession() {
  const client = useQueryClient()

  function settle(session: Session) {
    // A session request that is under way was sent before this write.
    void client.cancelQueries({ queryKey: queries.session().queryKey })
    client.setQueryData(queries.session().queryKey, session)
  }

  function forgetOrders() {
    clearLiveOrders()
    client.removeQueries({ queryKey: queries.orders().queryKey })
    client.removeQueries({ queryKey: ['desk-orders'] })
  }

  async function enter(
    name:
      | 'POST /api/session'
      | 'POST /api/customers'
      | 'POST /api/password-reset'
      | 'POST /api/guests'
      | 'POST /api/guest-sessions',
    body: SignIn | SignUp | PasswordReset | GuestForm | { readonly code: string },
  ) {
    await leaving?.catch(() => {})
    const session = await call(name, { body })
    forgetOrders()
    settle(session)
    return session
  }

  return {
    signIn: (body: SignIn) => enter('POST /api/session', body),
    signUp: (body: SignUp) => enter('POST /api/customers', body),
    /** With the code that the restaurant gave; the customer is signed in at once. */
    resetPassword: (body: PasswordReset) => enter('POST /api/password-reset', body),
    beginGuest: (body: GuestForm) => enter('POST /api/guests', body),
    /** By the code of a guest's private link. */
    openGuestLink: (code: string) => enter('POST /api/guest-sessions', { code }),
    /** `user` as the server returned it after a change. */
    profileChanged(user: User) {
      settle({ user })
    },
    /**
     * Clears the user and the orders, and resets the delivery method (AUTH-9). False where the person stays signed in,
     * because queued writes still wait to be sent.
     */
    async signOut(options?: { readonly everywhere: boolean }): Promise<boolean> {
      const { signOut } = await import('#web/sync/sign-out.ts')
      leaving = signOut(options)
      if (!(await leaving)) return false
      settle({ user: null })
      forgetOrders()
      return true
    },
    /** Reads the session again, after a lost connection. */
    async refetch() {
      await client.refetchQueries({ queryKey: queries.session().queryKey })
    },
  }
}

/** Reads the session again where one of these failures says that it has ended, so that the page shows the sign-in gate. */
export function useSessionEnd(...errors: readonly unknown[]): void {
  const client = useQueryClient()
  const ended = errors.some((error) => error instanceof ApiFailure && error.problem.status === 401)
  useEffect(() => {
    if (ended) void client.refetchQueries({ queryKey: queries.session().queryKey })
  }, [ended, client])
}

/** Browsers fire no event for a changed cookie, so the cookie is read when the tab is shown again. */
function onReturn(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
