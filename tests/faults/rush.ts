// A Friday night: guests, cashiers, cooks and riders at once, each on their own, and every order accounted for.
// `npm run rush -- --orders 200 --speed 60`; see CONTRIBUTING.md.
import { isDeepStrictEqual, parseArgs } from 'node:util'
import pg from 'pg'
import type { KitchenLoad } from '#contract/kitchen-load.ts'
import type { Order } from '#contract/orders.ts'
import type { AccountList } from '#contract/quotes.ts'
import { type Findings, type Listeners, openListeners, type Times } from './listeners.ts'
import { plainDishes } from './people.ts'
import { randomOf, seedOfRun } from './random.ts'
import { type Reckoning, reckon } from './reckoning.ts'
import { type Progress, progress, run, table } from './report.ts'
import { type Entry, readBooks, wrongIn } from './rush/books.ts'
import { type Cast, employ, gather } from './rush/cast.ts'
import { manage, openDesk, openKitchen, openRoad } from './rush/crew.ts'
import { isFinished, type Visit, visit } from './rush/guests.ts'
import { type Night, openNight } from './rush/night.ts'
import type { Screen } from './rush/screen.ts'
import { type Story, tellStories } from './rush/stories.ts'
import { openRestaurant, visitRestaurant } from './server-under-test.ts'

export type Wish = {
  readonly seed: number
  /** That are wanted in the hour in which orders are taken. */
  readonly orders: number
  /** Minutes of the night in a minute. */
  readonly speed: number
  /** An open restaurant; without one, a restaurant of its own is opened. */
  readonly url?: string | undefined
  readonly databaseUrl?: string | undefined
}

export type Settled = {
  readonly wish: Wish
  readonly entries: readonly Entry[]
  readonly visits: readonly Visit[]
  readonly reckoning: Reckoning
  readonly findings: Findings
  readonly toCustomer: Times
  readonly night: Night
  /** Of the dish with few portions. */
  readonly portions: { readonly counted: number; readonly left: number; readonly sold: number }
  readonly wrong: readonly string[]
  readonly seconds: number
}

/** Minutes of the night by which everything is over: orders are taken for an hour. However fast it goes, a minute of ours. */
const lasts = (speed: number) => 60 + Math.max(180, speed)
/** Milliseconds that the last changes may take to the last phone. */
const settling = 15_000

export async function rushThrough(wish: Wish, show: Progress): Promise<Settled> {
  const began = performance.now()
  const restaurant = wish.url === undefined ? await openRestaurant(wish) : await visitRestaurant(wish.url)
  const listeners = openListeners()
  const database = new pg.Pool({ ...restaurant.connection, max: 2 })
  const screens: { close(): void }[] = []
  try {
    show('everybody signs in')
    const cast = await gather(wish, { restaurant, listeners, database, screens })
    return await settle(wish, await spend(wish, cast, show), { cast, listeners, database, began })
  } finally {
    for (const screen of screens) screen.close()
    listeners.close()
    await database.end()
    await restaurant.close()
  }
}

type Spent = {
  readonly night: Night
  readonly visits: readonly Visit[]
  readonly dish: string
  readonly portions: Omit<Settled['portions'], 'sold'>
}

/** Afterwards the restaurant is as it was before. */
async function spend(wish: Wish, cast: Cast, show: Progress): Promise<Spent> {
  const { restaurant, url, guests, cashiers, cooks, riders, board, database } = cast
  const { owner } = restaurant.staff
  const dishes = await plainDishes(url)
  const [dish = ''] = dishes
  const stories = tellStories(wish, { customers: guests.length, dishes: dishes.length, label: cast.label })
  const kitchenLoad = (await owner.send<KitchenLoad>('GET', '/api/kitchen-load')).body
  const [account] = (await owner.send<AccountList>('GET', '/api/desk/accounts')).body.accounts
  const counted = Math.max(3, Math.round(wish.orders / 20))
  const guestOf = ({ guest }: Story) => (guest === undefined ? undefined : guests[guest])

  const night = openNight({ speed: wish.speed, random: randomOf(wish.seed + 1), lasts: lasts(wish.speed) })
  const watch = setInterval(() => show(lineOf(night, board)), 250)
  try {
    const crew = [
      manage(night, owner, { dishes, portions: counted }),
      openDesk(night, cashiers, {
        colleague: owner,
        riders: riders.map(({ person }) => person),
        dishes,
        phoneOf: (story) => guestOf(story)?.phone ?? '08031112233',
        account: account?.id ?? '',
      }),
      openKitchen(night, cooks, { colleague: owner, pans: Math.ceil(wish.orders / 4 / cooks.length), tablets: 50 }),
      openRoad(night, riders, { bags: Math.ceil(wish.orders / 6 / riders.length) }),
    ]
    const visits = await Promise.all(stories.map((story) => visit(night, story, guestOf(story), board, dishes)))
    night.close()
    await Promise.all(crew)
    const { rows } = await database.query<{ left: number }>('select portions_left as left from items where id = $1', [
      dish,
    ])
    return { night, visits, dish, portions: { counted, left: rows[0]?.left ?? Number.NaN } }
  } finally {
    clearInterval(watch)
    for (const id of dishes.slice(0, 2)) await owner.send('PATCH', `/api/menu-items/${id}`, { available: true })
    await owner.send('PATCH', '/api/kitchen-load', { rushMinutes: kitchenLoad.rushMinutes, paused: kitchenLoad.paused })
    await employ(database, cast.hired, 'customer')
  }
}

/** Looks at every order from every side. */
async function settle(
  wish: Wish,
  { night, visits, dish, portions }: Spent,
  { cast, listeners, database, began }: { cast: Cast; listeners: Listeners; database: pg.Pool; began: number },
): Promise<Settled> {
  const { restaurant, guests, label } = cast
  const { owner } = restaurant.staff
  const entries = await readBooks(database, label, dish)
  const findings = await listeners.settle(
    entries.flatMap(({ id, version, customerId }) =>
      customerId ? [{ subject: id, version, audiences: [`customer:${customerId}`] }] : [],
    ),
    settling,
  )
  const toCustomer = await listeners.measure(await changesOf(database, entries))
  const seen = visits.flatMap(({ story, order }) => {
    const customer = (story.guest === undefined ? undefined : guests[story.guest]?.person) ?? owner
    return order ? [{ customer, note: story.note, order }] : []
  })
  const reckoning = await reckon(seen, restaurant.connection, (note) => note?.startsWith(label))
  const sold = entries.reduce((sum, entry) => sum + entry.portions, 0)
  const placed = seen.length
  const { lost, doubled, torn, unheard } = reckoning
  const { behind, skipped, repeated, foreign } = findings
  const wrong = [
    ...night.surprises,
    ...findings.surprises,
    ...restaurant.bugs(),
    ...entries.flatMap((entry) => wrongIn(entry, night.bank)),
    ...(await unlikeTheDesk(
      cast,
      seen.map(({ order }) => order),
    )),
    ...Object.entries({ lost, doubled, torn, unheard, 'phones behind': behind, skipped, repeated, foreign }).flatMap(
      ([name, count]) => (count > 0 ? [`${name}: ${count}`] : []),
    ),
    ...(placed === entries.length ? [] : [`${placed} orders were answered, ${entries.length} are in the books`]),
    ...(portions.counted - sold === portions.left
      ? []
      : [`of ${portions.counted} portions ${sold} sold, ${portions.left} left`]),
    ...(night.bank.every(({ isRecorded }) => isRecorded) ? [] : ['the bank shows money that is not in the books']),
  ]
  const seconds = (performance.now() - began) / 1000
  return {
    wish,
    entries,
    visits,
    reckoning,
    findings,
    toCustomer,
    night,
    portions: { ...portions, sold },
    wrong,
    seconds,
  }
}

/** When each change's transaction began, on the wall clock. */
async function changesOf(database: pg.Pool, entries: readonly Entry[]): Promise<Map<string, number>> {
  const { rows } = await database.query<{ key: string; at: number }>(
    `select subject || ' ' || version as key, (extract(epoch from at) * 1000)::float8 as at
     from events where topics && '{desk}' and subject = any($1)`,
    [entries.map(({ id }) => id)],
  )
  return new Map(rows.map(({ key, at }) => [key, at]))
}

/** What every tablet of the restaurant shows of an order at the end is what its guest saw last. */
async function unlikeTheDesk(
  { restaurant, cashiers, cooks, board }: Cast,
  orders: readonly Order[],
): Promise<string[]> {
  const wrong: string[] = []
  for (const order of orders) {
    const { body } = await restaurant.staff.owner.send<Order>('GET', `/api/orders/${order.id}`)
    if (!isDeepStrictEqual(body, order)) wrong.push(`${order.id}: the desk and the guest see different things`)
    const screens = [board, ...[...cashiers, ...cooks].map(({ screen }) => screen)]
    const behind = screens.filter(({ shown }) => !isDeepStrictEqual(shown.get(order.id), body))
    if (behind.length > 0) wrong.push(`${order.id}: ${behind.length} tablets show something else`)
  }
  return wrong
}

function lineOf(night: Night, board: Screen): string {
  const orders = [...night.placed.keys()].flatMap((id) => board.shown.get(id) ?? [])
  const count = (is: (order: Order) => boolean) => orders.filter(is).length
  const minutes = Math.floor(night.minutesNow())
  const clock = `${20 + Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
  const steps = {
    placed: night.placed.size,
    'to pay': count(({ status, payment }) => status === 'pending' && payment !== 'found' && payment !== 'over'),
    'on the fire': count(({ status }) => status === 'preparing'),
    ready: count(({ status, deliveryStatus }) => status === 'ready' && deliveryStatus !== 'out-for-delivery'),
    'on the road': count(({ status, deliveryStatus }) => status === 'ready' && deliveryStatus === 'out-for-delivery'),
    done: count(isFinished),
  }
  return [clock, ...Object.entries(steps).map(([name, value]) => `${name} ${value}`)].join('  ')
}

export function reportOf({
  wish,
  entries,
  visits,
  findings,
  toCustomer,
  night,
  portions,
  wrong,
  seconds,
}: Settled): string {
  const count = (is: (entry: Entry) => boolean) => entries.filter(is).length
  const sum = (of: (entry: Entry) => number) =>
    `₦${entries.reduce((total, entry) => total + of(entry), 0).toLocaleString('en')}`
  const told = (entry: Entry, event: string) => entry.events.includes(event)
  const isDone = ({ status }: Entry) => status === 'completed'
  const placing = [...night.placing].sort((one, other) => one - other)
  const at = (share: number) => placing[Math.min(placing.length - 1, Math.floor(placing.length * share))] ?? Number.NaN
  const ms = (times: Pick<Times, 'p50' | 'p99'>) => `p50 ${times.p50.toFixed(0)} ms, p99 ${times.p99.toFixed(0)} ms`
  const refusals = [...night.refusals].sort(([, one], [, other]) => other - one)
  return table(`A Friday night: ${wish.orders} orders an hour, ${wish.speed} minutes in a minute`, {
    seed: wish.seed,
    placed: `${entries.length}, ${count(({ id }) => night.placed.get(id)?.story.channel !== 'web')} of them at the counter`,
    'went away without': visits.filter(({ order }) => !order).length,
    paid: count(({ received, total }) => received >= total),
    cooked: count((entry) => told(entry, 'order.ready')),
    delivered: count((entry) => isDone(entry) && entry.deliveryMethod === 'delivery'),
    'picked up': count((entry) => isDone(entry) && entry.deliveryMethod === 'pick-up'),
    'given to another rider': count((entry) => told(entry, 'order.delivery-failed')),
    'short, or not found at first': count((entry) => told(entry, 'payment.short') || told(entry, 'payment.not-found')),
    cancelled: count(({ status }) => status === 'cancelled'),
    money: `${sum(({ received }) => received)} found, ${sum((entry) => (isDone(entry) ? entry.total : 0))} due`,
    refunds: `${sum(({ refunded }) => refunded)} paid back, ${sum(({ owed }) => owed)} owed for ${count(({ owed }) => owed > 0)} orders`,
    'last portions': `${portions.counted} counted, ${portions.sold} sold`,
    'presses at the same moment': `${night.races.together} times, ${night.races.pressed} presses`,
    ...Object.fromEntries(refusals.map(([code, times]) => [`refused: ${code}`, times])),
    'placing an order': ms({ p50: at(0.5), p99: at(0.99) }),
    'change to customer': `${ms(toCustomer)} (${toCustomer.count} times, ${findings.seats} phones)`,
    'accounted for': wrong.length === 0 ? `all ${entries.length}` : 'NOT ALL',
    seconds: seconds.toFixed(1),
  })
}

export const quick = { orders: 24, speed: 900 } as const
export const full = { orders: 200, speed: 60 } as const

if (import.meta.main) {
  const { values } = parseArgs({
    options: { orders: { type: 'string' }, speed: { type: 'string' }, url: { type: 'string' } },
  })
  const orders = Number(values.orders ?? full.orders)
  const speed = Number(values.speed ?? full.speed)
  if (!(Number.isInteger(orders) && orders >= 10 && speed > 0)) {
    console.error(
      'Usage: npm run rush -- [--orders 200] [--speed 60] [--url http://localhost:3000]; 10 orders or more.',
    )
    process.exit(2)
  }
  await run(lasts(speed) / speed + 3, async () => {
    const settled = await rushThrough(
      { orders, speed, url: values.url?.replace(/\/$/, ''), seed: seedOfRun() },
      progress(),
    )
    return { report: reportOf(settled), wrong: settled.wrong }
  })
}
