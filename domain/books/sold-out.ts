import { dateOf } from '../restaurant/lagos.ts'
import { addDays, beginning, length, type Range } from './days.ts'
import { byAmount, type Counted, type Line, type SoldOutSpan } from './lines.ts'

// Estimates the sales lost while dishes were sold out. `tables.soldOut.note` in figures.ts defines the estimate.

const hourLength = 60 * 60_000
const dayLength = 24 * hourLength

/** Usual sales are computed from at least this many days before a range: four of each weekday. */
const fewestDays = 28

/** Returns the first day whose orders the figures of a range need. */
export function firstDay(range: Range): string {
  return addDays(range.from, -Math.max(length(range), fewestDays))
}

/** Returns the fraction of a day's sales in each hour of the day. The fractions add up to 1, or to 0 without sales. */
function profileOf(counted: readonly Counted[]): number[] {
  const amounts = Array.from({ length: 24 }, () => 0)
  for (const { dimension, key, amount } of counted) {
    if (dimension === 'hour') amounts[Number(key)] = (amounts[Number(key)] ?? 0) + amount
  }
  const all = amounts.reduce((sum, amount) => sum + amount, 0)
  return amounts.map((amount) => (all === 0 ? 0 : amount / all))
}

/** Returns the usual sales between `began` and `ended` (epoch milliseconds) as a multiple of a usual day's sales. */
export function usualDays(began: number, ended: number, profile: readonly number[]): number {
  if (ended <= began) return 0
  const whole = profile.some((part) => part > 0) ? Math.floor((ended - began) / dayLength) : 0
  let days = whole
  for (let at = ended - ((ended - began) % dayLength); at < ended; ) {
    const next = Math.min(ended, (Math.floor(at / hourLength) + 1) * hourLength)
    const midnight = beginning(dateOf(at))
    days += (profile[Math.floor((at - midnight) / hourLength)] ?? 0) * ((next - at) / hourLength)
    at = next
  }
  return days
}

type Facts = {
  readonly range: Range
  readonly before: Range
  readonly counted: readonly Counted[]
  readonly spans: readonly SoldOutSpan[]
  readonly now: number
  readonly dishName: (id: string) => string
}

/** Returns the sold-out minutes of each dish, and an estimate of the lost sales in whole naira. */
export function soldOutLines({ range, before, counted, spans, now, dishName }: Facts): Line[] {
  const profile = profileOf(counted)
  const instants = ({ from, to }: Range) => [beginning(from), Math.min(now, beginning(addDays(to, 1)))] as const
  const known = instants({ from: firstDay(range), to: range.to })
  return byAmount(
    [...Map.groupBy(spans, ({ itemId }) => itemId)].flatMap(([key, its]) => {
      const within = ([least, most]: readonly [number, number]) =>
        its.map(({ began, ended }) => [Math.max(began, least), Math.min(ended ?? now, most)] as const)
      const days = (span: readonly [number, number]) =>
        within(span).reduce((sum, [began, ended]) => sum + usualDays(began, ended, profile), 0)
      const minutes = (span: readonly [number, number]) =>
        Math.round(within(span).reduce((sum, [began, ended]) => sum + Math.max(0, ended - began), 0) / 60_000)
      const sold = counted.filter((row) => row.dimension === 'dish' && row.key === key)
      const first = Math.min(...sold.map(({ day }) => beginning(day)), known[1])
      const onSale = [first, known[1]] as const
      const exposure = usualDays(...onSale, profile) - days(onSale)
      // A dish that was on sale for less than one usual day has too few sales for an estimate.
      const usual = exposure < 1 ? 0 : sold.reduce((sum, { amount }) => sum + amount, 0) / exposure
      const line = {
        key,
        title: exposure < 1 ? `${dishName(key)} (too new to estimate)` : dishName(key),
        count: minutes(instants(range)),
        amount: Math.round(usual * days(instants(range))),
        countBefore: minutes(instants(before)),
        amountBefore: Math.round(usual * days(instants(before))),
      }
      return line.count + line.countBefore > 0 ? [line] : []
    }),
  )
}
