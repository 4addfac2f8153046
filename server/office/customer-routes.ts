import type { Database } from '#server/db/database.ts'
import type { Handlers } from '#server/http/route.ts'
import { eraseAccount, exportAccount } from '#server/own-data/own-data.ts'
import { addNote, customerOf, findCustomers, notesOf, removeNote } from './customers.ts'

/** Customers as the restaurant knows them. */
export function customerRoutes({ database }: { database: Database }) {
  const { orm } = database
  return {
    'GET /api/office/customers': ({ query }) => findCustomers(orm, query),
    'GET /api/office/customers/:id/notes': async ({ params }) => {
      await customerOf(orm, params.id)
      return notesOf(orm, params.id)
    },
    'POST /api/office/customers/:id/notes': ({ user, params, body }) => addNote(database, params.id, user, body),
    'DELETE /api/office/customers/:id/notes/:note': ({ user, params }) =>
      removeNote(database, params.id, user, params.note),
    'GET /api/office/customers/:id/export': async ({ user, params }) =>
      exportAccount(database, await customerOf(orm, params.id), user),
    'POST /api/office/customers/:id/erasure': async ({ user, params }) => {
      await eraseAccount(database, await customerOf(orm, params.id), user)
    },
  } satisfies Partial<Handlers>
}
