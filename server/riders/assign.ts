import { and, eq, isNull } from 'drizzle-orm'
import type { AssignedRider, DeskOrder, QueuedBody } from '#contract/order/orders.ts'
import { hasRider } from '#domain/order/decide.ts'
import { isCarried } from '#domain/order/statuses.ts'
import type { Actor } from '#domain/restaurant/policy.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { users } from '#server/db/schema.ts'
import { refuse } from '#server/http/problems.ts'
import { deskDocument, publishToRider } from '#server/orders/document.ts'
import { hasChanged, type OrderRow, transition } from '#server/orders/transition.ts'

/**
 * Gives an order to a rider: one that has none, or with `from` one that this rider has. Of two members of staff who act at
 * once the second reads who has it. A change begins the delivery again, with all tries of the code.
 */
export async function assignRider(
  database: Database,
  actor: Actor,
  id: string,
  queued: { riderId: string; from?: string | undefined } & NonNullable<QueuedBody>,
): Promise<DeskOrder> {
  const { riderId, from } = queued
  return database.transaction(async (tx) => {
    const assignedRider = await findRider(tx, riderId)
    let leaves: string | undefined
    const row = await transition(tx, from === undefined ? 'assign-rider' : 'change-rider', id, actor, {
      queued,
      change: ({ order }) => {
        if (from !== undefined && order.assignedRider?.id !== from) throw isNotFrom(order)
        if (from !== riderId) leaves = from
        return {
          set: { assignedRider, codeTries: 0, outAt: null, deliveryProblem: null },
          detail: { rider: riderId, ...(from !== undefined && { from }) },
        }
      },
    })
    if (leaves !== undefined) await publishToRider(tx, leaves, row)
    return deskDocument(row, actor)
  })
}

/** Takes an order back from a rider who has not picked it up: nobody has it then. */
export async function unassignRider(
  database: Database,
  actor: Actor,
  id: string,
  queued: { from: string } & NonNullable<QueuedBody>,
): Promise<DeskOrder> {
  const { from } = queued
  return database.transaction(async (tx) => {
    const row = await transition(tx, 'unassign-rider', id, actor, {
      queued,
      change: ({ order }) => {
        if (order.assignedRider?.id !== from) throw isNotFrom(order)
        return { set: { assignedRider: null }, detail: { from } }
      },
    })
    if (row.assignedRider?.id !== from) await publishToRider(tx, from, row)
    return deskDocument(row, actor)
  })
}

function isNotFrom({ assignedRider, deliveryStatus }: OrderRow) {
  return assignedRider && isCarried(deliveryStatus)
    ? refuse('order-moved-on', hasRider(assignedRider.name))
    : hasChanged()
}

async function findRider(tx: Transaction, id: string): Promise<AssignedRider> {
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, id), eq(users.role, 'rider'), isNull(users.switchedOffAt)))
  if (!user) throw refuse('invalid', 'There is no such rider. Please choose from the list.', 'riderId')
  const { username: name, phone } = user
  if (!phone) throw refuse('invalid', `${name} has no phone number, and the customer needs one.`, 'riderId')
  return { id, name, phone }
}
