import type pg from 'pg'
import * as Snapshot from './snapshot.ts'

/** An event row on its way to its subscribers. */
type Row = {
  readonly xid: bigint
  readonly topics: readonly string[]
  /** A `LiveEvent` of the contract, serialised once for all subscribers. */
  readonly json: string
}

/** What became visible between two snapshots. */
export type Read = {
  /** The later of the two. */
  readonly snapshot: Snapshot.Snapshot
  /** Each event once; those of one subject in the order of their versions. */
  readonly rows: readonly Row[]
  /**
   * Events in between were swept, belong to another epoch or are too many. `rows` is then empty, and subscribers must
   * reread their documents.
   */
  readonly lost: boolean
}

type Line = { cursor: string; horizon: string; xid: string | null; topics: string[]; json: string }

/**
 * The events that `since` did not see and that are visible now.
 *
 * A cursor of serial numbers would lose events: a transaction gets its number, and its row a serial, long before it commits,
 * and a reader that is past that number never sees the row. Comparing snapshots compares visibility itself, so a late commit
 * is read when it happens and delays no other event. A transaction that changes a document waits for the previous one to
 * commit, so no snapshot sees the second without the first, and within one read their serials are in order.
 *
 * The index by transactions gives them: the upper bound, which every visible row is below, and its order tell PostgreSQL that
 * they are few. Where it has not analyzed the table yet it would walk through all that is stored instead, to find nothing.
 */
export async function readEvents(
  database: pg.ClientBase | pg.Pool,
  { since, topics, most }: { since: Snapshot.Snapshot; topics?: readonly string[]; most: number },
): Promise<Read> {
  const { rows: lines } = await database.query<Line>(
    `select ${presentCursor} as cursor, horizon.xid::text as horizon, e.xid::text as xid, e.topics, e.json
       from events_horizon horizon
       left join (
            select id, xid, topics,
                   json_build_object('type', type, 'subject', subject, 'version', version, 'data', data)::text as json
              from events
             where xid >= pg_snapshot_xmin($1::pg_snapshot) and xid < pg_snapshot_xmax(pg_current_snapshot())
               and not pg_visible_in_snapshot(xid, $1::pg_snapshot)
               and ($2::text[] is null or topics && $2)
             order by xid, id limit $3) e on true
      order by e.id`,
    [since.text, topics ?? null, most + 1],
  )
  const [first] = lines
  if (!first) throw new Error('The table events_horizon has no row.')
  const snapshot = snapshotOf(first.cursor)
  const lost = lines.length > most || !Snapshot.covers(snapshot, since) || BigInt(first.horizon) >= since.xmin
  const rows = lines.flatMap(({ xid, topics, json }) => (xid === null ? [] : [{ xid: BigInt(xid), topics, json }]))
  return { snapshot, rows: lost ? [] : rows, lost }
}

/** The database's snapshot now. Begins an epoch where this start of the database has none yet. */
export async function presentSnapshot(database: pg.ClientBase | pg.Pool): Promise<Snapshot.Snapshot> {
  // Of several processes the first one begins the epoch.
  await database.query(
    `insert into events_epoch (database, started) select oid, pg_postmaster_start_time() from pg_database
      where datname = current_database()
      on conflict (only_row) do update set id = default, database = excluded.database, started = excluded.started
      where (events_epoch.database, events_epoch.started) <> (excluded.database, excluded.started)`,
  )
  const { rows } = await database.query<{ cursor: string }>(`select ${presentCursor} as cursor`)
  return snapshotOf(rows[0]?.cursor ?? '')
}

/**
 * The epoch and the snapshot now. A crash rolls PostgreSQL's transaction numbers back to the last one on the disk, and those
 * after it are given out again; a restored or copied database counts on from a number of its own. So a snapshot means
 * something only within an epoch, which ends with every start, crash or copy of the database. Until a reader has begun one,
 * every snapshot has an epoch that equals no other.
 */
const presentCursor = `coalesce((
  select epoch.id from events_epoch epoch join pg_database on pg_database.oid = epoch.database
   where datname = current_database() and epoch.started = pg_postmaster_start_time()),
  left(gen_random_uuid()::text, 13)) || '.' || pg_current_snapshot()::text`

function snapshotOf(cursor: string): Snapshot.Snapshot {
  const snapshot = Snapshot.parse(cursor)
  if (!snapshot) throw new Error(`PostgreSQL returned a snapshot that cannot be parsed: ${cursor}`)
  return snapshot
}
