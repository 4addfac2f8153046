import type pg from 'pg'
import type { Listeners } from '../listeners.ts'
import { addressOf, type Person, Refused, signUp } from '../people.ts'
import { CannotBegin } from '../report.ts'
import type { Restaurant } from '../server-under-test.ts'
import type { Rider, Worker } from './crew.ts'
import type { Guest } from './guests.ts'
import { openDeliveries, openOrders, type Screen } from './screen.ts'

/** An address may sign up so many in an hour, where the restaurant believes no proxy. */
const signUpsOfAddress = 25
/** An account may have 30 streams. */
const mostTablets = 20

export type OpenRestaurant = Omit<Restaurant, 'restart'>

/** Who is there this night, and how its orders are told from those of others. */
export type Cast = {
  readonly restaurant: OpenRestaurant
  readonly url: string
  readonly label: string
  readonly database: pg.Pool
  readonly guests: readonly Guest[]
  readonly cashiers: readonly Worker[]
  readonly cooks: readonly Worker[]
  readonly riders: readonly Rider[]
  /** The owner's screen. */
  readonly board: Screen
  /** Customers who are riders for this night. */
  readonly hired: readonly Person[]
}

type CastWish = { readonly seed: number; readonly orders: number; readonly url?: string | undefined }

type Tools = {
  readonly restaurant: OpenRestaurant
  readonly listeners: Listeners
  readonly database: pg.Pool
  readonly screens: { close(): void }[]
}

/** Signs everybody in, and gives each a screen: as many as so many orders take. */
export async function gather(wish: CastWish, { restaurant, listeners, database, screens }: Tools): Promise<Cast> {
  const [url = ''] = restaurant.urls
  const tablets = Math.min(mostTablets, Math.max(2, Math.ceil(wish.orders / 40)))
  // People of another night may be there already.
  const first = wish.url === undefined ? 0 : Math.floor(Date.now() / 1000) % 8_000_000
  let seat = first

  const newcomers: { person: Person; phone: string }[] = []
  const wanted = tablets - 1 + Math.ceil(wish.orders / 5)
  while (newcomers.length < (wish.url === undefined ? wanted : Math.min(wanted, signUpsOfAddress))) {
    const index = first + newcomers.length
    const person = await signUp(url, index).catch((error: unknown) => {
      if (!(error instanceof Refused && error.code === 'too-many-tries')) throw error
      throw new CannotBegin(
        'The restaurant takes no more sign-ups from here this hour. With TRUSTED_PROXIES=1 it does.',
      )
    })
    newcomers.push({ person, phone: `0803${String(1_234_000 + index)}` })
  }
  const hired = newcomers.splice(0, tablets - 1).map(({ person }) => person)
  await employ(database, hired, 'rider')

  const keep = async <Kept extends { close(): void }>(opening: Promise<Kept>): Promise<Kept> => {
    const screen = await opening
    screens.push(screen)
    return screen
  }
  const atTablet = async (person: Person): Promise<Worker> => {
    return { person, screen: await keep(openOrders(url, person, 'desk', seat++)) }
  }
  const onTheRoad = async (person: Person): Promise<Rider> => {
    return { person, screen: await keep(openDeliveries(url, person, seat++)) }
  }
  const atTable = async ({ person, phone }: (typeof newcomers)[number]): Promise<Guest> => {
    return { person, phone, screen: await keep(openOrders(url, person, 'orders', seat++)) }
  }
  const { owner, cashier, kitchen, rider } = restaurant.staff
  const cast = {
    restaurant,
    url,
    label: `Friday ${wish.seed}.${first}`,
    database,
    hired,
    cashiers: await Promise.all(Array.from({ length: tablets }, () => atTablet(cashier))),
    cooks: await Promise.all(Array.from({ length: tablets }, () => atTablet(kitchen))),
    board: (await atTablet(owner)).screen,
    riders: await Promise.all([rider, ...hired].map(onTheRoad)),
    guests: await Promise.all(newcomers.map(atTable)),
  }
  // A second phone of each, in a process of its own: it measures, and notices what is skipped or told twice.
  await listeners.sit(
    cast.guests.map(({ person: { id, cookie } }) => ({
      urls: [url],
      topics: 'orders',
      audiences: [`customer:${id}`],
      cookie,
      address: addressOf(seat++),
      manner: 'stay',
      reads: '/api/orders',
    })),
    wish.seed,
  )
  return cast
}

export async function employ(database: pg.Pool, people: readonly Person[], role: 'rider' | 'customer'): Promise<void> {
  await database.query('update users set role = $1 where id = any($2)', [role, people.map(({ id }) => id)])
}
