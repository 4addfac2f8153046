import type { Channel } from '#domain/order/counter.ts'
import type { DeliveryMethod } from '#domain/restaurant/delivery.ts'
import { randomOf } from '../random.ts'

/** Shares of orders in percent, as in the tables below. */
const channels = { web: 84, phone: 9, 'walk-in': 7 }

const payments = {
  pays: 70,
  /** Sends half of the sum, and the rest when asked. */
  'sends half': 6,
  'sends half and gives up': 3,
  'sends too much': 4,
  /** Claims the transfer first, and sends it after 'not found'. */
  'sends late': 6,
  'never sends': 4,
  'changes their mind': 7,
}

const handovers = { 'says the code': 76, 'says a wrong code first': 10, 'does not open': 14 }

/** Percent of orders by first dish: one with a stock count, one that is marked sold out for a while, or any other. */
const firsts = { counted: 20, switched: 15, ordinary: 65 }

export type Scenario = {
  /** Unique across runs; the note of each line of the order. */
  readonly note: string
  readonly channel: Channel
  /** Minutes after opening. */
  readonly at: number
  /** Index of a signed-up customer; undefined at the counter and by phone. */
  readonly customer: number | undefined
  /** Indexes of dishes. A later attempt replaces a dish that may be sold out. */
  readonly dishes: readonly { readonly dish: number; readonly quantity: number }[]
  readonly deliveryMethod: DeliveryMethod
  readonly payment: keyof typeof payments
  readonly handover: keyof typeof handovers
  readonly submitsTwice: boolean
  /** True if the desk pays a refund within the simulation. */
  readonly isRefunded: boolean
  /** Simulated minutes before each reaction. */
  readonly delay: number
}

/** The indexes of the dish with a stock count, and of the dish that is sold out for a while. */
export const counted = 0
export const switched = 1

/** The notes of this run begin with `label`. */
export function makeScenarios(
  { seed, orders }: { seed: number; orders: number },
  { customers, dishes, label }: { customers: number; dishes: number; label: string },
): Scenario[] {
  const random = randomOf(seed)
  const [channelOf, paymentOf, handoverOf, firstOf] = [
    deal(random, channels, orders),
    deal(random, payments, orders),
    deal(random, handovers, orders),
    deal(random, firsts, orders),
  ]
  return Array.from({ length: orders }, (_, index): Scenario => {
    const channel = channelOf[index] ?? 'web'
    const ordinary = () => 2 + Math.floor(random() * (dishes - 2))
    const kind = firstOf[index]
    const first = kind === 'counted' ? counted : kind === 'switched' ? switched : ordinary()
    const rest = Array.from({ length: Math.floor(random() * 3) }, ordinary)
    return {
      note: `${label}, table ${index + 1}`,
      channel,
      at: random() * 60,
      customer: channel === 'web' ? Math.floor(random() * customers) : undefined,
      dishes: [first, ...rest].map((dish) => ({ dish, quantity: dish === counted ? 1 : 1 + Math.floor(random() * 3) })),
      deliveryMethod: channel !== 'walk-in' && random() < 0.55 ? 'delivery' : 'pick-up',
      // Customers at the counter and by phone always pay in full.
      payment: channel === 'web' ? (paymentOf[index] ?? 'pays') : 'pays',
      handover: handoverOf[index] ?? 'says the code',
      submitsTwice: random() < 0.1,
      isRefunded: random() < 0.6,
      delay: 0.5 + random() * 2,
    }
  })
}

/** Returns `count` kinds in random order: each at least once, and in proportion to its share. */
function deal<Kind extends string>(
  random: () => number,
  shares: Readonly<Record<Kind, number>>,
  count: number,
): Kind[] {
  const kinds = Object.entries(shares) as [Kind, number][]
  const dealt = kinds.flatMap(([kind, share]) => Array<Kind>(Math.max(1, Math.round((share * count) / 100))).fill(kind))
  const [commonest] = kinds.reduce((one, other) => (other[1] > one[1] ? other : one))
  while (dealt.length < count) dealt.push(commonest)
  while (dealt.length > count) dealt.splice(dealt.indexOf(commonest), 1)
  for (let last = dealt.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    const [one, two] = [dealt[last], dealt[other]]
    if (one && two) [dealt[last], dealt[other]] = [two, one]
  }
  return dealt
}
