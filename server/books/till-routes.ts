import type { Database } from '../db/database.ts'
import { bind } from '../http/route.ts'
import { changeTill, readTill } from './till.ts'

export function tillRoutes({ database }: { database: Database }) {
  return bind(database, { 'GET /api/desk/till': readTill, 'POST /api/desk/till': changeTill })
}
