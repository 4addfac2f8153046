import type pg from 'pg'
import * as Snapshot from './snapshot.ts'

/** An event row on its way to its subscribers. */
export type Row = {
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
   * Events in between were swept, belong to another database or are too many. `rows` is then empty, and subscribers must
   * reread their documents.
   */
  readonly lost: boolean
}

type Line = { snapshot: string; horizon: string; xid: string | null; topics: string[]; json: string }

/**
 * The events that `since` did not see and that are visible now.
 *
 * A cursor of serial numbers would lose events: a transaction gets its number, and its row a serial, long before it commits,
 * and a reader that is past that number never sees the row. Comparing snapshots compares visibility itself, so a late commit
 * is read when it happens and delays no other event. A transaction that changes a document waits for the previous one to
 * commit, so no snapshot sees the second without the first, and within one read their serials are in order.
 */
export async function readEvents(
  database: pg.ClientBase | pg.Pool,
  { since, topics, most }: { since: Snapshot.Snapshot; topics?: readonly string[]; most: number },
): Promise<Read> {
  const { rows: lines } = await database.query<Line>(
    `select present.snapshot::text, horizon.xid::text as horizon, e.xid::text as xid, e.topics, e.json
       from (select pg_current_snapshot() as snapshot) present
      cross join events_horizon horizon
       left join (
            select id, xid, topics,
                   json_build_object('type', type, 'subject', subject, 'version', version, 'data', data)::text as json
              from events
             where xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(xid, $1::pg_snapshot)
               and ($2::text[] is null or topics && $2)
             order by id limit $3) e on true
      order by e.id`,
    [since.text, topics ?? null, most + 1],
  )
  const [first] = lines
  const snapshot = Snapshot.parse(first?.snapshot ?? '')
  if (!first || !snapshot) throw new Error('The table events_horizon has no row.')
  const lost = lines.length > most || !Snapshot.covers(snapshot, since) || BigInt(first.horizon) >= since.xmin
  const rows = lines.flatMap(({ xid, topics, json }) => (xid === null ? [] : [{ xid: BigInt(xid), topics, json }]))
  return { snapshot, rows: lost ? [] : rows, lost }
}

/** The database's snapshot now. */
export async function presentSnapshot(database: pg.ClientBase | pg.Pool): Promise<Snapshot.Snapshot> {
  const { rows } = await database.query<{ snapshot: string }>('select pg_current_snapshot()::text as snapshot')
  const snapshot = Snapshot.parse(rows[0]?.snapshot ?? '')
  if (!snapshot) throw new Error(`PostgreSQL returned a snapshot that cannot be parsed: ${rows[0]?.snapshot}`)
  return snapshot
}
