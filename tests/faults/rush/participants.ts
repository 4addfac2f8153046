import type pg from 'pg'
import { addressOf, answerTimeout, over, type Person, Refused, signUp } from '../people.ts'
import { CannotStart } from '../report.ts'
import type { Restaurant } from '../server-under-test.ts'
import type { StreamClients } from '../stream-clients.ts'
import type { Customer } from './customers.ts'
import { type Network, openNetwork } from './networks.ts'
import { openDeliveries, openOrders, type Screen } from './screen.ts'
import type { Rider, Worker } from './staff.ts'

/**
 * The most sign-ups of a run with `url`. The server's limit is 30 an hour from one address, and a server that trusts no
 * proxy sees all participants at one address.
 */
const signUpsOfAddress = 25
/** The most tablets of one account, below the server's limit of 30 streams for one account. */
const mostTablets = 20

export type OpenRestaurant = Omit<Restaurant, 'restart' | 'processorTime'>

export type Participants = {
  readonly restaurant: OpenRestaurant
  readonly url: string
  readonly label: string
  readonly database: pg.Pool
  readonly customers: readonly Customer[]
  readonly cashiers: readonly Worker[]
  readonly cooks: readonly Worker[]
  readonly riders: readonly Rider[]
  /** The owner's screen. */
  readonly board: Screen
  /** Customers with the role of a rider during the run. */
  readonly temporaryRiders: readonly Person[]
  readonly networks: Networks
}

/**
 * The networks that a run can cut: of two tablets, at the desk and in the kitchen, and of the phones of customers and
 * riders.
 */
export type Networks = { readonly tablets: Network; readonly internet: Network }

type ParticipantOptions = {
  readonly seed: number
  readonly orders: number
  readonly url?: string | undefined
  /** The duration of the longest cut, in milliseconds. */
  readonly longestCut: number
}

type Tools = {
  readonly restaurant: OpenRestaurant
  readonly streamClients: StreamClients
  readonly database: pg.Pool
  readonly screens: { close(): void }[]
}

/** Signs all participants in and opens their screens. The number of participants follows from `orders`. */
export async function signInAll(
  options: ParticipantOptions,
  { restaurant, streamClients, database, screens }: Tools,
): Promise<Participants> {
  const [url = ''] = restaurant.urls
  const tablets = Math.min(mostTablets, Math.max(2, Math.ceil(options.orders / 40)))
  // A running server has the accounts of earlier runs, so each run signs up customers with other numbers.
  const first = options.url === undefined ? 0 : Math.floor(Date.now() / 1000) % 8_000_000
  let seat = first

  const newcomers: Person[] = []
  const wanted = tablets - 1 + Math.ceil(options.orders / 2)
  while (newcomers.length < (options.url === undefined ? wanted : Math.min(wanted, signUpsOfAddress))) {
    const index = first + newcomers.length
    const person = await signUp(url, index).catch((error: unknown) => {
      if (!(error instanceof Refused && error.code === 'too-many-tries')) throw error
      throw new CannotStart(
        'The restaurant takes no more sign-ups from here this hour. With TRUSTED_PROXIES=1 it does.',
      )
    })
    newcomers.push(person)
  }
  const temporaryRiders = newcomers.splice(0, tablets - 1)
  await setRole(database, temporaryRiders, 'rider')

  const keep = async <Versioned extends { close(): void }>(opening: Promise<Versioned>): Promise<Versioned> => {
    const screen = await opening
    screens.push(screen)
    return screen
  }
  const patience = answerTimeout + options.longestCut
  const networks: Networks = { tablets: await openNetwork(url), internet: await openNetwork(url) }
  screens.push(networks.tablets, networks.internet)
  const atTablet = async (person: Person): Promise<Worker> => {
    return { person, screen: await keep(openOrders(url, person, 'desk', seat++)) }
  }
  /** Only the network of the first tablet can be cut. */
  const atTablets = (person: Person) =>
    Promise.all(
      Array.from({ length: tablets }, async (_, index): Promise<Worker> => {
        if (index > 0) return atTablet(person)
        const network = networks.tablets
        const screen = await keep(openOrders(network.url, person, 'desk', seat++))
        return { person: over(network.url, person, patience), screen, network }
      }),
    )
  const onTheRoad = async (person: Person): Promise<Rider> => {
    const screen = await keep(openDeliveries(networks.internet.url, person, seat++))
    return { person: over(networks.internet.url, person, patience), screen }
  }
  const atTable = async (person: Person): Promise<Customer> => {
    const screen = await keep(openOrders(networks.internet.url, person, 'orders', seat++))
    return { person: over(networks.internet.url, person, patience), screen }
  }
  const { owner, cashier, kitchen, rider } = restaurant.staff
  const participants = {
    restaurant,
    url,
    label: `Friday ${options.seed}.${first}`,
    database,
    temporaryRiders,
    networks,
    cashiers: await atTablets(cashier),
    cooks: await atTablets(kitchen),
    board: (await atTablet(owner)).screen,
    riders: await Promise.all([rider, ...temporaryRiders].map(onTheRoad)),
    customers: await Promise.all(newcomers.map(atTable)),
  }
  // A second stream of each customer, in a separate process, measures latency and detects skipped and repeated events.
  await streamClients.connect(
    participants.customers.map(({ person: { id, cookie } }) => ({
      urls: [url],
      topics: 'orders',
      audiences: [`customer:${id}`],
      cookie,
      address: addressOf(seat++),
      mode: 'stream',
      listPath: '/api/orders',
    })),
    options.seed,
  )
  return participants
}

export async function setRole(database: pg.Pool, people: readonly Person[], role: 'rider' | 'customer'): Promise<void> {
  await database.query('update users set role = $1 where id = any($2)', [role, people.map(({ id }) => id)])
}
