import { percent } from '../money/tax.ts'
import type { Channel } from '../order/counter.ts'
import { days as weekdays } from '../restaurant/lagos.ts'
import { addDays, dayTitle, length, type Range, rangeBefore, weekdayOf } from './days.ts'
import { byAmount, type Counted, type Line, none, type SoldOutSpan, type Sums } from './lines.ts'
import { soldOutLines } from './sold-out.ts'

export type Dish = { readonly id: string; readonly name: string; readonly category: string }

/**
 * The tables in the order of the screen, with their column titles and an explanation. Without `amount` there is no
 * second column of figures. `unit` is the unit of the amount.
 */
export const tables = {
  day: { title: 'Sales by day', key: 'Day', count: 'Orders', amount: 'Sales' },
  weekday: { title: 'By weekday', key: 'Weekday', count: 'Orders', amount: 'Sales' },
  hour: { title: 'By hour', key: 'Hour', count: 'Orders', amount: 'Sales', note: 'When the order was placed.' },
  category: { title: 'By category', key: 'Category', count: 'Portions', amount: 'Sales' },
  dish: {
    title: 'By dish',
    key: 'Dish',
    count: 'Portions',
    amount: 'Sales',
    note: 'With what was chosen for it, without delivery.',
  },
  option: {
    title: 'By option',
    key: 'Option',
    count: 'Times',
    amount: 'Charged for it',
    note: 'Named as it was sold. A size is charged for with its dish; what is free counts as ₦0.',
  },
  place: { title: 'By place', key: 'Place', count: 'Orders', amount: 'Sales' },
  channel: { title: 'By channel', key: 'Channel', count: 'Orders', amount: 'Sales' },
  customers: {
    title: 'New and returning customers',
    key: 'Customer',
    count: 'Orders',
    amount: 'Sales',
    note: 'New is the first order of an account or guest, as it was when the order was placed.',
  },
  tax: {
    title: 'Taxes and levies',
    key: 'Line',
    count: 'Orders',
    amount: 'Amount',
    note: 'As the bills say it, on the day of the order. Without cancelled orders. Sales contain them all.',
  },
  promise: {
    title: 'Promised time',
    key: 'Ready',
    count: 'Orders',
    note: 'Against the time that the customer was told.',
  },
  later: {
    title: 'Orders for later',
    key: 'Slot',
    count: 'Orders',
    note: 'Counted on the day on which they were ordered, not on that of their slot. A delivery is ready in time if it can be at the door by its slot.',
  },
  waiting: { title: 'Waiting', key: 'Time', count: 'Orders', note: 'From money found to the start of cooking.' },
  cooking: { title: 'Cooking', key: 'Time', count: 'Orders', note: 'From the start of cooking to ready.' },
  riding: { title: 'Riding', key: 'Time', count: 'Orders', note: 'From leaving with the rider to delivered.' },
  cancelled: { title: 'Cancelled', key: 'Cause', count: 'Orders', amount: 'Their totals' },
  refunded: {
    title: 'Refunded',
    key: 'Cause',
    count: 'Orders',
    amount: 'Paid back',
    note: 'Counted on the day of the order, not of the refund.',
  },
  soldOut: {
    title: 'Sold out',
    key: 'Dish',
    count: 'Minutes',
    amount: 'Missed, estimated',
    note: 'An estimate: what the dish usually sells in a day on which it can be had, times the part of a day’s sales that the restaurant usually makes in the hours in which it was sold out. Usual is the range, the range before and at least 28 days before the range. What customers chose instead is not taken off.',
  },
} as const satisfies Record<string, { title: string; key: string; count: string; amount?: string; note?: string }>

export type TableName = keyof typeof tables
export const tableNames = Object.keys(tables) as TableName[]

type Figures = {
  readonly range: Range
  readonly before: Range
  /** Orders that were not cancelled, and their totals. */
  readonly sales: Sums
  /** The deliveries among these orders, and their fees. */
  readonly fees: Sums
  /** Sold-out dishes that were removed or replaced, and the amounts by which orders became cheaper. */
  readonly takenOff: Sums
  readonly tables: Readonly<Record<TableName, readonly Line[]>>
}

/**
 * The upper limits, in minutes, of the groups in which the server counts waiting, cooking and riding times. The last
 * group has no limit.
 */
export const timeLimits = [5, 10, 15, 20, 30, 45, 60, 90] as const

/** Returns all tables. `now`: epoch milliseconds. */
export function figuresOf(
  range: Range,
  counted: readonly Counted[],
  { dishes, spans, now }: { dishes: readonly Dish[]; spans: readonly SoldOutSpan[]; now: number },
): Figures {
  const before = rangeBefore(range)
  const named = new Map(dishes.map((dish) => [dish.id, dish]))
  const dishName = (id: string) => named.get(id)?.name ?? id
  const compared = counted.filter(({ period }) => period !== 'earlier')
  const of = (dimension: string) => compared.filter((row) => row.dimension === dimension)
  const ranked = (dimension: string, title: (key: string) => string) => byAmount(lines(of(dimension), title))
  const days = of('sales')
  return {
    range,
    before,
    sales: total(days),
    fees: total(of('fees')),
    takenOff: total(of('taken-off')),
    tables: {
      day: fixed(
        days.map((row) => ({
          ...row,
          key: row.period === 'now' ? row.day : addDays(row.day, length(range)),
        })),
        Array.from({ length: length(range) }, (_, place) => addDays(range.from, place)),
        dayTitle,
      ),
      weekday: fixed(
        days.map((row) => ({ ...row, key: String(weekdayOf(row.day)) })),
        weekdays.map((_, place) => String(place)),
        (key) => weekdays[Number(key)] ?? key,
      ),
      hour: fixed(of('hour'), hours, (key) => `${key}:00`),
      category: byAmount(
        lines(
          of('dish').map((row) => ({ ...row, key: named.get(row.key)?.category ?? 'Not on the menu' })),
          (key) => key,
        ),
      ),
      dish: ranked('dish', dishName),
      option: ranked('option', (key) => key),
      place: ranked('place', (key) => (key === '' ? 'Pick-up' : key)),
      channel: ranked('channel', (key) => channels[key as Channel] ?? key),
      customers: fixed(of('customers'), Object.keys(customers), (key) => customers[key] ?? key).filter(isSome),
      tax: ranked('tax', taxTitle),
      promise: fixed(of('promise'), ['kept', 'late'], (key) => (key === 'kept' ? 'By the promised time' : 'Later')),
      later: laterLines(of('later')),
      waiting: times(of('waiting')),
      cooking: times(of('cooking')),
      riding: times(of('riding')),
      cancelled: ranked('cancelled', causeTitle),
      refunded: ranked('refunded', causeTitle),
      soldOut: soldOutLines({ range, before, counted, spans, now, dishName }),
    },
  }
}

const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'))

const channels: Readonly<Record<Channel, string>> = { web: 'Website', phone: 'Phone', 'walk-in': 'Walk-in' }

const customers: Readonly<Record<string, string>> = {
  new: 'New',
  returning: 'Returning',
  counter: 'At the counter, without an account',
  unknown: 'From before this was counted',
}

const slots: Readonly<Record<string, string>> = {
  ordered: 'Ordered for later',
  kept: 'Ready by their slot',
  late: 'Ready after their slot',
  moved: 'Moved to another slot',
  lost: 'Cancelled: the slot could not be kept',
}

/**
 * Returns the lines of orders for later. Each order counts once as ordered and once by its result; a moved order counts
 * as moved, too.
 */
function laterLines(rows: readonly Counted[]): Line[] {
  const ordered = rows.filter(({ key }) => key !== 'moved').map((row) => ({ ...row, key: 'ordered' }))
  return fixed([...ordered, ...rows], Object.keys(slots), (key) => slots[key] ?? key).filter(isSome)
}

/** Returns the title of a tax: '750 true VAT' is VAT of 7.5 %, included in prices. */
function taxTitle(key: string): string {
  const [, rate, included, name] = key.match(/^(\d+) (true|false) (.*)$/) ?? []
  return `${name} ${percent(Number(rate))}, ${included === 'true' ? 'in the prices' : 'on top'}`
}

function causeTitle(key: string): string {
  if (key.startsWith('restaurant:')) {
    const reason = key.slice('restaurant:'.length)
    return reason === '' ? 'The restaurant' : `The restaurant: ${reason}`
  }
  return { customer: 'The customer', 'sold-out': 'A dish was sold out', overpaid: 'Paid too much' }[key] ?? 'Not known'
}

const times = (rows: readonly Counted[]) =>
  fixed(
    rows,
    [...timeLimits, 0].map((_, place) => String(place)),
    (key) => {
      const [least, most] = [timeLimits[Number(key) - 1] ?? 0, timeLimits[Number(key)]]
      return most === undefined ? `${least} min and more` : `${least} to ${most} min`
    },
  )

const isSome = ({ count, countBefore }: Line) => count + countBefore > 0

function add<Known extends Sums>(known: Known, { period, count, amount }: Counted): Known {
  return period === 'now'
    ? { ...known, count: known.count + count, amount: known.amount + amount }
    : { ...known, countBefore: known.countBefore + count, amountBefore: known.amountBefore + amount }
}

const total = (rows: readonly Counted[]) => rows.reduce<Sums>(add, none)

function lines(rows: readonly Counted[], title: (key: string) => string): Line[] {
  const known = new Map<string, Line>()
  for (const row of rows) {
    known.set(row.key, add(known.get(row.key) ?? { key: row.key, title: title(row.key), ...none }, row))
  }
  return [...known.values()]
}

/** Returns one line for each key, in the order of `keys`. */
function fixed(rows: readonly Counted[], keys: readonly string[], title: (key: string) => string): Line[] {
  const known = new Map(lines(rows, title).map((line) => [line.key, line]))
  return keys.map((key) => known.get(key) ?? { key, title: title(key), ...none })
}

/** Returns a table as rows of a CSV file, with headings. */
export function csvRows(name: TableName, { tables: all }: Pick<Figures, 'tables'>): (string | number)[][] {
  const { key, count, ...more } = tables[name]
  const amount = 'amount' in more ? more.amount : undefined
  return [
    [key, count, `${count} before`, ...(amount ? [`${amount} (NGN)`, `${amount} before (NGN)`] : [])],
    ...all[name].map((line) => [
      name === 'day' ? line.key : line.title,
      line.count,
      line.countBefore,
      ...(amount ? [line.amount, line.amountBefore] : []),
    ]),
  ]
}

/** Returns the average order in whole naira; undefined without orders. */
export const averageOrder = (amount: number, orders: number) => (orders === 0 ? undefined : Math.round(amount / orders))

/** Returns the percentage of orders that were ready as promised; undefined without ready orders. */
export function keptPromises(promise: readonly Line[], when: 'now' | 'before' = 'now'): number | undefined {
  const counts = promise.map(({ count, countBefore }) => (when === 'now' ? count : countBefore))
  const all = counts.reduce((sum, count) => sum + count, 0)
  return all === 0 ? undefined : Math.round(((counts[0] ?? 0) / all) * 100)
}

/** Returns the average time in whole minutes; undefined without times. */
export function averageMinutes(all: readonly Line[], when: 'now' | 'before' = 'now'): number | undefined {
  const sums = all.map((line) => (when === 'now' ? line : { count: line.countBefore, amount: line.amountBefore }))
  const count = sums.reduce((sum, each) => sum + each.count, 0)
  return count === 0 ? undefined : Math.round(sums.reduce((sum, each) => sum + each.amount, 0) / count / 60)
}
