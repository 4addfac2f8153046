// Simulates a Friday evening with customers, cashiers, cooks and riders, and checks every order and payment: `npm run
// rush -- --orders 200 --speed 60`; see CONTRIBUTING.md. SECOND_FACTOR=on has the same effect as for the server.
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import pg from 'pg'
import type { KitchenLoad } from '#contract/kitchen-load.ts'
import type { KitchenOrder, Order, TillOrder } from '#contract/order/orders.ts'
import type { AccountList } from '#contract/order/quotes.ts'
import type { OrderEvent } from '#domain/order/actions.ts'
import { isForDeskOnly } from '#domain/order/customer-messages.ts'
import { openFakeWhatsApp } from '../support/fake-whatsapp.ts'
import { checkOrders, type OrderCheck } from './order-check.ts'
import { plainDishes } from './people.ts'
import { randomOf, seedOfRun } from './random.ts'
import { type Progress, progress, run, table } from './report.ts'
import { type Channels, openChannels } from './rush/channels.ts'
import { type CustomerResult, isFinished, runScenario } from './rush/customers.ts'
import { type Entry, ledgerErrors, readLedger } from './rush/ledger.ts'
import type { Network } from './rush/networks.ts'
import { type Participants, setRole, signInAll } from './rush/participants.ts'
import { makeScenarios, type Scenario } from './rush/scenarios.ts'
import type { Screen } from './rush/screen.ts'
import { openSimulation, type Simulation } from './rush/simulation.ts'
import { manage, openDesk, openKitchen, openRoad } from './rush/staff.ts'
import { openRestaurant, visitRestaurant } from './server-under-test.ts'
import { type Findings, type Latencies, type StreamClients, startStreamClients } from './stream-clients.ts'

export type Options = {
  readonly seed: number
  /** Number of orders in the simulated hour. */
  readonly orders: number
  /** Simulated minutes per minute. */
  readonly speed: number
  /** The address of a running server. Without an address the program starts a server. */
  readonly url?: string | undefined
  readonly databaseUrl?: string | undefined
  /**
   * Simulated minutes without a network for two tablets, and without internet for phones, around the middle of the
   * hour.
   */
  readonly tabletsCut?: number | undefined
  readonly internetCut?: number | undefined
  readonly secondFactor?: 'on' | 'off' | undefined
  /** With WhatsApp, whose conversation every online customer opens, and with two printers. */
  readonly channels?: boolean | undefined
}

export type Result = {
  readonly options: Options
  readonly entries: readonly Entry[]
  readonly results: readonly CustomerResult[]
  readonly orderCheck: OrderCheck
  readonly findings: Findings
  readonly toCustomer: Latencies
  readonly simulation: Simulation
  /** Portions of the dish with a stock count. */
  readonly portions: { readonly counted: number; readonly left: number; readonly sold: number }
  readonly failures: readonly string[]
  readonly seconds: number
  /** Milliseconds of processor time of server and database for each order; undefined with `url`. */
  readonly perOrder: number | undefined
}

/** Simulated minutes until the end: the hour of orders, and at least three real minutes after it for a busy machine. */
const durationOf = (speed: number) => 60 + Math.max(180, 3 * speed)
/** Time limit in milliseconds for the last changes to reach the last client. */
const settling = 15_000

export async function rushThrough(options: Options, show: Progress): Promise<Result> {
  const began = performance.now()
  const whatsapp = options.channels ? await openFakeWhatsApp() : undefined
  const started =
    options.url === undefined ? await openRestaurant({ ...options, env: whatsapp?.environment }) : undefined
  const restaurant = started ?? (await visitRestaurant(options.url ?? ''))
  const streamClients = startStreamClients()
  const database = new pg.Pool({ ...restaurant.connection, max: 2 })
  const screens: { close(): void }[] = []
  try {
    show('signing in')
    const longestCut = (Math.max(options.tabletsCut ?? 0, options.internetCut ?? 0) * 60_000) / options.speed
    const participants = await signInAll({ ...options, longestCut }, { restaurant, streamClients, database, screens })
    const channels = whatsapp && (await openChannels(participants.url, restaurant.staff.owner, whatsapp))
    if (channels) screens.push(channels)
    const before = await started?.processorTime()
    const evening = await runEvening(options, participants, show, channels)
    const after = await started?.processorTime()
    const result = await settle(options, evening, { participants, streamClients, database, began })
    const perOrder = before === undefined || after === undefined ? undefined : (after - before) / result.entries.length
    return { ...result, perOrder }
  } finally {
    for (const screen of screens) screen.close()
    streamClients.close()
    await database.end()
    await restaurant.close()
    await whatsapp?.stop()
  }
}

type Evening = {
  readonly simulation: Simulation
  readonly results: readonly CustomerResult[]
  readonly dish: string
  readonly portions: Omit<Result['portions'], 'sold'>
}

/** Runs all scenarios, and restores the menu, the kitchen load and the roles afterwards. */
async function runEvening(
  options: Options,
  participants: Participants,
  show: Progress,
  channels: Channels | undefined,
): Promise<Evening> {
  const { restaurant, url, customers, cashiers, cooks, riders, board, database } = participants
  const { owner } = restaurant.staff
  const dishes = await plainDishes(url)
  const [dish = ''] = dishes
  const scenarios = makeScenarios(options, {
    customers: customers.length,
    dishes: dishes.length,
    label: participants.label,
  })
  const kitchenLoad = (await owner.send<KitchenLoad>('GET', '/api/kitchen-load')).body
  const [account] = (await owner.send<AccountList>('GET', '/api/desk/accounts')).body.accounts
  const counted = Math.max(3, Math.round(options.orders / 20))
  const customerOf = ({ customer }: Scenario) => (customer === undefined ? undefined : customers[customer])
  await owner.send('PATCH', `/api/menu-items/${dish}`, { portions: counted })

  const simulation = openSimulation({
    speed: options.speed,
    random: randomOf(options.seed + 1),
    durationOf: durationOf(options.speed),
    channels,
  })
  const watch = setInterval(() => show(lineOf(simulation, board)), 250)
  try {
    const { tablets, internet } = participants.networks
    const staff = [
      cut(simulation, tablets, options.tabletsCut ?? 0),
      cut(simulation, internet, options.internetCut ?? 0),
      manage(simulation, owner, dishes),
      openDesk(simulation, cashiers, {
        colleague: owner,
        riders: riders.map(({ person }) => person),
        dishes,
        account: account?.id ?? '',
      }),
      openKitchen(simulation, cooks, {
        colleague: owner,
        pans: Math.ceil(options.orders / 4 / cooks.length),
        tablets: 50,
      }),
      openRoad(simulation, riders, { bags: Math.ceil(options.orders / 6 / riders.length) }),
    ]
    const results = await Promise.all(
      scenarios.map((scenario) => runScenario(simulation, scenario, customerOf(scenario), board, dishes)),
    )
    simulation.close()
    await Promise.all(staff)
    const { rows } = await database.query<{ left: number }>('select portions_left as left from items where id = $1', [
      dish,
    ])
    return { simulation, results, dish, portions: { counted, left: rows[0]?.left ?? Number.NaN } }
  } finally {
    clearInterval(watch)
    for (const id of dishes.slice(0, 2)) await owner.send('PATCH', `/api/menu-items/${id}`, { isAvailable: true })
    await owner.send('PATCH', '/api/kitchen-load', { rushMinutes: kitchenLoad.rushMinutes, paused: kitchenLoad.paused })
    await setRole(database, participants.temporaryRiders, 'customer')
  }
}

async function cut(simulation: Simulation, network: Network, minutes: number): Promise<void> {
  if (minutes === 0) return
  await simulation.wait(30 - minutes / 2)
  network.cut(true)
  await simulation.wait(minutes)
  network.cut(false)
}

/** Checks every order in the database, on every screen and in every stream. */
async function settle(
  options: Options,
  { simulation, results, dish, portions }: Evening,
  {
    participants,
    streamClients,
    database,
    began,
  }: { participants: Participants; streamClients: StreamClients; database: pg.Pool; began: number },
): Promise<Omit<Result, 'perOrder'>> {
  const { restaurant, customers, label } = participants
  const { owner } = restaurant.staff
  const entries = await readLedger(database, label, dish)
  const findings = await streamClients.converge(
    entries.flatMap(({ id, version, customerId }) =>
      customerId ? [{ subject: id, version, audiences: [`customer:${customerId}`] }] : [],
    ),
    settling,
  )
  const toCustomer = await streamClients.measure(await changesOf(database, entries))
  const seen = results.flatMap(({ scenario, order }) => {
    const customer = (scenario.customer === undefined ? undefined : customers[scenario.customer]?.person) ?? owner
    return order ? [{ customer, note: scenario.note, order }] : []
  })
  const orderCheck = await checkOrders(seen, restaurant.connection, { isOurs: (note) => note?.startsWith(label) })
  const sold = entries.reduce((sum, entry) => sum + entry.portions, 0)
  const placed = seen.length
  const { lost, doubled, inconsistent, unanswered } = orderCheck
  const { behind, repeated, foreign } = findings
  // Some events, such as an acknowledgement, go to the desk only. Each raises the order's version, so a customer
  // rightly skips as many versions.
  const forDesk = entries
    .filter(({ customerId }) => customerId !== null)
    .flatMap(({ events }) => events)
    .filter((event) => isForDeskOnly(event as OrderEvent))
  const skipped = Math.max(0, findings.skipped - forDesk.length)
  const failures = [
    ...simulation.unexpected,
    ...findings.unexpected,
    ...restaurant.bugs(),
    ...entries.flatMap((entry) => ledgerErrors(entry, simulation.bank)),
    ...(await screenDifferences(
      participants,
      seen.map(({ order }) => order),
    )),
    ...Object.entries({
      lost,
      doubled,
      inconsistent,
      unanswered,
      'phones behind': behind,
      skipped,
      repeated,
      foreign,
    }).flatMap(([name, count]) => (count > 0 ? [`${name}: ${count}`] : [])),
    ...(placed === entries.length ? [] : [`${placed} orders were answered, ${entries.length} are in the database`]),
    ...(portions.counted - sold === portions.left
      ? []
      : [`of ${portions.counted} portions ${sold} sold, ${portions.left} left`]),
    ...(simulation.bank.every(({ isRecorded }) => isRecorded) ? [] : ['the bank shows a payment that is not recorded']),
  ]
  const seconds = (performance.now() - began) / 1000
  return {
    options,
    entries,
    results,
    orderCheck,
    findings,
    toCustomer,
    simulation,
    portions: { ...portions, sold },
    failures,
    seconds,
  }
}

/** Returns the wall-clock time at which the transaction of each change began. */
async function changesOf(database: pg.Pool, entries: readonly Entry[]): Promise<Map<string, number>> {
  const { rows } = await database.query<{ key: string; at: number }>(
    `select subject || ' ' || version as key, (extract(epoch from at) * 1000)::float8 as at
     from events where topics && '{till}' and subject = any($1)`,
    [entries.map(({ id }) => id)],
  )
  return new Map(rows.map(({ key, at }) => [key, at]))
}

/** Returns the orders that a screen shows differently from the database. */
async function screenDifferences(
  { restaurant, cashiers, cooks, board }: Participants,
  orders: readonly Order[],
): Promise<string[]> {
  const failures: string[] = []
  const deadline = performance.now() + settling
  for (const order of orders) {
    const path = `/api/orders/${order.orderId}`
    const { body } = await restaurant.staff.owner.send<TillOrder>('GET', path)
    const { body: cooked } = await restaurant.staff.kitchen.send<KitchenOrder>('GET', path)
    const { firstConfirmation: _, ...seen } = body
    const versions = `version ${order.version}, version ${seen.version} there`
    if (!isSame(seen, order))
      failures.push(`${order.orderId}: the customer's last screen differs from the database (${versions})`)
    const screens = [
      ...[board, ...cashiers.map(({ screen }) => screen)].map((screen) => ({ screen, whole: body })),
      ...cooks.map(({ screen }) => ({ screen, whole: cooked })),
    ]
    const behind = () => screens.filter(({ screen, whole }) => !isSame(screen.shown.get(order.orderId), whole)).length
    while (behind() > 0 && performance.now() < deadline) await sleep(50)
    if (behind() > 0) failures.push(`${order.orderId}: ${behind()} screens differ from the database`)
  }
  return failures
}

/** Returns true if a document agrees with that of a reader who sees more fields. */
function isSame(document: object | undefined, whole: object): boolean {
  const other: Record<string, unknown> = { ...whole }
  return (
    document !== undefined &&
    Object.entries(document).every(([name, value]) =>
      name === 'assignedRider' ? (value === null) === (other[name] === null) : isDeepStrictEqual(value, other[name]),
    )
  )
}

function lineOf(simulation: Simulation, board: Screen): string {
  const orders = [...simulation.placed.keys()].flatMap((id) => board.shown.get(id) ?? [])
  const count = (is: (order: Order) => boolean) => orders.filter(is).length
  const minutes = Math.floor(simulation.minutesNow())
  const clock = `${20 + Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
  const steps = {
    placed: simulation.placed.size,
    'to pay': count(({ status, payment }) => status === 'pending' && payment !== 'found' && payment !== 'over'),
    preparing: count(({ status }) => status === 'preparing'),
    ready: count(({ status, deliveryStatus }) => status === 'ready' && deliveryStatus !== 'out-for-delivery'),
    'out for delivery': count(
      ({ status, deliveryStatus }) => status === 'ready' && deliveryStatus === 'out-for-delivery',
    ),
    done: count(isFinished),
  }
  return [clock, ...Object.entries(steps).map(([name, value]) => `${name} ${value}`)].join('  ')
}

export function reportOf({
  options,
  entries,
  results,
  findings,
  toCustomer,
  simulation,
  portions,
  failures,
  seconds,
  perOrder,
}: Result): string {
  const count = (is: (entry: Entry) => boolean) => entries.filter(is).length
  const sum = (of: (entry: Entry) => number) =>
    `₦${entries.reduce((total, entry) => total + of(entry), 0).toLocaleString('en')}`
  const had = (entry: Entry, event: string) => entry.events.includes(event)
  const isDone = ({ status }: Entry) => status === 'completed'
  const placing = [...simulation.placing].sort((one, other) => one - other)
  const at = (share: number) => placing[Math.min(placing.length - 1, Math.floor(placing.length * share))] ?? Number.NaN
  const ms = (times: Pick<Latencies, 'p50' | 'p99'>) => `p50 ${times.p50.toFixed(0)} ms, p99 ${times.p99.toFixed(0)} ms`
  const seen = entries.flatMap(({ untilSeen, customerId }) => (customerId && untilSeen !== null ? [untilSeen] : []))
  seen.sort((one, other) => one - other)
  const seconds95 = ((seen[Math.floor(seen.length * 0.95)] ?? Number.NaN) * options.speed) / 1000
  const cooked = entries.filter(({ untilReady }) => untilReady !== null)
  const kept = cooked.filter(({ untilReady, promised }) => (untilReady ?? 0) * options.speed <= promised)
  const { waited } = simulation
  const refusals = [...simulation.refusals].sort(([, one], [, other]) => other - one)
  return table(`Friday evening: ${options.orders} orders an hour, ${options.speed} minutes in a minute`, {
    seed: options.seed,
    'second factor': options.secondFactor ?? 'off',
    placed: `${entries.length}, ${count(({ id }) => simulation.placed.get(id)?.scenario.channel !== 'web')} of them at the counter`,
    'gave up without an order': results.filter(({ order }) => !order).length,
    paid: count(({ received, total }) => received >= total),
    cooked: count((entry) => had(entry, 'order.ready')),
    delivered: count((entry) => isDone(entry) && entry.deliveryMethod === 'delivery'),
    'picked up': count((entry) => isDone(entry) && entry.deliveryMethod === 'pick-up'),
    'reassigned to another rider': count((entry) => had(entry, 'order.delivery-failed')),
    'short, or not found at first': count((entry) => had(entry, 'payment.short') || had(entry, 'payment.not-found')),
    cancelled: count(({ status }) => status === 'cancelled'),
    payment: `${sum(({ received }) => received)} found, ${sum((entry) => (isDone(entry) ? entry.total : 0))} due`,
    refunds: `${sum(({ refunded }) => refunded)} paid back, ${sum(({ owed }) => owed)} owed for ${count(({ owed }) => owed > 0)} orders`,
    'last portions': `${portions.counted} counted, ${portions.sold} sold`,
    'simultaneous actions': `${simulation.races.together} times, ${simulation.races.requests} requests`,
    ...Object.fromEntries(refusals.map(([code, times]) => [`refused: ${code}`, times])),
    'networks cut': `two tablets for ${options.tabletsCut ?? 0} minutes, the internet for ${options.internetCut ?? 0}`,
    'queued at tablets': `${waited.actions} actions, ${waited.orders} orders`,
    'acknowledged, p95': `${seconds95.toFixed(0)} s after placing, ${(seconds95 / options.speed).toFixed(1)} s of them on the wall clock`,
    'promise kept': `${((kept.length / cooked.length) * 100).toFixed(1)} % of ${cooked.length}`,
    'placing an order': ms({ p50: at(0.5), p99: at(0.99) }),
    'change to customer': `${ms(toCustomer)} (${toCustomer.count} times, ${findings.clients} phones)`,
    ...(simulation.channels && {
      channels: `${simulation.channels.counts().messages} messages by WhatsApp, ${simulation.channels.counts().tickets} tickets`,
    }),
    ...(perOrder !== undefined && { 'processor time an order': `${perOrder.toFixed(0)} ms` }),
    'accounted for': failures.length === 0 ? `all ${entries.length}` : 'NOT ALL',
    seconds: seconds.toFixed(1),
  })
}

export const quick = { orders: 24, speed: 900 } as const
export const full = { orders: 200, speed: 60 } as const

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      orders: { type: 'string' },
      speed: { type: 'string' },
      url: { type: 'string' },
      'tablets-cut': { type: 'string', default: '0' },
      'internet-cut': { type: 'string', default: '0' },
      channels: { type: 'boolean', default: false },
    },
  })
  const orders = Number(values.orders ?? full.orders)
  const speed = Number(values.speed ?? full.speed)
  if (!(Number.isInteger(orders) && orders >= 10 && speed > 0)) {
    console.error(
      'Usage: npm run rush -- [--orders 200] [--speed 60] [--url http://localhost:3000]; 10 orders or more.',
    )
    process.exit(2)
  }
  await run(durationOf(speed) / speed + 3, async () => {
    const result = await rushThrough(
      {
        orders,
        speed,
        tabletsCut: Number(values['tablets-cut']),
        internetCut: Number(values['internet-cut']),
        url: values.url?.replace(/\/$/, ''),
        channels: values.channels,
        secondFactor: process.env.SECOND_FACTOR === 'on' ? 'on' : 'off',
        seed: seedOfRun(),
      },
      progress(),
    )
    return { report: reportOf(result), failures: result.failures }
  })
}
