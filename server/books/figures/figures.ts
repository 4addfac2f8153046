import { sql } from 'drizzle-orm'
import type { Figures } from '#contract/books/figures.ts'
import { addDays, beginning, type Range, rangeBefore } from '#domain/books/days.ts'
import { type Dish, figuresOf } from '#domain/books/figures.ts'
import type { Counted } from '#domain/books/lines.ts'
import { firstDay } from '#domain/books/sold-out.ts'
import type { Database } from '../../db/database.ts'
import { recount } from './recount.ts'

/**
 * The most changed days that a request counts from their orders, so that it stays fast. More changed days exist only
 * after an update, until the sweeps have counted them.
 */
const mostLiveDays = 14

/**
 * Returns the current figures of a range in one snapshot: counted days from their summary, changed days from their
 * orders. `now` is in epoch milliseconds.
 */
export async function readFigures(
  { orm }: Database,
  { query: range }: { readonly query: Range },
  now = Date.now(),
): Promise<Figures> {
  const first = firstDay(range)
  const before = rangeBefore(range)
  const [counted, dishes, spans, changed] = await Promise.all([
    // Without `offset 0`, the planner would read the whole summary instead of a few rows for each day and month.
    orm.execute<Counted>(sql`
      with live as materialized (
        select day from changed_days where day between ${first}::date and ${range.to}::date
         group by day order by day desc limit ${mostLiveDays}
      ), periods (period, first, last) as (
        values ('now', ${range.from}::date, ${range.to}::date),
               ('before', ${before.from}::date, ${before.to}::date),
               ('earlier', ${first}::date, ${addDays(before.from, -1)}::date)
      ), whole as materialized (
        select period, month::date as month
          from periods, generate_series(date_trunc('month', first::timestamp), last, '1 month') month
         where month >= first and month + interval '1 month' <= last + 1
           and not exists (select from live where day >= month and day < month + interval '1 month')
      ), single as materialized (
        select period, each::date as day, date_trunc('month', each) in (select month from whole) as in_month
          from periods, generate_series(first::timestamp, last, '1 day') each
         where not exists (select from live where live.day = each)
      ), facts as (
        select period, dimension, key, first_day as day, count, amount
          from whole, lateral (select * from month_figures of_month where of_month.month = whole.month offset 0) counted
         where dimension <> 'sales' and (period <> 'earlier' or dimension in ('dish', 'hour'))
        union all
        select period, dimension, key, day, count, amount
          from single, lateral (select * from day_figures of_day where of_day.day = single.day offset 0) counted (of_day, dimension, key, count, amount)
         where not in_month and dimension <> 'sales' and (period <> 'earlier' or dimension in ('dish', 'hour'))
        union all
        select period, dimension, key, day, count, amount
          from single, lateral (
                 select * from day_figures of_day where of_day.day = single.day and dimension = 'sales' offset 0
               ) counted (of_day, dimension, key, count, amount)
         where period <> 'earlier'
        union all
        select period, dimension, key, day, count, amount
          from (${recount(sql`live`)}) recounted join periods on day between first and last
      )
      select period, dimension, key, min(day)::text as day, sum(count)::float8 as count, sum(amount)::float8 as amount
        from facts group by period, dimension, key, case when dimension = 'sales' then day end`),
    orm.execute<Dish>(sql`
      select items.id, items.name, categories.title as category
        from items join categories on categories.id = items.category_id`),
    orm.execute<{ itemId: string; began: number; ended: number | null }>(sql`
      select item_id as "itemId", extract(epoch from began_at)::float8 * 1000 as began,
             extract(epoch from ended_at)::float8 * 1000 as ended
        from sold_out_spans
       where (ended_at is null or ended_at > to_timestamp(${beginning(first) / 1000})) and began_at <= to_timestamp(${now / 1000})`),
    orm.execute<{ days: number }>(sql`
      select count(distinct day)::integer as days from changed_days where day between ${first} and ${range.to}`),
  ])
  return {
    ...figuresOf(range, counted.rows, { dishes: dishes.rows, spans: spans.rows, now }),
    uncounted: Math.max(0, (changed.rows[0]?.days ?? 0) - mostLiveDays),
  }
}
