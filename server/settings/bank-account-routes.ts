import type { WithProof } from '#server/auth/second-step.ts'
import type { Database } from '#server/db/database.ts'
import { type Handlers, Reply } from '#server/http/route.ts'
import { officeAccounts, proposeAccounts, revokeAccounts } from './bank-accounts.ts'

/** The bank accounts, which change after a delay and with a second factor only. */
export function accountRoutes({ database, withProof }: { database: Database; withProof: WithProof }) {
  return {
    'GET /api/office/accounts': () => officeAccounts(database),
    'POST /api/office/account-changes': async ({ body: { password, proof, ...terms }, ...call }) =>
      new Reply(
        201,
        await withProof(call, { password, ...proof }, (prove) => proposeAccounts(database, call.user, terms, prove)),
      ),
    'DELETE /api/office/account-changes/:id': ({ user, params }) => revokeAccounts(database, user, params.id),
  } satisfies Partial<Handlers>
}
