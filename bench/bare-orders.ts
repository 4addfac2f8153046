import { randomBytes } from 'node:crypto'
import pg from 'pg'
import * as Quote from '#domain/order/quote.ts'
import { createSessions } from '#server/auth/sessions.ts'
import { joinDatabase } from '#server/db/database.ts'
import { placeOrder } from '#server/orders/place.ts'
import { holdQuote } from '#server/quotes/quotes.ts'

type Statement = { readonly name?: string; readonly text: string; readonly values: readonly unknown[] }

/** Statements that are sent together, and waited for together. */
type RoundTrip = readonly Statement[]

type BareOrders = {
  /** Sends the prepared statements of one more order: one after the other, or `inRoundTrips`, those together that the server does. */
  place(inRoundTrips: boolean): Promise<void>
  end(): Promise<void>
}

/**
 * Has the server's code quote and place one order and records its statements, so that pg alone can send the same ones again: for
 * other orders, of the first `clients` customers whose name begins as `username`. `token` is that of a customer's session.
 */
export async function bareOrders(
  connection: pg.ClientConfig,
  { dataDir, token, request, username, clients }: OrderToRecord & { username: string; clients: number },
): Promise<BareOrders> {
  const recorded = await recordOrder({ dataDir, token, request })
  const free: { client: pg.Client; customerId: string }[] = []
  for (let index = 0; index < clients; index++) {
    const client = new pg.Client({ ...connection, pipeline: true } as pg.ClientConfig)
    await client.connect()
    const { rows } = await client.query('select id from users where starts_with(username, $1) order by id offset $2', [
      username,
      index,
    ])
    free.push({ client, customerId: rows[0].id })
  }
  return {
    place: async (inRoundTrips) => {
      const own = free.pop()
      if (!own) throw new Error('More orders are placed at once than there are clients.')
      const text = recorded.roundTrips
        .replaceAll(recorded.orderId, Quote.orderId(randomBytes(32)))
        .replaceAll(recorded.customerId, own.customerId)
      const roundTrips = JSON.parse(text) as RoundTrip[]
      for (const roundTrip of inRoundTrips ? roundTrips : roundTrips.flat().map((statement) => [statement])) {
        await Promise.all(
          roundTrip.map((statement) => own.client.query({ ...statement, values: [...statement.values] })),
        )
      }
      free.push(own)
    },
    end: async () => {
      await Promise.all(free.map(({ client }) => client.end()))
    },
  }
}

type OrderToRecord = { readonly dataDir: string; readonly token: string; readonly request: Quote.QuoteRequest }

/** The round trips as JSON. */
async function recordOrder({ dataDir, token, request }: OrderToRecord) {
  const database = await joinDatabase({ dataDir, log: () => {} })
  const { userOf } = createSessions({ database, auth: { sessionToken: () => token, requireSecondFactor: false } })
  const findUser = async () => {
    const user = await userOf(new Headers())
    if (!user) throw new Error('There is no such session.')
    return user
  }
  let orderId = ''
  const roundTrips = await record(async () => {
    const { quote } = await holdQuote(database, await findUser(), request)
    await placeOrder(database, { user: await findUser(), body: { quoteId: quote.id } })
    orderId = quote.id
  })
  const customerId = (await findUser()).id
  await database.stop()
  return { roundTrips: JSON.stringify(roundTrips), orderId, customerId }
}

/** What this process asks the database in `work`. What is asked while an answer is out is of the same round trip. */
async function record(work: () => Promise<void>): Promise<RoundTrip[]> {
  const { query } = pg.Client.prototype
  const roundTrips: Statement[][] = []
  let underWay = 0
  pg.Client.prototype.query = function (this: pg.Client, ...words: unknown[]) {
    const [first, values] = words as [string | Pick<Statement, 'name' | 'text'>, unknown[] | undefined]
    const { name, text } = typeof first === 'string' ? { name: undefined, text: first } : first
    if (underWay === 0) roundTrips.push([])
    roundTrips.at(-1)?.push({ ...(name !== undefined && { name }), text, values: values ?? [] })
    underWay += 1
    return (query as (...words: unknown[]) => Promise<unknown>).apply(this, words).finally(() => {
      underWay -= 1
    })
  } as typeof query
  await work().finally(() => {
    pg.Client.prototype.query = query
  })
  return roundTrips
}
