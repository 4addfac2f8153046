import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { hintCookie } from '#contract/hint-cookie.ts'
import type { PasswordReset, Session, SignIn, SignUp, User } from '#contract/session.ts'
import { ApiFailure, call } from './client.ts'
import { forgetArrivals } from './live-orders.ts'
import { queries } from './queries.ts'

export type SignedIn =
  /**
   * Not asked yet, or no answer yet. `probably` is the hint cookie's word for it; `failed` says that the question got
   * no answer, and that somebody has to ask again.
   */
  | { readonly state: 'unknown'; readonly probably: boolean; readonly failed: boolean }
  | { readonly state: 'out' }
  | { readonly state: 'in'; readonly user: User }

/** Whether somebody is signed in, and who. Without the hint cookie nobody is, and no call is made. */
export function useSignedIn(): SignedIn {
  // The server renders the same bytes for everyone: there, and in the first render here, it is not known.
  const hinted = useSyncExternalStore(onReturn, isHinted, () => undefined)
  const { data, isError } = useQuery({ ...queries.session(), enabled: hinted === true })
  // Also where another tab has signed out since: the cookie is gone there and here.
  if (hinted === false) return { state: 'out' }
  if (data) return data.user ? { state: 'in', user: data.user } : { state: 'out' }
  return { state: 'unknown', probably: hinted === true, failed: isError }
}

/** The writes that change who is signed in. Each settles what the rest of the page knows. */
export function useSession() {
  const client = useQueryClient()

  function settle(session: Session) {
    // A question asked before is answered too late.
    void client.cancelQueries({ queryKey: queries.session().queryKey })
    client.setQueryData(queries.session().queryKey, session)
  }

  function forgetOrders() {
    forgetArrivals()
    client.removeQueries({ queryKey: queries.orders().queryKey })
    client.removeQueries({ queryKey: queries.deskOrders().queryKey })
  }

  async function enter(
    name: 'POST /api/session' | 'POST /api/customers' | 'POST /api/password-reset',
    body: SignIn | SignUp | PasswordReset,
  ) {
    const session = await call(name, { body })
    forgetOrders()
    settle(session)
  }

  return {
    signIn: (body: SignIn) => enter('POST /api/session', body),
    signUp: (body: SignUp) => enter('POST /api/customers', body),
    /** With the restaurant's code, which lets the customer in at once. */
    resetPassword: (body: PasswordReset) => enter('POST /api/password-reset', body),
    /** As the server has it after a change. */
    profileChanged(user: User) {
      settle({ user })
    },
    /**
     * Clears the user and the orders, and resets the delivery method (AUTH-9). False where the person stays, because
     * something of theirs still waits to be sent.
     */
    async signOut(): Promise<boolean> {
      const { leave } = await import('#web/sync/sign-out.ts')
      if (!(await leave())) return false
      settle({ user: null })
      forgetOrders()
      return true
    },
    /** Asks the server again, after a lost connection. */
    async askAgain() {
      await client.refetchQueries({ queryKey: queries.session().queryKey })
    },
  }
}

/** Where one of these failures says that nobody is signed in any more, the whole page learns it and asks to log in. */
export function useSessionEnd(...errors: readonly unknown[]): void {
  const client = useQueryClient()
  const ended = errors.some((error) => error instanceof ApiFailure && error.problem.code === 'not-signed-in')
  useEffect(() => {
    if (ended) void client.refetchQueries({ queryKey: queries.session().queryKey })
  }, [ended, client])
}

/** Whether the hint cookie says that somebody is signed in. */
export function isHinted(): boolean {
  return document.cookie.split('; ').some((cookie) => cookie.startsWith(`${hintCookie}=`))
}

/** Cookies tell nobody that they changed: coming back to the tab is the moment to look. */
function onReturn(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
