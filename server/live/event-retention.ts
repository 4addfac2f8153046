import { sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Sweep } from '../db/sweep-runner.ts'
import { eventHours } from '../process/retention.ts'

/**
 * Deletes old events and stores the transaction of the last deleted event. A client whose cursor is before this
 * transaction rereads its documents.
 */
export const sweepEvents: Sweep = async (tx, most) => {
  const { rows } = await tx.execute<{ count: number }>(
    sql`with old as (
          select id from events where at < now() - make_interval(hours => ${eventHours}) order by at limit ${most}
        ), gone as (
          delete from events using old where events.id = old.id returning events.xid
        )
        update events_horizon set xid = greatest(xid, (select xid from gone order by xid desc limit 1))
        returning (select count(*)::int from gone) as count`,
  )
  return rows[0]?.count ?? 0
}

/**
 * Deletes events that came from another PostgreSQL by a dump. Each server has its own transaction numbers, so foreign
 * numbers may lie in this server's future. Such events would be delivered repeatedly.
 */
export async function deleteForeignEvents(pool: pg.Pool): Promise<void> {
  await pool.query('delete from events where xid >= pg_snapshot_xmax(pg_current_snapshot())')
  await pool.query(`update events_horizon set xid = default where xid >= pg_snapshot_xmax(pg_current_snapshot())`)
}
