import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { Session, SignIn, SignUp, User } from '#contract/session.ts'
import { hintCookie } from '#contract/session.ts'
import { del, post } from './api.ts'
import { detailsStore } from './details-store.ts'
import { queries } from './queries.ts'

export type SignedIn =
  /** Not asked yet, or no answer yet. `probably` is the hint cookie's word for it. */
  | { readonly state: 'unknown'; readonly probably: boolean }
  | { readonly state: 'out' }
  | { readonly state: 'in'; readonly user: User }

/** Whether somebody is signed in, and who. Without the hint cookie nobody is, and no call is made. */
export function useSignedIn(): SignedIn {
  // The server renders the same bytes for everyone: there, and in the first render here, it is not known.
  const hinted = useSyncExternalStore(never, hint, () => undefined)
  const { data } = useQuery({ ...queries.session(), enabled: hinted === true })
  if (data) return data.user ? { state: 'in', user: data.user } : { state: 'out' }
  return hinted === false ? { state: 'out' } : { state: 'unknown', probably: hinted === true }
}

/** The deeds that change who is signed in. Each settles what the rest of the page knows. */
export function useSession() {
  const client = useQueryClient()

  function settle(session: Session) {
    client.setQueryData(queries.session().queryKey, session)
  }

  return {
    async signIn(body: SignIn) {
      settle(await post<Session>('/api/session', body))
    },
    async signUp(body: SignUp) {
      settle(await post<Session>('/api/customers', body))
    },
    /** Clears the user and the orders, and resets the delivery method (AUTH-9). */
    async signOut() {
      await del('/api/session')
      settle({ user: null })
      client.removeQueries({ queryKey: queries.orders().queryKey })
      client.removeQueries({ queryKey: queries.deskOrders().queryKey })
      detailsStore.set(() => detailsStore.initial)
    },
  }
}

function hint(): boolean {
  return document.cookie.split('; ').some((cookie) => cookie.startsWith(`${hintCookie}=`))
}

function never(): () => void {
  return () => {}
}
