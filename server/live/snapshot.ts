/**
 * A PostgreSQL snapshot. It sees the transactions below `xmax`, except those that were still running when it was taken.
 * Snapshots of one server are nested: of any two, one sees everything that the other sees.
 */
export type Snapshot = {
  /** The cursor that clients store: `epoch.text`. */
  readonly cursor: string
  /** The epoch of the transaction numbers: see `events_epoch`. '' in cursors of an early release. */
  readonly epoch: string
  /** The snapshot in PostgreSQL's form, `xmin:xmax:running,running`. */
  readonly text: string
  /** The first transaction that was still running, or `xmax`. */
  readonly xmin: bigint
  readonly xmax: bigint
  /** Transactions below `xmax` that had not ended. */
  readonly running: ReadonlySet<bigint>
}

/** Parses a cursor; undefined if PostgreSQL would not accept its second half as a pg_snapshot. */
export function parse(cursor: string): Snapshot | undefined {
  const [, epoch = '', text, low, high, list] =
    /^(?:([\da-f-]{1,40})\.)?((\d{1,19}):(\d{1,19}):([\d,]*))$/.exec(cursor) ?? []
  if (text === undefined || low === undefined || high === undefined || list === undefined) return undefined
  const xmin = BigInt(low)
  const xmax = BigInt(high)
  const running = list === '' ? [] : list.split(',').map((xid) => BigInt(xid))
  const ascends = running.every((xid, index) => xid >= xmin && xid < xmax && xid > (running[index - 1] ?? -1n))
  if (xmin < 1n || xmin > xmax || xmax >= 2n ** 63n || !ascends) return undefined
  return { cursor, epoch, text, xmin, xmax, running: new Set(running) }
}

/** Returns true if the snapshot sees a row of the committed transaction `xid`. */
export function sees({ xmax, running }: Snapshot, xid: bigint): boolean {
  return xid < xmax && !running.has(xid)
}

/** Returns true if `later` sees everything that `earlier` sees. Snapshots of two epochs cannot be compared. */
export function covers(later: Snapshot, earlier: Snapshot): boolean {
  if (later.epoch !== earlier.epoch || later.xmax < earlier.xmax) return false
  for (const xid of later.running) if (sees(earlier, xid)) return false
  return true
}
