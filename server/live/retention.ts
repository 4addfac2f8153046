import type pg from 'pg'
import { describeError, type Log } from '../process/log.ts'

/** A client that was away for longer rereads its documents, which costs less than a day of events. */
const retentionHours = 24

const batch = 1000

/** Milliseconds. */
const sweepEvery = 10 * 60_000

/** Sweeps expired events from time to time, until `stop`. */
export function startSweeping(pool: pg.Pool, log: Log): { stop(): void } {
  const sweep = () => sweepEvents(pool).catch((error) => log('live.sweep-failed', describeError(error)))
  const timer = setInterval(sweep, sweepEvery)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

/** Deletes the events older than `retentionHours` and stores the last one's transaction. Returns how many were deleted. */
export async function sweepEvents(pool: pg.Pool): Promise<number> {
  for (let total = 0; ; ) {
    const { rows } = await pool.query<{ count: number }>(
      `with old as (
         select id from events where at < now() - make_interval(hours => $1) order by at limit $2 for update skip locked
       ), gone as (
         delete from events using old where events.id = old.id returning events.xid
       )
       update events_horizon set xid = greatest(xid, (select xid from gone order by xid desc limit 1))
       returning (select count(*)::int from gone) as count`,
      [retentionHours, batch],
    )
    const count = rows[0]?.count ?? 0
    total += count
    if (count < batch) return total
  }
}

/**
 * Deletes events that a dump brought from another PostgreSQL. Transaction numbers belong to one server: theirs may be in this
 * server's future, and such events would be delivered again and again.
 */
export async function deleteForeignEvents(pool: pg.Pool): Promise<void> {
  await pool.query('delete from events where xid >= pg_snapshot_xmax(pg_current_snapshot())')
  await pool.query(`update events_horizon set xid = default where xid >= pg_snapshot_xmax(pg_current_snapshot())`)
}
