import type { DeliveryMethod } from '#domain/delivery.ts'
import type { Channel } from '#domain/order.ts'
import { randomOf } from '../random.ts'

/** How many of a hundred. */
const channels = { web: 84, phone: 9, 'walk-in': 7 }

const moneys = {
  pays: 70,
  /** Half, and the rest when told. */
  'sends half': 6,
  'sends half and gives up': 3,
  'sends too much': 4,
  /** Presses first, and sends when told that nothing is there. */
  'sends late': 6,
  'never sends': 4,
  'changes their mind': 7,
}

const doors = { 'says the code': 76, 'says a wrong code first': 10, 'does not hear the bell': 14 }

/** What one guest of the night is going to do. */
export type Story = {
  /** Unique among all nights; each line of the order bears it. */
  readonly note: string
  readonly channel: Channel
  /** Minutes after opening. */
  readonly at: number
  /** Who it is: an index of the signed-up customers; undefined for a stranger at the counter. */
  readonly guest: number | undefined
  /** Indexes of dishes; what is sold out is replaced by the dishes behind. */
  readonly dishes: readonly { readonly dish: number; readonly quantity: number }[]
  readonly deliveryMethod: DeliveryMethod
  readonly money: keyof typeof moneys
  readonly door: keyof typeof doors
  readonly pressesTwice: boolean
  /** Whether the restaurant gets round to paying back tonight. */
  readonly isRefunded: boolean
  /** Minutes of thinking, walking and looking for the phone. */
  readonly slowness: number
}

/** The first dish has its portions counted, the second is switched off for a while. */
export const counted = 0
export const switched = 1

/** `label` makes the notes those of this night. */
export function tellStories(
  { seed, orders }: { seed: number; orders: number },
  { customers, dishes, label }: { customers: number; dishes: number; label: string },
): Story[] {
  const random = randomOf(seed)
  const [channelOf, moneyOf, doorOf] = [
    deal(random, channels, orders),
    deal(random, moneys, orders),
    deal(random, doors, orders),
  ]
  return Array.from({ length: orders }, (_, index): Story => {
    const channel = channelOf[index] ?? 'web'
    const ordinary = () => 2 + Math.floor(random() * (dishes - 2))
    const mood = random()
    const first = mood < 0.2 ? counted : mood < 0.35 ? switched : ordinary()
    const rest = Array.from({ length: Math.floor(random() * 3) }, ordinary)
    const isStranger = channel === 'walk-in' || (channel === 'phone' && random() < 0.6)
    return {
      note: `${label}, table ${index + 1}`,
      channel,
      at: random() * 60,
      guest: isStranger ? undefined : Math.floor(random() * customers),
      dishes: [first, ...rest].map((dish) => ({ dish, quantity: dish === counted ? 1 : 1 + Math.floor(random() * 3) })),
      deliveryMethod: channel !== 'walk-in' && random() < 0.55 ? 'delivery' : 'pick-up',
      // Who is at the counter or on the phone is told what is missing at once.
      money: channel === 'web' ? (moneyOf[index] ?? 'pays') : 'pays',
      door: doorOf[index] ?? 'says the code',
      pressesTwice: random() < 0.1,
      isRefunded: random() < 0.6,
      slowness: 0.5 + random() * 2,
    }
  })
}

/** Every kind at least once, by its share, in any order. */
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
