import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import { vi } from 'vitest'
import type { Order } from '#contract/order/orders.ts'
import type { Quote, QuoteRequestBody } from '#contract/order/quotes.ts'
import type { ProblemBody } from '#contract/problem.ts'
import type { User } from '#contract/session.ts'
import type { OptionGroup } from '#domain/menu/menu.ts'
import { naira } from '#domain/money/money.ts'
import type { Role } from '#domain/restaurant/policy.ts'
import { sealedTexts } from '#server/auth/sealed-text.ts'
import type { WithProof } from '#server/auth/second-step.ts'
import { asUser } from '#server/auth/sessions.ts'
import { dayRoutes } from '#server/books/day-routes.ts'
import { tillRoutes } from '#server/books/till-routes.ts'
import { conversationRoutes } from '#server/conversations/conversation-routes.ts'
import { privateCodes } from '#server/conversations/private-code.ts'
import { counterRoutes } from '#server/counter/counter-routes.ts'
import type { Database } from '#server/db/database.ts'
import { audit, categories, events, items, locations, settings, users } from '#server/db/schema.ts'
import { answerFailures } from '#server/http/guard.ts'
import { serve } from '#server/http/serve.ts'
import { menuRoutes } from '#server/menu/menu-routes.ts'
import type { NameFile } from '#server/menu-versions/versions.ts'
import type { ProviderUrls } from '#server/messages/channel-settings.ts'
import { customerRoutes } from '#server/office/customer-routes.ts'
import { foundOrderRoutes } from '#server/office/found-order-routes.ts'
import { orderRoutes } from '#server/orders/order-routes.ts'
import { chargesOf } from '#server/payments/charges.ts'
import { paymentRoutes } from '#server/payments/payment-routes.ts'
import type { Provider } from '#server/payments/provider.ts'
import { photoRoutes } from '#server/photos/photo-routes.ts'
import { printerRoutes } from '#server/printers/printer-routes.ts'
import { quoteRoutes } from '#server/quotes/quote-routes.ts'
import { ratingRoutes } from '#server/ratings/rating-routes.ts'
import { riderRoutes } from '#server/riders/rider-routes.ts'
import { settingsRoutes } from '#server/settings/settings-routes.ts'
import { slotRoutes } from '#server/slots/slot-routes.ts'

export type Answer<Body> = { readonly status: number; readonly body: Body & Partial<Omit<ProblemBody, 'status'>> }

export type TestRestaurant = Awaited<ReturnType<typeof openTestRestaurant>>

const userHeader = 'x-user'

export const messaging = {
  sealed: sealedTexts('a secret of the tests'),
  codes: privateCodes('a secret of the tests'),
  origin: 'http://localhost',
}

/**
 * Opens a restaurant with known prices in a fresh database, with most routes of the API. Requests name their user in a
 * header instead of signing in.
 */
export async function openTestRestaurant(
  database: Database,
  provider?: Provider,
  nameFile: NameFile = async () => undefined,
  urls: ProviderUrls = {},
) {
  const { orm } = database
  await stock(database)
  const staff = {
    kitchen: await person(database, 'kitchen'),
    cashier: await person(database, 'cashier'),
    owner: await person(database, 'owner'),
    rider: await person(database, 'rider'),
  }

  const app = new Hono()
  answerFailures(app, console.error)
  const log = () => {}
  const payable = provider && chargesOf(database, provider, log)
  const tries = { count: async () => {} }
  // Every proof is accepted, because sign-in has tests of its own.
  const withProof: WithProof = (_call, _given, change) => change(async () => {})
  const addressKey = (address: string) => address
  const deps = { database, nameFile, provider, payable, log, tries, addressKey, withProof }
  const handlers = {
    ...menuRoutes(deps),
    ...quoteRoutes(deps),
    ...orderRoutes(deps),
    ...counterRoutes(deps),
    ...tillRoutes(deps),
    ...paymentRoutes(deps),
    ...ratingRoutes(deps),
    ...riderRoutes(deps),
    ...settingsRoutes(deps),
    ...slotRoutes(deps),
    ...dayRoutes(deps),
    ...photoRoutes(deps),
    ...printerRoutes(deps),
    ...foundOrderRoutes(deps),
    ...customerRoutes(deps),
    ...conversationRoutes({ ...deps, ...messaging, urls }),
  }
  const callers = {
    user: async (headers: Headers) => findUser(database, headers.get(userHeader) ?? ''),
    // Each user has their own network address, unless the request names one.
    address: (context: Context) => context.req.header('x-address') ?? context.req.header(userHeader) ?? '',
  }
  serve(app, handlers, callers, { verify: true })

  async function send(caller: User | undefined, method: string, path: string, body?: unknown): Promise<Response> {
    return app.request(path, {
      method,
      headers: {
        ...(caller && { [userHeader]: caller.id }),
        ...(body !== undefined && !(body instanceof Buffer) && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: body instanceof Buffer ? new Uint8Array(body) : JSON.stringify(body) }),
    })
  }

  async function call<Body>(
    caller: User | undefined,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<Answer<Body>> {
    const response = await send(caller, method, path, body)
    return { status: response.status, body: (await response.json()) as Answer<Body>['body'] }
  }

  const restaurant = {
    database,
    orm,
    ...staff,
    send,
    call,
    /** Sends a request without a user, such as a provider's webhook. */
    request: async (path: string, init: RequestInit) => app.request(path, init),
    customer: (more: Partial<typeof users.$inferInsert> = {}) => person(database, 'customer', more),
    member: (role: Role, more: Partial<typeof users.$inferInsert> = {}) => person(database, role, more),
    /** Adds a dish whose price and stock only the caller changes. */
    dish: async (price: number, groups: readonly OptionGroup[] = []) => {
      const id = `dish-${randomUUID()}`
      await orm.insert(items).values(itemRow({ id, categoryId: 'grills', name: 'Restaurant Special', price, groups }))
      return id
    },
    setPrice: (id: string, price: number) =>
      orm
        .update(items)
        .set({ price: naira(price) })
        .where(eq(items.id, id)),
    markUnavailable: (id: string) => orm.update(items).set({ available: false }).where(eq(items.id, id)),
    quote: (caller: User | undefined, body: unknown) => call<Quote>(caller, 'POST', '/api/quotes', body),
    place: (caller: User | undefined, quoteId: string, more: { account?: string } = {}) =>
      call<Order>(caller, 'POST', '/api/orders', { quoteId, ...more }),
    act: (caller: User | undefined, id: string, action: string, body?: unknown) =>
      call<Order>(caller, 'POST', `/api/orders/${id}/${action}`, body),
    pay: (
      caller: User | undefined,
      id: string,
      amount: number,
      sessionId: string = randomUUID(),
      accountId = 'demo-bank',
    ) =>
      call<Order>(caller, 'POST', `/api/orders/${id}/confirm-payment`, {
        accountId,
        amount,
        sender: 'ADA OBI',
        sessionId,
      }),
    order: async (caller: User, price = 5000): Promise<Order> => {
      const { body: quote } = await restaurant.quote(caller, cartOf(await restaurant.dish(price)))
      return (await restaurant.place(caller, quote.id)).body
    },
    /** Places a paid delivery order and brings it to this status. */
    delivery: async (caller: User, status: 'pending' | 'preparing' | 'ready' = 'ready'): Promise<Order> => {
      const dish = await restaurant.dish(5000)
      const { body: quote } = await restaurant.quote(caller, cartOf(dish, 1, { deliveryMethod: 'delivery' }))
      await restaurant.place(caller, quote.id)
      await restaurant.pay(restaurant.cashier, quote.id, quote.totalAmount)
      if (status !== 'pending') await restaurant.act(restaurant.kitchen, quote.id, 'start')
      if (status === 'ready') await restaurant.act(restaurant.kitchen, quote.id, 'mark-ready')
      return (await restaurant.call<Order>(caller, 'GET', `/api/orders/${quote.id}`)).body
    },
    paidOrder: async (caller: User, price = 5000): Promise<Order> => {
      const order = await restaurant.order(caller, price)
      await restaurant.pay(restaurant.cashier, order.orderId, price)
      return (await restaurant.call<Order>(caller, 'GET', `/api/orders/${order.orderId}`)).body
    },
    /** Sets a quote's expiry to this many minutes from now, and the start of its stock hold to an hour before that. */
    expireQuote: (id: string, minutes: number) =>
      orm.execute(sql`with expired as (
          update quotes set expires_at = now() + make_interval(mins => ${minutes}) where id = ${id} returning *)
        update stock_holds set held_since = expired.expires_at - interval '1 hour' from expired where quote_id = expired.id`),
    /** Lists the events about a subject. Joins the rows of one event, which have the documents of different readers. */
    events: async (subject: string) => {
      const rows = await orm.select().from(events).where(eq(events.subject, subject)).orderBy(events.id)
      const whole: typeof rows = []
      for (const row of rows) {
        const before = whole.at(-1)
        const isSame =
          before?.type === row.type && before.version === row.version && !withoutDocument.includes(row.type)
        if (!isSame) whole.push(row)
        else {
          const data = { ...(row.data as object), ...(before.data as object) }
          whole[whole.length - 1] = { ...row, topics: [...before.topics, ...row.topics], data }
        }
      }
      return whole
    },
    auditEntries: (subject: string) => orm.select().from(audit).where(eq(audit.subject, subject)).orderBy(audit.id),
    /** Returns the answer to a request that waits while another transaction deletes the user's account. */
    async whileDeleted<Answer>({ id }: User, request: () => Promise<Answer>): Promise<Answer> {
      const holder = await database.pool.connect()
      try {
        await holder.query('begin')
        await holder.query('delete from users where id = $1', [id])
        const answer = request()
        await vi.waitFor(
          async () => {
            const { rowCount } = await orm.execute(
              sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
            )
            if (rowCount === 0) throw new Error('Nothing waits for the account.')
          },
          { timeout: 60_000 },
        )
        await holder.query('commit')
        return await answer
      } finally {
        // `true` ends the connection, and rolls back a transaction that is still open.
        holder.release(true)
      }
    },
  }
  return restaurant
}

const withoutDocument = ['delivery.changed', 'quote.changed', 'settings.changed']

export function cartOf(itemId: string, quantity = 1, more: Partial<QuoteRequestBody> = {}): QuoteRequestBody {
  return { items: [{ itemId, selection: {}, quantity }], ...more }
}

export const halfChicken = {
  itemId: 'half-chicken',
  selection: { 'free-side': { jollof: 1 }, sauce: { pepper: 1 }, sides: { plantain: 2 } },
  quantity: 2,
  note: 'Well done, please',
}

const everySide = { category: 'extra-sides' }

const chickenGroups: OptionGroup[] = [
  {
    id: 'free-side',
    label: 'Free side',
    role: 'extra',
    min: 1,
    max: 1,
    limit: 1,
    pricing: 'free',
    missing: 'Please select your free side',
    source: { ...everySide, priceAtMost: naira(3000) },
  },
  {
    id: 'sauce',
    label: 'Sauce',
    role: 'extra',
    min: 1,
    max: 1,
    limit: 1,
    pricing: 'own',
    missing: 'Please Select Sauce',
    source: { choices: [{ id: 'pepper', name: 'Pepper Sauce', price: naira(0) }] },
  },
  { id: 'sides', label: 'Extra sides', role: 'extra', min: 0, max: 9, limit: 5, pricing: 'own', source: everySide },
]

const pizzaGroups: OptionGroup[] = [
  {
    id: 'size',
    label: 'Size',
    role: 'size',
    min: 1,
    max: 1,
    limit: 1,
    pricing: 'own',
    source: {
      choices: [
        { id: 'small', name: 'Small', price: naira(7000) },
        { id: 'large', name: 'Large', price: naira(12000) },
      ],
    },
  },
  {
    id: 'toppings',
    label: 'Toppings',
    role: 'topping',
    min: 0,
    max: 5,
    limit: 5,
    pricing: 'own',
    source: { choices: [{ id: 'beef', name: 'Beef', price: naira(1500) }] },
  },
]

async function stock({ orm }: Database): Promise<void> {
  await orm.execute(sql`truncate settings, locations, categories, items, users cascade`)
  await orm.insert(settings).values({
    document: {
      name: 'Test Kitchen',
      shortName: 'Test',
      tagline: '',
      description: '',
      phone: '+2348000000001',
      whatsapp: '+2348000000001',
      address: '',
      mapUrl: 'https://example.com',
      openingHours: '',
      preparation: { least: 10, most: 45 },
      socials: [],
      emailHost: 'test.example',
      kitchenCapacity: 20,
      accounts: [
        { id: 'demo-bank', bank: 'Demo Bank', number: '0000000011', name: 'Test Kitchen Ltd' },
        { id: 'sample-trust', bank: 'Sample Trust', number: '0000000022', name: 'Test Kitchen Ltd' },
      ],
    },
  })
  await orm.insert(locations).values([
    { id: 'vi', position: 0, name: 'Victoria Island', fee: naira(1500) },
    { id: 'yaba', position: 1, name: 'Yaba', fee: naira(4000) },
  ])
  await orm.insert(categories).values(
    ['grills', 'extra-sides', 'pizza', 'swallows'].map((id, position) => ({
      id,
      position,
      title: id,
      listed: id !== 'swallows',
      document: {
        tile: 'ember' as const,
        banner: null,
        availableFirst: false,
        added: '{item} added to cart!',
        shortToast: false,
        synonyms: [],
      },
    })),
  )
  await orm
    .insert(items)
    .values([
      itemRow({ id: 'half-chicken', categoryId: 'grills', name: 'Half Chicken', price: 9500, groups: chickenGroups }),
      itemRow({ id: 'jollof', categoryId: 'extra-sides', name: 'Jollof Rice', price: 2500 }),
      itemRow({ id: 'plantain', categoryId: 'extra-sides', name: 'Plantain', price: 1500 }),
      itemRow({ id: 'fried-rice', categoryId: 'extra-sides', name: 'Fried Rice', price: 3500 }),
      itemRow({ id: 'yam', categoryId: 'extra-sides', name: 'Yam Fries', price: 2000, available: false }),
      itemRow({ id: 'margherita', categoryId: 'pizza', name: 'Margherita', price: 7000, groups: pizzaGroups }),
      itemRow({ id: 'poundo', categoryId: 'swallows', name: 'Poundo', price: 0 }),
    ])
}

function itemRow(item: {
  id: string
  categoryId: string
  name: string
  price: number
  groups?: readonly OptionGroup[]
  available?: boolean
}): typeof items.$inferInsert {
  const { groups = [], available = true, price, ...rest } = item
  return {
    ...rest,
    position: 0,
    description: '',
    price: naira(price),
    available,
    takesNote: true,
    bestseller: false,
    document: { heat: 0, diet: [], groups },
  }
}

let people = 0

async function person(database: Database, role: Role, more: Partial<typeof users.$inferInsert> = {}): Promise<User> {
  people += 1
  const id = `${role}-${people}`
  await database.orm.insert(users).values({
    id,
    name: more.username ?? id,
    email: `${id}@test.example`,
    role,
    username: id,
    phone: `+23480${String(people).padStart(8, '0')}`,
    address: '5 Idowu Street',
    location: 'vi',
    ...more,
  })
  const user = await findUser(database, id)
  if (!user) throw new Error('The new account is missing.')
  return user
}

async function findUser({ orm }: Database, id: string): Promise<User | undefined> {
  const [row] = await orm.select().from(users).where(eq(users.id, id))
  return row && asUser(row)
}
