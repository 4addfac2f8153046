import * as Calendar from '#domain/restaurant/calendar.ts'
import * as Capacity from '#domain/restaurant/capacity.ts'
import type * as Hours from '#domain/restaurant/hours.ts'
import * as Kitchen from '#domain/restaurant/kitchen.ts'
import { dateOf, minute } from '#domain/restaurant/lagos.ts'
import { changeableUntil, isForLater, nearestTo } from '#domain/restaurant/later.ts'
import { extended } from '#domain/restaurant/pause.ts'
import { slotsOf } from '#domain/restaurant/slots.ts'
import { at, breakfast, dish } from './calendar.ts'

// Simulates a restaurant's Friday, minute by minute, by the rules of the domain: customers, kitchen and money.

const friday = '2026-11-27'
const day = { from: '06:00', until: '00:00' }
const hours: Hours.OpeningHours = {
  always: false,
  weekly: Array.from({ length: 7 }, () => [day]),
  closed: [],
  lastOrder: 30,
}
const capacity = { dishes: 12, reserve: 2 }
/** The number of cooks who, in the 15 minutes of a quarter-hour, do as much work as the kitchen's capacity. */
const cooks = (capacity.dishes * Capacity.usualWork) / 15
const price = 4000
const on = (clock: string) => at(`${friday}T${clock}`)

export type SimulatedOrder = {
  readonly id: number
  readonly cart: Calendar.CartTimes
  readonly hasBreakfast: boolean
  readonly total: number
  /** The slot that the customer last chose; undefined for as soon as possible. */
  chosen: number | undefined
  plan: Calendar.Plan
  readonly placedAt: number
  /** The remaining minutes of work, which vary around the owner's setting. */
  rest: number
  state: 'waiting' | 'cooking' | 'ready' | 'cancelled'
  readyAt: number | undefined
  asked: boolean
  refunded: number
}

type HeldQuote = Pick<SimulatedOrder, 'id' | 'cart' | 'hasBreakfast' | 'chosen' | 'plan'> & {
  readonly expires: number
  /** Undefined for a customer who leaves without paying. */
  readonly pays: number | undefined
}

/** A Friday from six in the morning to the last order that is ready. */
export class Friday {
  readonly #random: () => number
  readonly orders: SimulatedOrder[] = []
  readonly #quotes: HeldQuote[] = []
  readonly #booked = new Map<number, Calendar.Plan['bookings']>()
  readonly #closed = new Set<number>()
  #pause: Calendar.Calendar['pause'] = null
  #learned = 0
  #ids = 0
  /** The sum received so far, in naira. */
  received = 0
  readonly refusals = new Map<string, number>()
  /** The most minutes of work that were promised for one quarter-hour, without the work of counter orders. */
  fullest = 0

  constructor(random: () => number) {
    this.#random = random
  }

  run(): void {
    for (let now = on('06:00'); now < on('23:59') + 3 * 60 * minute; now += minute) {
      this.#happen(now)
      if (now < on('23:59')) this.#customers(now)
      this.#pay(now)
      this.#cook(now)
    }
  }

  /**
   * Makes the day's events: two pauses, of which the first is extended, and a quarter-hour that the desk closes, asking
   * its customers for another time.
   */
  #happen(now: number): void {
    if (now === on('13:00')) this.#pause = { said: 'Gas.', since: now, until: now + 15 * minute }
    if (now === on('13:10')) this.#pause = { said: 'Gas.', since: on('13:00'), until: extended(on('13:15'), 10, now) }
    if (now === on('19:40')) this.#pause = { said: 'Full.', since: now, until: now + 20 * minute }
    if (now === on('18:30')) this.#close(on('20:00'), now)
  }

  #close(quarter: number, now: number): void {
    this.#closed.add(quarter)
    for (const order of this.orders) {
      const isIn = Capacity.quarterOf(order.plan.readyBy) === quarter
      if (order.state !== 'waiting' || order.chosen === undefined || !isIn || !isForLater(order.plan, now)) continue
      order.asked = true
      const free = slotsOf(this.#calendar(now, order.id), order.cart, now, dateOf(order.chosen)).filter(
        ({ answer, without }) => answer.available && without.length === 0,
      )
      const nearest = nearestTo(order.chosen, free)?.at
      if (nearest === undefined || this.#random() < 0.3) this.#cancel(order)
      else this.#move(order, nearest, now)
    }
  }

  #move(order: SimulatedOrder, slot: number, now: number): void {
    const answer = Calendar.availability(this.#calendar(now, order.id), order.cart, now, slot)
    if (!answer.available) return
    order.chosen = slot
    order.plan = answer
    this.#booked.set(order.id, answer.bookings)
  }

  #cancel(order: SimulatedOrder): void {
    order.state = 'cancelled'
    order.refunded = order.total
    this.#booked.delete(order.id)
  }

  #calendar(now: number, except?: number): Calendar.Calendar {
    const quarters: Record<number, { booked: number; counter: number; closed: boolean }> = {}
    const of = (quarter: number) => {
      quarters[quarter] ??= { booked: 0, counter: 0, closed: this.#closed.has(quarter) }
      return quarters[quarter]
    }
    for (const quarter of this.#closed) of(quarter)
    for (const [id, bookings] of this.#booked) {
      if (id !== except) for (const { quarter, work } of bookings) of(quarter).booked += work
    }
    this.fullest = Math.max(this.fullest, ...Object.values(quarters).map(({ booked }) => booked))
    const open = this.orders.filter((order) => isOnFire(order, now)).length
    return {
      hours,
      dayBegins: '06:00',
      pause: this.#pause,
      rush: null,
      preparation: { least: 10, most: 45 },
      load: { open, capacity: 20, learned: this.#learned },
      later: { notice: 60, days: 14 },
      capacity,
      quarters,
    }
  }

  #customers(now: number): void {
    const hour = (now - on('00:00')) / 60 / minute
    const isPeak = (hour >= 12 && hour < 14) || (hour >= 18 && hour < 21)
    if (this.#random() < (isPeak ? 0.45 : 0.12)) this.#quote(now, hour)
    for (const order of this.orders) {
      const canMove = order.state === 'waiting' && order.chosen !== undefined && now < changeableUntil(order.plan)
      if (canMove && this.#random() < 0.0005) this.#cancel(order)
    }
  }

  #quote(now: number, hour: number): void {
    const hasBreakfast = hour < 12 && this.#random() < 0.5
    const count = 1 + Math.floor(this.#random() * 3)
    const lines = [dish({}, count), ...(hasBreakfast ? [breakfast] : [])]
    const cart = { lines, driving: this.#random() < 0.5 ? 0 : 20 }
    const calendar = this.#calendar(now)
    const isForLaterWanted = this.#random() < 1 / 3
    const wanted = isForLaterWanted ? this.#slotWanted(calendar, cart, now) : 'soonest'
    const answer = wanted === undefined ? undefined : Calendar.availability(calendar, cart, now, wanted)
    if (!answer?.available) {
      const reason = answer ? answer.reason : 'no slot'
      this.refusals.set(reason, (this.refusals.get(reason) ?? 0) + 1)
      return
    }
    const id = this.#ids++
    this.#booked.set(id, answer.bookings)
    this.#quotes.push({
      id,
      cart,
      hasBreakfast,
      chosen: wanted === 'soonest' ? undefined : wanted,
      plan: answer,
      expires: now + 65 * minute,
      pays: this.#random() < 0.15 ? undefined : now + Math.ceil(this.#random() * 20) * minute,
    })
  }

  #slotWanted(calendar: Calendar.Calendar, cart: Calendar.CartTimes, now: number): number | undefined {
    const free = slotsOf(calendar, cart, now, friday).filter(
      ({ answer, without }) => answer.available && without.length === 0,
    )
    return free[Math.floor(this.#random() * free.length)]?.at
  }

  #pay(now: number): void {
    for (const quote of [...this.#quotes]) {
      const { id, cart, chosen, hasBreakfast, expires, pays } = quote
      const isPaid = pays !== undefined && pays <= now
      if (!isPaid && expires > now) continue
      this.#quotes.splice(this.#quotes.indexOf(quote), 1)
      if (!isPaid) {
        this.#booked.delete(id)
        continue
      }
      const plan = chosen === undefined ? this.#promiseAgain(quote, now) : quote.plan
      this.#booked.set(id, plan.bookings)
      const work = Capacity.workOf(cart.lines.flat())
      const total = cart.lines.flat().reduce((sum, { count }) => sum + count * price, 0)
      this.received += total
      const rest = work * (0.75 + 0.3 * this.#random())
      const more = { readyAt: undefined, asked: false, refunded: 0 }
      this.orders.push({ id, cart, chosen, hasBreakfast, plan, placedAt: now, total, rest, state: 'waiting', ...more })
    }
  }

  /**
   * Makes a new promise, like the server when an order is placed: the next quarter-hour with room, regardless of a
   * pause.
   */
  #promiseAgain({ id, cart, plan }: HeldQuote, now: number): Calendar.Plan {
    const dishes = cart.lines.map((line) => line.map((each) => ({ ...each, dish: { ...each.dish, served: [] } })))
    const calendar = { ...this.#calendar(now, id), pause: null }
    const answer = Calendar.availability(calendar, { lines: dishes, driving: 0 }, now, 'soonest')
    return answer.available ? answer : plan
  }

  /** The cooks work on the orders that are due first, two cooks at most on one order. */
  #cook(now: number): void {
    let free = cooks
    for (const order of this.orders.filter((each) => isOnFire(each, now)).sort(byDue)) {
      if (free <= 0) break
      const done = Math.min(2, free, order.rest)
      free -= done
      order.rest -= done
      order.state = 'cooking'
      if (order.rest > 0.001) continue
      order.state = 'ready'
      order.readyAt = now + minute
      this.#booked.delete(order.id)
      if (order.chosen === undefined) this.#learn(order, order.readyAt)
    }
  }

  #learn({ placedAt, plan }: SimulatedOrder, readyAt: number): void {
    const estimated = (plan.readyBy - placedAt) / minute - this.#learned
    this.#learned = Kitchen.learned(this.#learned, { estimated, took: (readyAt - placedAt) / minute })
  }
}

function isOnFire({ state, chosen, plan, placedAt }: SimulatedOrder, now: number): boolean {
  if (state !== 'waiting' && state !== 'cooking') return false
  return chosen === undefined ? placedAt <= now : !isForLater(plan, now)
}

const byDue = (a: SimulatedOrder, b: SimulatedOrder) => a.plan.readyBy - b.plan.readyBy || a.id - b.id
