import type pg from 'pg'
import * as Snapshot from './snapshot.ts'

/** An event row on its way to those who hear of it. */
export type Row = {
  readonly xid: bigint
  readonly topics: readonly string[]
  /** A `LiveEvent` of the contract, written out once for all who get it. */
  readonly json: string
}

/** What became visible between two snapshots. */
export type Read = {
  /** Up to where was read. */
  readonly snapshot: Snapshot.Snapshot
  /** Each once; those of one subject in the order of their versions. */
  readonly rows: readonly Row[]
  /** Something between is gone, was never here or is too much: `rows` is empty, and who relies on them must read anew. */
  readonly lost: boolean
}

type Line = { snapshot: string; horizon: string; xid: string | null; topics: string[]; json: string }

/**
 * The events that `since` did not see and that can be seen now.
 *
 * Numbers alone would not do: a transaction gets its number, and its row a serial, long before it commits, and whoever
 * has read past that number would never see it. Comparing snapshots asks for visibility itself, so a late commit is read
 * when it happens, and holds up nobody else. A transaction that changes a document waits for the one before it to commit,
 * so no snapshot sees the second without the first, and within one read their serials are in order.
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

/** Where the database stands now. */
export async function presentSnapshot(database: pg.ClientBase | pg.Pool): Promise<Snapshot.Snapshot> {
  const { rows } = await database.query<{ snapshot: string }>('select pg_current_snapshot()::text as snapshot')
  const snapshot = Snapshot.parse(rows[0]?.snapshot ?? '')
  if (!snapshot) throw new Error(`This is no snapshot: ${rows[0]?.snapshot}`)
  return snapshot
}
