import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { GuestForm, PasswordReset, Session, SignIn, SignUp, User } from '#contract/session.ts'
import * as Phone from '#domain/text/phone.ts'
import { ApiFailure, call } from './client.ts'
import { clearLiveOrders } from './live-orders.ts'
import { answerOf, keyOf, setAnswer } from './query.ts'

/**
 * The last sign-out request. The next sign-in waits until this request is answered, because a late sign-out would end
 * the new session.
 */
let signingOut: Promise<boolean> | undefined

export function useSessionWrites() {
  return sessionWrites(useQueryClient())
}

/** Writes that start, change and end a session. Each write updates the page's answer to the session query. */
export function sessionWrites(client: QueryClient) {
  function settle(session: Session) {
    // Cancel a request for the session that was sent before this write: its answer would be out of date.
    void client.cancelQueries({ queryKey: keyOf('GET /api/session') })
    setAnswer(client, 'GET /api/session', session)
  }

  function forgetOrders() {
    clearLiveOrders()
    for (const name of ['GET /api/orders', 'GET /api/desk/orders', 'GET /api/deliveries'] as const) {
      client.removeQueries({ queryKey: keyOf(name) })
    }
  }

  /** Returns the refusal for a browser without cookies, in which nobody can stay signed in. */
  function noCookies() {
    const site = answerOf(client, 'GET /api/site')
    const detail = `Cookies are off for this site. Allow them and load the page again to sign in or to order, or call ${site ? Phone.format(site.phone) : 'us'}.`
    return new ApiFailure({ status: 403, code: 'not-allowed', detail })
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
    if (!navigator.cookieEnabled) throw noCookies()
    await signingOut?.catch(() => {})
    const session = await call(name, { body })
    forgetOrders()
    settle(session)
    return session
  }

  return {
    signIn: (body: SignIn) => enter('POST /api/session', body),
    signUp: (body: SignUp) => enter('POST /api/customers', body),
    /** Resets the password with the restaurant's code and signs the customer in. */
    resetPassword: (body: PasswordReset) => enter('POST /api/password-reset', body),
    beginGuest: (body: GuestForm) => enter('POST /api/guests', body),
    openGuestLink: (code: string) => enter('POST /api/guest-sessions', { code }),
    /** `user` is the server's answer to a change of the profile. */
    profileChanged(user: User) {
      settle({ user })
    },
    /**
     * Signs out, clears the user and the orders, and resets the delivery method (AUTH-9). Returns false if the person
     * stays signed in, for example because writes wait for the network.
     */
    async signOut(options?: { readonly everywhere: boolean }): Promise<boolean> {
      const { signOut } = await import('#web/data/end-session.ts')
      const isGuest = answerOf(client, 'GET /api/session')?.user?.guest === true
      signingOut = signOut({ ...options, isGuest })
      if (!(await signingOut)) return false
      settle({ user: null })
      forgetOrders()
      return true
    },
  }
}
