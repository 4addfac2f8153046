import type { Auth } from '../auth/auth.ts'
import type { Tries } from '../auth/rate-limits.ts'
import { proveAgain } from '../auth/second-step.ts'
import type { Database } from '../db/database.ts'
import { originOf } from '../http/origin.ts'
import { type Handlers, Reply } from '../http/route.ts'
import { officeAccounts, proposeAccounts, revokeAccounts } from './accounts.ts'

type Parts = {
  readonly database: Database
  readonly auth: Auth
  readonly tries: Tries
  /** Undefined: the address that the request came to. */
  readonly publicUrl: string | undefined
}

/** The bank accounts, which change after a delay and with a second factor only. */
export function accountRoutes({ database, auth, tries, publicUrl }: Parts) {
  return {
    'GET /api/office/accounts': () => officeAccounts(database),
    'POST /api/office/account-changes': async ({ user, body, headers, context }) => {
      const { password, proof, ...terms } = body
      const origin = originOf(context, publicUrl)
      const asking = { database, origin, token: auth.sessionToken(headers) }
      const prove = await proveAgain({ database, auth, tries }, user, { password, proof }, asking, headers)
      const change = await proposeAccounts(database, user, terms, prove)
      await tries.clear('secondStepAccount', user.id)
      return new Reply(201, change)
    },
    'DELETE /api/office/account-changes/:id': ({ user, params }) => revokeAccounts(database, user, params.id),
  } satisfies Partial<Handlers>
}
