import { and, eq } from 'drizzle-orm'
import type { CounterOrder, CounterQuoteRequest } from '#contract/counter.ts'
import type { Order } from '#contract/orders.ts'
import type { Quote as QuoteDocument } from '#contract/quotes.ts'
import * as Counter from '#domain/counter.ts'
import type { Actor } from '#domain/order.ts'
import type { Profile } from '#domain/quote.ts'
import type { Database } from '../db/database.ts'
import { users } from '../db/schema.ts'
import { Refusal } from '../http/problems.ts'
import { orderDocument } from '../orders/document.ts'
import { placeHeld } from '../orders/place.ts'
import { requireOnePerson } from '../payments/second-person.ts'
import { takePayment } from '../payments/till.ts'
import { counter } from '../quotes/owner.ts'
import { holdFor } from '../quotes/quotes.ts'

/**
 * Prices what somebody asks for who is on the phone or at the counter. A phone that a customer has registered makes it
 * theirs. Also while customers are told of a pause: whoever takes it down sees the kitchen.
 */
export async function quoteAtCounter(
  database: Database,
  actor: Actor,
  { channel, customerPhone, ...request }: CounterQuoteRequest,
): Promise<{ quote: QuoteDocument; isNew: boolean }> {
  const guest = Counter.guest({ channel, customerPhone, ...request })
  if (!guest.ok) throw new Refusal(guest.problem)
  const known = await customerOf(database, guest.value.phone)
  return holdFor(
    database,
    { owner: counter(actor), addressKey: null, channel, customerId: known?.id ?? null },
    known?.profile ?? guest.value,
    { ...request, contactPhone: '', payerName: '' },
  )
}

/**
 * Places what was priced, once however often it is sent, and with it records what was taken for it. An order that is there
 * already is answered as it is: its money was recorded with it.
 */
export async function orderAtCounter(
  database: Database,
  actor: Actor,
  { quoteId, payment }: CounterOrder,
): Promise<{ order: Order; isNew: boolean }> {
  return database.transaction(async (tx) => {
    const placed = await placeHeld(tx, counter(actor), quoteId)
    if (!placed.isNew || payment.method === 'transfer') return placed
    await requireOnePerson(tx, payment.amount)
    return { order: orderDocument(await takePayment(tx, quoteId, actor, payment, 0)), isNew: true }
  })
}

async function customerOf({ orm }: Database, phone: string): Promise<{ id: string; profile: Profile } | undefined> {
  if (phone === '') return undefined
  const [row] = await orm
    .select()
    .from(users)
    .where(and(eq(users.phone, phone), eq(users.role, 'customer')))
  if (!row) return undefined
  const { id, username, address, locationId } = row
  return { id, profile: { username, phone, address, locationId: locationId ?? '' } }
}
