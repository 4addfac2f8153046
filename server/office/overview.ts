import { statfs } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Overview } from '#contract/office/overview.ts'
import { kitchenStatuses, openStatuses } from '#domain/order/statuses.ts'
import * as Lagos from '#domain/restaurant/lagos.ts'
import { unacknowledgedSinceSql } from '../orders/alarms.ts'
import { staffList } from './staff.ts'

const mostNamed = 10

type Facts = Omit<Overview, 'disk' | 'signedIn'>

/** Returns SQL that formats a time as the API's answers do, as ISO 8601 in UTC, here with whole seconds. */
const instantOf = (time: string) => sql.raw(`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`)

/**
 * The sums of today and yesterday use the index of creation times. All other sums use the indexes of open orders and
 * refunds owed. The cost therefore does not grow with the restaurant's past.
 */
const facts = sql`
  with border as (
    select midnight, midnight - interval '1 day' as before
      from (select date_trunc('day', now() at time zone ${Lagos.zone}) at time zone ${Lagos.zone} as midnight) today
  ), days as (
    select orders.created_at >= border.midnight as is_today, (count(*) filter (where orders.status <> 'cancelled'))::int as orders,
           (count(*) filter (where orders.status = 'cancelled'))::int as cancelled,
           (coalesce(sum(orders.total) filter (where orders.status <> 'cancelled'), 0))::float8 as sales,
           (coalesce(sum(greatest(0, orders.total - orders.received)) filter (where orders.status <> 'cancelled'), 0))::float8 as unpaid
      from orders, border where orders.created_at >= border.before group by 1
  ), underway as (
    select id, status, ready_by, ${sql.raw(unacknowledgedSinceSql)} as since, acknowledged_at, waits,
           delivery_status, delivery_problem, created_at
      from orders where status in ${openStatuses}
  ), late as (
    select id, ready_by from underway where status in ${kitchenStatuses} and ready_by < now()
  ), failed as (
    select id, delivery_problem, created_at from underway where delivery_status = 'failed'
  ), sold_out as (
    select items.id, items.name, items.back_at, items.portions_left from items join categories on categories.id = items.category_id
     where categories.listed and not items.removed and (not items.available or items.portions_left = 0)
  )
  select ${ofDay(sql`is_today`)} as today, ${ofDay(sql`not is_today`)} as yesterday,
         json_build_object('count', (select count(*) from late), 'orders', (
           select coalesce(json_agg(json_build_object('id', id, 'readyBy', ${instantOf('ready_by')}) order by ready_by), '[]')
             from (select * from late order by ready_by limit ${mostNamed}) first)) as late,
         json_build_object('count', (select count(*) from failed), 'orders', (
           select coalesce(json_agg(json_build_object('id', id, 'problem', delivery_problem) order by created_at), '[]')
             from (select * from failed order by created_at limit ${mostNamed}) first)) as failed,
         (select json_build_object('count', count(*), 'since', ${instantOf('min(since)')})
            from underway where status = 'pending' and acknowledged_at is null and not waits) as unacknowledged,
         json_build_object('count', (select count(*) from sold_out), 'dishes', (
           select coalesce(json_agg(json_build_object('id', id, 'name', name, 'backAt', ${instantOf('back_at')},
                    'portionsLeft', portions_left) order by name), '[]')
             from (select * from sold_out order by name limit ${mostNamed}) first)) as "soldOut",
         (select json_build_object('count', count(*), 'owed', coalesce(sum(owed), 0)) from orders where owed > 0) as refunds,
         (select json_build_object('madeAt', ${instantOf('backed_up_at')}, 'rehearsedAt', ${instantOf('rehearsed_at')})
            from instance) as backup`

function ofDay(condition: ReturnType<typeof sql>) {
  return sql`(select json_build_object('orders', coalesce(sum(orders), 0), 'cancelled', coalesce(sum(cancelled), 0),
    'sales', coalesce(sum(sales), 0), 'unpaid', coalesce(sum(unpaid), 0)) from days where ${condition})`
}

/** Returns the overview. The free space is that of the disk of `dataDir`; undefined skips the check. */
export async function readOverview(orm: NodePgDatabase, dataDir: string | undefined): Promise<Overview> {
  const [{ rows }, { members }, disk] = await Promise.all([
    orm.execute<Facts>(facts),
    staffList(orm, undefined),
    dataDir === undefined ? undefined : statfs(dataDir).catch(() => undefined),
  ])
  const [found] = rows
  if (!found) throw new Error('The overview has no row.')
  return {
    ...found,
    disk: disk ? { free: disk.bavail * disk.bsize, size: disk.blocks * disk.bsize } : null,
    signedIn: members.flatMap(({ id, username, role, sessions: [latest] }) =>
      latest ? [{ id, username, role, seenAt: latest.seenAt }] : [],
    ),
  }
}
