import type pg from 'pg'
import { describeError, type Log } from '../process/log.ts'

/** Who has been away for longer reads anew, which costs less than a day of changes. */
const keptHours = 24

const batch = 1000

const sweepEvery = 10 * 60_000

/** Deletes the events that nobody will ask for any more, a batch at a time, now and then. */
export function keepSwept(pool: pg.Pool, log: Log): { stop(): void } {
  const sweep = () => sweepEvents(pool).catch((error) => log('live.sweep-failed', describeError(error)))
  const timer = setInterval(sweep, sweepEvery)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

/** Deletes the events older than a day, and remembers up to where. Returns how many there were. */
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
      [keptHours, batch],
    )
    const count = rows[0]?.count ?? 0
    total += count
    if (count < batch) return total
  }
}

/**
 * Transactions are numbered by the server they ran on. Events that a dump brought from another one would come up again
 * and again, so they are dropped.
 */
export async function forgetOtherServers(pool: pg.Pool): Promise<void> {
  await pool.query('delete from events where xid >= pg_snapshot_xmax(pg_current_snapshot())')
  await pool.query(`update events_horizon set xid = default where xid >= pg_snapshot_xmax(pg_current_snapshot())`)
}
