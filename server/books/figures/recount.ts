import { type SQL, sql } from 'drizzle-orm'
import { timeLimits } from '#domain/books/figures.ts'
import * as Lagos from '#domain/restaurant/lagos.ts'
import type { Transaction } from '../../db/database.ts'
import type { Sweep } from '../../db/sweep-runner.ts'

const limits = sql.raw(`array[${timeLimits.map((minutes) => `${minutes * 60}.0`).join(', ')}]::float8[]`)

/**
 * Returns the whole seconds between two columns. At least 0, because a tablet with a wrong clock may send a time before
 * the previous time.
 */
const seconds = (from: string, to: string) =>
  sql.raw(`greatest(0, extract(epoch from placed.${to} - placed.${from}))::bigint`)

const time = (name: string, from: string, to: string, condition: string) =>
  sql`(${sql.raw(`'${name}'`)}, width_bucket(${seconds(from, to)}::float8, ${limits})::text, 1, ${seconds(from, to)},
       placed.${sql.raw(from)} is not null and placed.${sql.raw(to)} is not null and ${sql.raw(condition)})`

/**
 * Selects day, dimension, key, count and amount of the orders placed on the days of `days`, a table with a column
 * `day`.
 */
export function recount(days: SQL): SQL {
  return sql`
    select day, dimension, key, sum(count)::integer as count, sum(amount)::bigint as amount
      from (
        select days.day, fact.dimension, fact.key, fact.count, fact.amount
          from ${placedOn(days)},
               lateral (
                 select case when placed.status <> 'cancelled' then null
                             when placed.cancelled_by = 'restaurant'
                               then 'restaurant:' || lower(btrim(coalesce(placed.cancel_reason, '')))
                             else coalesce(placed.cancelled_by, '') end as cause,
                        jsonb_array_length(placed.substitutions) as taken_off,
                        case when placed.substitutions = '[]' then 0
                             else (select sum((each ->> 'less')::bigint)
                                     from jsonb_array_elements(placed.substitutions) each) end as less
               ) why,
               lateral (values
                 ('sales', '', 1, placed.total::bigint, placed.status <> 'cancelled'),
                 ('hour', to_char(placed.created_at at time zone ${Lagos.zone}, 'HH24'), 1, placed.total,
                   placed.status <> 'cancelled'),
                 ('place', case placed.delivery_method when 'delivery' then coalesce(placed.delivery_location, 'Delivery')
                                                       else '' end, 1, placed.total, placed.status <> 'cancelled'),
                 ('channel', placed.channel, 1, placed.total, placed.status <> 'cancelled'),
                 ('customers', case when placed.ordered_before then 'returning' when not placed.ordered_before then 'new'
                                    when placed.channel <> 'web' then 'counter' else 'unknown' end, 1, placed.total,
                   placed.status <> 'cancelled'),
                 ('fees', '', 1, placed.delivery_fee, placed.status <> 'cancelled' and placed.delivery_method = 'delivery'),
                 ('taken-off', '', why.taken_off, why.less, why.taken_off > 0),
                 ('cancelled', why.cause, 1, placed.total, why.cause is not null),
                 ('refunded', coalesce(why.cause, case when why.less > 0 then 'sold-out' else 'overpaid' end), 1,
                   placed.refunded, placed.refunded > 0),
                 ${time('waiting', 'found_at', 'started_at', 'true')},
                 ${time('cooking', 'started_at', 'ready_at', 'true')},
                 ${time('riding', 'out_at', 'finished_at', `coalesce(placed.delivery_status = 'delivered', false)`)},
                 ('promise', case when placed.ready_at <= placed.ready_by then 'kept' else 'late' end, 1,
                   ${seconds('ready_by', 'ready_at')}, placed.ready_at is not null),
                 ('later', case when why.cause is not null and placed.slot_question is not null then 'lost'
                                when placed.ready_at <= placed.ready_by then 'kept'
                                when placed.ready_at is not null then 'late' else 'open' end, 1, 0,
                   placed.slot is not null),
                 ('later', 'moved', 1, 0, placed.slot is not null
                   and placed.slot <> (select quotes.slot from quotes where quotes.id = placed.id))
               ) fact (dimension, key, count, amount, holds)
         where fact.holds
        union all
        select days.day, sold.dimension, sold.key, sold.count, sold.amount
          from ${placedOn(days)},
               lateral (
                 select dish.*
                   from jsonb_to_recordset(placed.lines) line ("itemId" text, quantity integer, total bigint, choices jsonb),
                        lateral (
                          select 'dish', line."itemId", line.quantity, line.total
                          union all
                          select 'option', choice.label || ': ' || choice.name, choice.quantity * line.quantity,
                                 choice.price * choice.quantity * line.quantity
                            from jsonb_to_recordset(line.choices) choice (label text, name text, price bigint, quantity integer)
                        ) dish
                 union all
                 select 'tax', concat_ws(' ', tax.rate, tax.included::text, tax.name), 1, tax.amount
                   from jsonb_to_recordset(placed.tax_lines) tax (name text, rate integer, included boolean, amount bigint)
               ) sold (dimension, key, count, amount)
         where placed.status <> 'cancelled'
      ) facts
     group by day, dimension, key`
}

const placedOn = (days: SQL) => sql`${days} days
  join orders placed on placed.created_at >= days.day::timestamp at time zone ${Lagos.zone}
                    and placed.created_at < (days.day + 1)::timestamp at time zone ${Lagos.zone}`

/** The most days that one transaction counts, few enough that its locks are short. */
const mostDays = 5

/**
 * Counts the latest days whose orders have changed. Like every sweep, the count runs in one process at a time: of two
 * concurrent counts, the older could be stored last. If an order changes during the count, its day stays in
 * `changed_days` and is counted again.
 */
export const sweepChangedDays: Sweep = async (tx, most) => {
  const days = await latestChangedDays(tx)
  if (days.length === 0) return 0
  const these = sql`(select unnest(${sql.param(days)}::date[]) as day)`
  await tx.execute(sql`delete from changed_days where day = any(${sql.param(days)}::date[])`)
  await tx.execute(sql`delete from day_figures where day = any(${sql.param(days)}::date[])`)
  await tx.execute(sql`insert into day_figures (day, dimension, key, count, amount) ${recount(these)}`)
  const months = sql`(select distinct date_trunc('month', day::timestamp)::date as month from ${these} days)`
  await tx.execute(sql`delete from month_figures where month in ${months}`)
  await tx.execute(sql`
    insert into month_figures (month, dimension, key, first_day, count, amount)
    select month, dimension, key, min(day), sum(count), sum(amount)
      from ${months} months join day_figures on day >= month and day < (month + interval '1 month')::date
     group by month, dimension, key`)
  return days.length < mostDays ? days.length : most
}

async function latestChangedDays(tx: Transaction): Promise<string[]> {
  const { rows } = await tx.execute<{ day: string }>(
    sql`select day::text from changed_days group by day order by day desc limit ${mostDays}`,
  )
  return rows.map(({ day }) => day)
}
