import type { Auth } from '../auth/auth.ts'
import { answer } from '../auth/auth-routes.ts'
import type { Tries } from '../auth/rate-limits.ts'
import type { Database } from '../db/database.ts'
import { refuse } from '../http/problems.ts'
import { type Handlers, Reply } from '../http/route.ts'
import { becomeAccount, beginGuest, guestOfLink, makeLink, openLink } from './guests.ts'

type Deps = { readonly database: Database; readonly auth: Auth; readonly tries: Pick<Tries, 'count' | 'refund'> }

export function guestRoutes({ database, auth, tries }: Deps) {
  const restaurant = { database, auth }
  return {
    'POST /api/guests': async ({ body, address, headers }) => {
      await tries.count('guestAddress', address)
      const { session, cookies } = await beginGuest(restaurant, body, headers)
      return answer(201, session, cookies)
    },
    'POST /api/guest-sessions': async ({ user, body, address, headers }) => {
      await tries.count('signInAddress', address)
      const guest = await guestOfLink(restaurant, body.code)
      await tries.refund('signInAddress', address)
      if (user?.id === guest.id) return answer(200, { user }, [])
      // A signed-in person keeps the session. Otherwise a stranger could send a link that puts this person into the
      // stranger's session.
      if (user) throw refuse('not-allowed', `You are signed in as ${user.username}. Sign out, and open the link again.`)
      const { session, cookies } = await openLink(restaurant, guest, headers)
      return answer(200, session, cookies)
    },
    'POST /api/guest-links': async ({ user }) => {
      await tries.count('accountChange', user.id)
      return new Reply(201, await makeLink(restaurant, user))
    },
    'POST /api/guest-account': async ({ user, body, address, headers }) => {
      await tries.count('signUpAddress', address)
      const account = await becomeAccount(restaurant, user, body.password, {
        token: auth.sessionToken(headers),
        address,
      })
      return answer(200, { user: account }, [])
    },
  } satisfies Partial<Handlers>
}
