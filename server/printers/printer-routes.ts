import type { Database } from '../db/database.ts'
import { bind, type Handlers, Reply } from '../http/route.ts'
import { pollEpson } from './epson.ts'
import {
  addPrinter,
  changePrinter,
  deskPrinters,
  officePrinters,
  printTestPage,
  removePrinter,
  renewCode,
} from './printers.ts'
import { confirmStar, fetchStar, pollStar } from './star.ts'

/** Returns the handlers of printers: what the owner sets, what the desk shows, and what printers poll. */
export function printerRoutes({ database }: { database: Database }) {
  return {
    'POST /api/office/printers': async (call) => new Reply(201, await addPrinter(database, call)),
    'POST /api/office/printers/:id/code': async (call) => new Reply(201, await renewCode(database, call)),
    ...bind(database, {
      'GET /api/desk/printers': deskPrinters,
      'GET /api/office/printers': officePrinters,
      'PATCH /api/office/printers/:id': changePrinter,
      'DELETE /api/office/printers/:id': removePrinter,
      'POST /api/office/printers/:id/test': printTestPage,
      'POST /api/star/:code': pollStar,
      'GET /api/star/:code': fetchStar,
      'DELETE /api/star/:code': confirmStar,
      'POST /api/epson/:code': pollEpson,
    }),
  } satisfies Partial<Handlers>
}
