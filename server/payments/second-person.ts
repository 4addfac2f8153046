import { eq } from 'drizzle-orm'
import * as Money from '#domain/money/money.ts'
import type { Action } from '#domain/order/actions.ts'
import { decide } from '#domain/order/decide.ts'
import type { Actor } from '#domain/restaurant/policy.ts'
import type { Database, Transaction } from '../db/database.ts'
import { firstConfirmations, kitchenLoad, users } from '../db/schema.ts'
import { orRefuse, type Refusal, refuse } from '../http/problems.ts'
import { lockOrder, type OrderRow, transition } from '../orders/transition.ts'

/**
 * The values of a payment that one person read in the bank's record. `session` is the key that `Payment.sessionOf`
 * returns.
 */
type Reading = { readonly accountId?: string; readonly amount: Money.Naira; readonly session: string }

/**
 * Runs `record`, which records a payment. Above the owner's limit, the values that the first person read in the bank's
 * record are only stored, and the answer is a Refusal. `record` runs when another person confirms the same values. All
 * payments of an order count together, so splitting a sum does not avoid the limit.
 */
export async function bySecondPerson(
  database: Database,
  action: Action,
  id: string,
  actor: Actor,
  reading: Reading,
  record: (tx: Transaction) => Promise<OrderRow>,
): Promise<OrderRow> {
  const done = await database.transaction(async (tx) => {
    const limit = await limitOf(tx)
    const { order, now } = await lockOrder(tx, action, id, actor)
    orRefuse(decide(action, order, actor, now))
    if (!isAbove(limit, order, reading.amount)) return record(tx)
    const [first] = await tx.select().from(firstConfirmations).where(eq(firstConfirmations.sessionId, reading.session))
    if (first && first.confirmedBy !== actor.id) {
      if (!isSame(first, id, reading)) throw differs()
      await tx.delete(firstConfirmations).where(eq(firstConfirmations.sessionId, reading.session))
      return record(tx)
    }
    const { session, ...read } = reading
    const confirmed = { orderId: id, accountId: null, ...read, confirmedBy: actor.id }
    await tx
      .insert(firstConfirmations)
      .values({ sessionId: session, ...confirmed })
      .onConflictDoUpdate({ target: firstConfirmations.sessionId, set: confirmed })
    const [{ name } = { name: '' }] = await tx.select({ name: users.name }).from(users).where(eq(users.id, actor.id))
    const { amount } = reading
    // The board then shows that this order waits for a second confirmation.
    await transition(tx, 'first-confirmation', id, actor, {
      change: () => ({ set: { firstConfirmation: { name, amount, session } }, detail: read }),
    })
    return needed(limit ?? 0)
  })
  // The Refusal is thrown after the commit, so the first person's values stay stored.
  if (done instanceof Error) throw done
  return done
}

/**
 * Throws a Refusal if the payment of a new counter order needs a second person, because one person enters order and
 * payment together.
 */
export async function requireOnePerson(tx: Transaction, amount: number): Promise<void> {
  const limit = await limitOf(tx)
  if (!isAbove(limit, { received: Money.zero }, amount)) return
  throw refuse(
    'second-person-needed',
    `Above ${Money.format(Money.naira(limit ?? 0))} two people record a payment. Place the order to be paid by transfer, and record the money on the board.`,
  )
}

async function limitOf(tx: Transaction): Promise<number | null> {
  const [row] = await tx.select({ limit: kitchenLoad.secondPersonAbove }).from(kitchenLoad)
  return row?.limit ?? null
}

function isAbove(limit: number | null, { received }: Pick<OrderRow, 'received'>, amount: number): boolean {
  return limit !== null && received + amount > limit
}

function isSame(first: typeof firstConfirmations.$inferSelect, id: string, { accountId, amount }: Reading): boolean {
  return first.orderId === id && first.accountId === (accountId ?? null) && first.amount === amount
}

function needed(limit: number): Refusal {
  return refuse(
    'second-person-needed',
    `Your confirmation is kept. Above ${Money.format(Money.naira(limit))} a second person has to confirm the same payment from their own account.`,
  )
}

function differs(): Refusal {
  return refuse('invalid', 'Another person read this payment differently. Look at the record together.', 'amount')
}
