import type pg from 'pg'
import type { LiveEvent } from '#contract/live.ts'
import * as Snapshot from './snapshot.ts'

/** An event row to deliver to its subscribers. */
type Row = {
  readonly xid: bigint
  readonly topics: readonly string[]
  /** A `LiveEvent` of the contract, serialised once for all subscribers. */
  readonly json: string
}

/** The events that became visible between two snapshots. */
export type Read = {
  /** The later of the two snapshots. */
  readonly snapshot: Snapshot.Snapshot
  /** Each event once; events of one subject in the order of their versions. */
  readonly rows: readonly Row[]
  /**
   * True if events between the two snapshots were swept, belong to another epoch or are too many to read. `rows` is
   * then empty, and subscribers must reread their documents.
   */
  readonly lost: boolean
}

type Line = { cursor: string; horizon: string; xid: string | null; topics: string[] } & Pick<
  LiveEvent,
  'type' | 'subject' | 'version' | 'data'
>

/**
 * Returns the events that are visible now and were not visible to `since`. A serial number would lose events as a
 * cursor: a transaction takes its row's serial number long before it commits, and a reader that is already past this
 * number would never see the row. A snapshot states which transactions are visible, so an event of a late commit is
 * read after that commit. Events of one document are read in order, because a change of a document waits until the
 * previous change has committed. The upper bound and the order let PostgreSQL use the index by transaction even before
 * the table's first analyze.
 */
export async function readEvents(
  database: pg.ClientBase | pg.Pool,
  { since, topics, most }: { since: Snapshot.Snapshot; topics?: readonly string[]; most: number },
): Promise<Read> {
  const { rows: lines } = await database.query<Line>(
    `select ${presentCursor} as cursor, horizon.xid::text as horizon, e.xid::text as xid,
            e.topics, e.type, e.subject, e.version, e.data
       from events_horizon horizon
       left join (
            select id, xid, topics, type, subject, version, data
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
  const rows = lines.flatMap(({ xid, topics, type, subject, version, data }) =>
    xid === null ? [] : [{ xid: BigInt(xid), topics, json: JSON.stringify({ type, subject, version, data }) }],
  )
  return { snapshot, rows: lost ? [] : rows, lost }
}

/** Returns the database's current snapshot. Begins an epoch if this start of the database has none yet. */
export async function presentSnapshot(database: pg.ClientBase | pg.Pool): Promise<Snapshot.Snapshot> {
  // The first of several concurrent processes begins the epoch.
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
 * The epoch and the current snapshot. A crash resets PostgreSQL's transaction numbers to the last one on the disk, and
 * later numbers are assigned again; a restored or copied database continues from its own number. So a snapshot is valid
 * only within an epoch, which ends with every start, crash or copy of the database. Before a reader has begun an epoch,
 * each snapshot gets a unique epoch.
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
