import { type APIRequestContext, type APIResponse, type Cookie, request } from '@playwright/test'
import pg from 'pg'
import type { Order } from '#contract/order/orders.ts'
import type { Quote, QuoteRequestBody } from '#contract/order/quotes.ts'
import type { Session } from '#contract/session.ts'
import type { CartLine } from '#domain/order/cart.ts'
import { phoneAddress, type Restaurant } from '#tests/browser/restaurant.ts'
import { postgresOf } from '#tests/support/running-server.ts'

/** A busy evening: `regular` is a customer with several orders. */
type Night = {
  readonly regular: Guest
  readonly staff: Guest
}

export type Guest = { readonly api: APIRequestContext; cookies(): Promise<Cookie[]> }

type Dish = Pick<CartLine, 'itemId' | 'selection'> & Partial<Pick<CartLine, 'quantity' | 'chefComment'>>

type Stage =
  | 'to check'
  | 'short'
  | 'to cook'
  | 'on the fire'
  | 'ready'
  | 'with a rider'
  | 'on the road'
  | 'not delivered'
  | 'completed'
  | 'cancelled'

type Story = {
  readonly dishes: readonly Dish[]
  readonly how?: Partial<QuoteRequestBody>
  readonly stage: Stage
  /** Minutes since the order was placed, and since its last change. */
  readonly ago: number
  readonly moved?: number
}

const delivery: Partial<QuoteRequestBody> = { deliveryMethod: 'delivery' }

const grill = (itemId: string, side: string, sauce: string, more: Partial<Dish> = {}): Dish => ({
  itemId,
  ...more,
  selection: { 'free-side': { [side]: 1 }, sauce: { [sauce]: 1 }, ...more.selection },
})

const croaker = grill('grilled-croaker', 'plantain', 'pepper-sauce', {
  selection: { 'extra-sides': { 'jollof-rice': 1 } },
  chefComment: 'Well done, please, and plenty of onions',
})

const chicken: Dish = {
  itemId: 'half-grilled-chicken',
  selection: { 'free-side-full': { 'jollof-rice': 1 }, sauce: { 'pepper-sauce': 1 } },
}
const egusi: Dish = {
  itemId: 'egusi-soup',
  selection: { protein: { goat: 1 }, 'free-swallow': { poundo: 1 }, 'extra-swallows': { eba: 1 } },
}
const suya: Dish = {
  itemId: 'beef-suya',
  quantity: 3,
  selection: { yaji: { 'plenty-yaji': 1 }, 'suya-extras': { masa: 2 } },
}
const shawarma: Dish = {
  itemId: 'chicken-shawarma',
  quantity: 2,
  selection: { 'shawarma-size': { large: 1 }, heat: { 'mad-hot': 1 }, ingredients: { cheese: 1 } },
}
const pizza: Dish = {
  itemId: 'suya-pizza',
  selection: {
    'special-size': { large: 1 },
    crust: { 'thin-crust': 1 },
    'pizza-toppings': { 'extra-cheese': 1, onions: 1 },
  },
}
const pepperSoup: Dish = {
  itemId: 'goat-meat-pepper-soup',
  selection: { 'soup-heat': { 'extra-hot': 1 }, 'soup-sides': { 'boiled-yam': 1 } },
}
const combo: Dish = {
  itemId: 'grilled-chicken-combo',
  selection: { rice: { 'half-and-half': 1 }, drink: { fanta: 1 } },
}
const chapman = (quantity: number): Dish => ({ itemId: 'chapman', quantity, selection: {} })
const water = (quantity: number): Dish => ({ itemId: 'table-water', quantity, selection: {} })
const smoothie: Dish = { itemId: 'mango-smoothie', selection: { 'smoothie-size': { large: 1 }, boosts: { ginger: 1 } } }

const regularStories: readonly Story[] = [
  { dishes: [combo, chapman(1)], how: delivery, stage: 'completed', ago: 5760 },
  { dishes: [pepperSoup], stage: 'cancelled', ago: 2900 },
  { dishes: [shawarma, water(2)], stage: 'ready', ago: 41, moved: 6 },
  { dishes: [chicken, egusi, chapman(2)], how: delivery, stage: 'on the fire', ago: 12 },
  { dishes: [smoothie], stage: 'to check', ago: 2 },
]

const otherStories: readonly (readonly [name: string, place: string, address: string, Story])[] = [
  [
    'Tunde Bakare',
    'ikoyi',
    '7 Palm Court, by the blue gate',
    { dishes: [pizza, chapman(2)], how: delivery, stage: 'to check', ago: 4 },
  ],
  [
    'Chioma',
    'oniru',
    '3 Shell Lane, flat 6',
    { dishes: [pepperSoup, suya], how: { ...delivery, payerName: 'Emeka Nwosu' }, stage: 'short', ago: 16 },
  ],
  ['Halima', 'yaba', '22 Market Street', { dishes: [combo], stage: 'to cook', ago: 9 }],
  [
    'Femi Adeleke',
    'lekki-phase-1',
    '12 Admiralty Way, behind the pharmacy',
    {
      dishes: [{ ...egusi, quantity: 2, chefComment: 'No crayfish: one of us is allergic' }, water(4)],
      how: delivery,
      stage: 'to cook',
      ago: 31,
    },
  ],
  [
    'Kunle',
    'victoria-island',
    '4 Ember Street',
    { dishes: [grill('beef-kebab', 'yam-fries', 'barbecued'), shawarma], stage: 'on the fire', ago: 47 },
  ],
  [
    'Zainab Musa',
    'ikate-and-chevron',
    '31 Lagoon Drive',
    { dishes: [croaker], how: delivery, stage: 'on the fire', ago: 27 },
  ],
  ['Seyi', 'ajah', '9 Ocean Crescent', { dishes: [suya, chapman(3)], stage: 'ready', ago: 33, moved: 3 }],
  [
    'Ngozi Eze',
    'surulere',
    '15 Stadium Close',
    { dishes: [pizza, combo], how: delivery, stage: 'on the road', ago: 44, moved: 13 },
  ],
  [
    'Yetunde Cole',
    'oniru',
    '18 Harbour View, second gate',
    { dishes: [croaker, chapman(2)], how: delivery, stage: 'with a rider', ago: 36, moved: 2 },
  ],
  [
    'Obinna',
    'victoria-island',
    '40 Market Row, beside the bakery',
    { dishes: [suya], how: delivery, stage: 'not delivered', ago: 58, moved: 21 },
  ],
]

/** Minutes between the placement and the promise of a demo order. */
const promised = 40

export async function fridayNight(restaurant: Restaurant): Promise<Night> {
  const staff = await visitor(restaurant)
  await said(staff.api.post('/api/session', { data: { identifier: 'desk', password: restaurant.passwords.desk } }))
  const rider = await visitor(restaurant)
  const signedIn = await said<Session>(
    rider.api.post('/api/session', { data: { identifier: 'rider', password: restaurant.passwords.rider } }),
  )
  const riderId = signedIn.user?.id
  const postgres = await postgresOf(restaurant.dataDir)
  if (!postgres) throw new Error('No PostgreSQL runs in the data folder.')
  let guests = 0

  async function signUp(username: string, locationId: string, address: string): Promise<Guest> {
    const guest = await visitor(restaurant)
    guests += 1
    const phone = `0803123${String(4566 + guests)}`
    const data = { username, password: 'hot pepper soup', phone, locationId, address }
    await said(guest.api.post('/api/customers', { data }))
    return guest
  }

  async function live({ api }: Guest, { dishes, how, stage, ago, moved = 0 }: Story): Promise<void> {
    const lines = dishes.map((dish) => ({ quantity: 1, ...dish }))
    const quote = await said<Quote>(api.post('/api/quotes', { data: { ...how, items: lines } }))
    const order = await said<Order>(api.post('/api/orders', { data: { quoteId: quote.id } }))
    const desk = (what: string, data: object = {}) =>
      said(staff.api.post(`/api/orders/${order.orderId}/${what}`, { data }))
    const pay = (amount: number) =>
      desk('confirm-payment', {
        accountId: 'demo-bank',
        amount,
        sender: order.payerName.toUpperCase(),
        sessionId: `000015${order.orderId}`,
      })
    if (stage === 'short') await pay(order.totalAmount - 2000)
    else if (stage === 'cancelled') await desk('cancel', { reason: 'The goat is finished for tonight. Sorry!' })
    else if (stage !== 'to check') {
      await pay(order.totalAmount)
      const steps = { 'on the fire': 1, completed: 3, 'to cook': 0 }[stage as string] ?? 2
      for (const step of ['start', 'mark-ready', 'complete'].slice(0, steps)) await desk(step)
      const carried = ['with a rider', 'on the road', 'not delivered'].indexOf(stage)
      const road = (what: string, data: object = {}) =>
        said(rider.api.post(`/api/orders/${order.orderId}/${what}`, { data }))
      if (carried >= 0) await desk('assign-rider', { riderId })
      if (carried >= 1) await road('pick-up')
      if (carried >= 2) await road('fail-delivery', { reason: 'Nobody opened' })
    }
    await setBack(order.orderId, ago, moved)
  }

  /** Moves the order's times back, by `ago` and `moved` minutes. */
  async function setBack(id: string, ago: number, moved: number): Promise<void> {
    const client = new pg.Client({ host: postgres?.host, port: postgres?.port, user: 'buka', database: 'buka' })
    await client.connect()
    await client.query(
      `update orders set created_at = now() - make_interval(mins => $2), claimed_at = now() - make_interval(mins => $2),
         updated_at = now() - make_interval(mins => $3),
         ready_at = ready_at - make_interval(mins => $3), ready_by = now() + make_interval(mins => $4) where id = $1`,
      [id, ago, moved, promised - ago],
    )
    await client.end()
  }

  const regular = await signUp('Ada Obi', 'lekki-phase-1', '12 Admiralty Way, opposite the park')
  for (const story of regularStories) await live(regular, story)
  for (const [name, place, address, story] of otherStories) await live(await signUp(name, place, address), story)

  return { regular, staff }
}

/** Opens a client with a network address of its own. */
async function visitor(restaurant: Restaurant): Promise<Guest> {
  const api = await request.newContext({
    baseURL: restaurant.url,
    extraHTTPHeaders: { 'X-Forwarded-For': phoneAddress() },
  })
  return { api, cookies: async () => (await api.storageState()).cookies }
}

async function said<Body>(asked: Promise<APIResponse>): Promise<Body> {
  const answer = await asked
  if (!answer.ok()) throw new Error(`${answer.url()}: ${await answer.text()}`)
  return (await answer.json()) as Body
}
