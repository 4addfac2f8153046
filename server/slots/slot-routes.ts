import type { Database } from '../db/database.ts'
import { refuse } from '../http/problems.ts'
import { bind } from '../http/route.ts'
import { changeQuarter, quartersAtDesk } from './quarters.ts'

const notYet = async () => {
  throw refuse('unavailable', 'Orders for later are not taken yet.')
}

export function slotRoutes({ database }: { database: Database }) {
  return bind(database, {
    'POST /api/slots': notYet,
    'POST /api/desk/slots': notYet,
    'GET /api/orders/:id/slots': notYet,
    'POST /api/orders/:id/change-slot': notYet,
    'GET /api/desk/quarters': quartersAtDesk,
    'PUT /api/desk/quarters': changeQuarter,
    'GET /api/desk/preparations': notYet,
    'PUT /api/desk/preparations': notYet,
  })
}
