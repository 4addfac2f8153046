import type { Database } from '../db/database.ts'
import { bind } from '../http/route.ts'
import { changeSlot } from './change-slot.ts'
import { preparationsAtDesk, tickPreparation } from './preparations.ts'
import { changeQuarter, quartersAtDesk } from './quarters.ts'
import { slotsAtCounter, slotsForCart, slotsForOrder } from './slots.ts'

export function slotRoutes({ database }: { database: Database }) {
  return bind(database, {
    'POST /api/slots': slotsForCart,
    'POST /api/desk/slots': slotsAtCounter,
    'GET /api/orders/:id/slots': slotsForOrder,
    'POST /api/orders/:id/change-slot': changeSlot,
    'GET /api/desk/quarters': quartersAtDesk,
    'PUT /api/desk/quarters': changeQuarter,
    'GET /api/desk/preparations': preparationsAtDesk,
    'PUT /api/desk/preparations': tickPreparation,
  })
}
