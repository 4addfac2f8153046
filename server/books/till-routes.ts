import type { Database } from '#server/db/database.ts'
import { bind } from '#server/http/route.ts'
import { changeTill, readTill } from './till.ts'

export function tillRoutes({ database }: { database: Database }) {
  return bind(database, { 'GET /api/desk/till': readTill, 'POST /api/desk/till': changeTill })
}
