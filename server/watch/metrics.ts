import { statfs } from 'node:fs/promises'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { kitchenStatuses, openStatuses } from '#domain/order/statuses.ts'
import type { Database } from '../db/database.ts'
import type { Live } from '../live/live.ts'
import { unacknowledgedSinceSql } from '../orders/alarms.ts'

export type Metrics = {
  /** Counts a request after its response. `route` is its pattern, such as '/api/orders/:id'. */
  request(request: { method: string; route: string; status: number; seconds: number }): void
  /** Returns all metrics in Prometheus' text format. The database's figures are missing while it cannot be reached. */
  text(): Promise<string>
  readonly contentType: string
}

/** The number of last minutes whose ready orders are counted as kept or broken promises. */
const promiseMinutes = 60

/** Upper bounds in seconds: the defaults of Prometheus clients. The alert about slow requests uses the bound of 2.5. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const listed = (statuses: readonly string[]) => statuses.map((status) => `'${status}'`).join(', ')

/**
 * Reads the open orders, the orders that became ready within the hour, and one row of `instance`, each by an index. The
 * cost therefore does not grow with the number of orders.
 */
const figures = `
  select status.status, coalesce(open.orders, 0) as orders, unacknowledged, unpaid, late, longest, ready.kept, ready.broken,
         extract(epoch from now() - backed_up_at)::float8 as backup, extract(epoch from now() - rehearsed_at)::float8 as rehearsal
    from unnest(array[${listed(openStatuses)}]) as status (status)
    left join (
      select status, count(*)::int as orders,
             (count(*) filter (where status = 'pending' and acknowledged_at is null and not waits))::int as unacknowledged,
             (count(*) filter (where payment = 'claimed'))::int as unpaid,
             (count(*) filter (where status in (${listed(kitchenStatuses)}) and ready_by < now()))::int as late,
             extract(epoch from now() - min(${unacknowledgedSinceSql}) filter (where status = 'pending' and acknowledged_at is null and not waits))::float8 as longest
        from orders where status in (${listed(openStatuses)}) group by status) open on open.status = status.status
    cross join (
      select (count(*) filter (where ready_at <= ready_by))::int as kept, (count(*) filter (where ready_at > ready_by))::int as broken
        from orders where ready_at > now() - make_interval(mins => ${promiseMinutes})) ready
    cross join instance`

type Figures = {
  readonly status: string
  readonly orders: number
  readonly unacknowledged: number | null
  readonly unpaid: number | null
  readonly late: number | null
  readonly longest: number | null
  readonly kept: number
  readonly broken: number
  readonly backup: number | null
  readonly rehearsal: number | null
}

export function createMetrics({
  database,
  live,
  dataDir,
}: {
  database: Pick<Database, 'pool' | 'isFull'>
  live: Pick<Live, 'streams'>
  dataDir: string
}): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const gauge = (name: string, help: string, labelNames: readonly string[] = []) =>
    new Gauge({ name: `buka_${name}`, help, labelNames: [...labelNames], registers })

  const requests = new Histogram({
    name: 'buka_http_request_seconds',
    help: 'Time until the answer begins, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers,
  })
  const failures = new Counter({ name: 'buka_http_failures_total', help: 'Responses with a 5xx status', registers })
  const up = gauge('database_up', 'Whether the figures of the orders could be read')
  const full = gauge('database_full', 'Whether the disk of the database has too little room to record anything')
  const pool = gauge('database_connections', 'Connections of this process', ['state'])
  const streams = gauge('live_streams', 'Clients that this process sends changes to')
  const disk = gauge('disk_bytes', 'The disk of the data folder', ['what'])
  const orders = gauge('orders', 'Orders under way', ['status'])
  const promises = gauge('promises_last_hour', 'Orders that became ready, in time or late', ['promise'])
  const ofDatabase = {
    unacknowledged: gauge('orders_unacknowledged', 'New orders that nobody has acknowledged'),
    unpaid: gauge('orders_unpaid', 'Orders under way whose transfer nobody has found yet'),
    late: gauge('orders_late', 'Orders that are not ready at their promised time'),
    longest: gauge('longest_wait_seconds', 'How long the oldest new order has waited to be acknowledged'),
    backup: gauge('backup_age_seconds', 'Since the last good backup'),
    rehearsal: gauge('backup_rehearsal_age_seconds', 'Since a backup was last restored into a scratch database'),
  }

  async function readDatabase(): Promise<void> {
    // Unknown values are left out, because 0 would be taken for a measured value.
    for (const each of [orders, promises]) each.reset()
    for (const each of Object.values(ofDatabase)) each.remove()
    const { rows } = await database.pool.query<Figures>(figures)
    const sum = (of: (row: Figures) => number | null) => rows.reduce((total, row) => total + (of(row) ?? 0), 0)
    for (const row of rows) orders.set({ status: row.status }, row.orders)
    ofDatabase.unacknowledged.set(sum(({ unacknowledged }) => unacknowledged))
    ofDatabase.unpaid.set(sum(({ unpaid }) => unpaid))
    ofDatabase.late.set(sum(({ late }) => late))
    ofDatabase.longest.set(sum(({ longest }) => longest))
    const [first] = rows
    promises.set({ promise: 'kept' }, first?.kept ?? 0)
    promises.set({ promise: 'broken' }, first?.broken ?? 0)
    // The age without any backup is infinite, so an alert fires.
    ofDatabase.backup.set(first?.backup ?? Number.POSITIVE_INFINITY)
    ofDatabase.rehearsal.set(first?.rehearsal ?? Number.POSITIVE_INFINITY)
  }

  return {
    contentType: registry.contentType,
    request({ method, route, status, seconds }) {
      requests.observe({ method, route, status }, seconds)
      if (status >= 500) failures.inc()
    },
    async text() {
      const isUp = await readDatabase().then(
        () => true,
        () => false,
      )
      up.set(isUp ? 1 : 0)
      full.set(database.isFull() ? 1 : 0)
      const { totalCount, idleCount, waitingCount } = database.pool
      pool.set({ state: 'busy' }, totalCount - idleCount)
      pool.set({ state: 'idle' }, idleCount)
      pool.set({ state: 'waited-for' }, waitingCount)
      streams.set(live.streams())
      const { bavail, blocks, bsize } = await statfs(dataDir).catch(() => ({ bavail: 0, blocks: 0, bsize: 0 }))
      disk.set({ what: 'free' }, bavail * bsize)
      disk.set({ what: 'size' }, blocks * bsize)
      return registry.metrics()
    },
  }
}
