import type { WithProof } from '../auth/second-step.ts'
import type { Database } from '../db/database.ts'
import { bind, type Handlers, Reply } from '../http/route.ts'
import { officeAccounts, proposeAccounts, revokeAccounts } from './bank-accounts.ts'

/** Returns the handlers of the bank accounts, which change only with a second factor and after a delay. */
export function accountRoutes({ database, withProof }: { database: Database; withProof: WithProof }) {
  return {
    'POST /api/office/account-changes': async ({ body: { password, proof, ...terms }, ...call }) =>
      new Reply(
        201,
        await withProof(call, { password, ...proof }, (prove) => proposeAccounts(database, call.user, terms, prove)),
      ),
    ...bind(database, {
      'GET /api/office/accounts': officeAccounts,
      'DELETE /api/office/account-changes/:id': revokeAccounts,
    }),
  } satisfies Partial<Handlers>
}
