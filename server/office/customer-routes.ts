import type { Database } from '../db/database.ts'
import { bind } from '../http/route.ts'
import { eraseAccount, exportAccount } from '../own-data/own-data.ts'
import { addNote, customerNotesOf, customerOf, findCustomers, removeNote } from './customers.ts'

export function customerRoutes({ database }: { database: Database }) {
  return bind(database, {
    'GET /api/office/customers': findCustomers,
    'GET /api/office/customers/:id/notes': customerNotesOf,
    'POST /api/office/customers/:id/notes': addNote,
    'DELETE /api/office/customers/:id/notes/:note': removeNote,
    'GET /api/office/customers/:id/export': async (database, { user, params }) =>
      exportAccount(database, await customerOf(database.orm, params.id), user),
    'POST /api/office/customers/:id/erasure': async (database, { user, params }) => {
      await eraseAccount(database, await customerOf(database.orm, params.id), user)
    },
  })
}
