import { and, eq, isNull } from 'drizzle-orm'
import type { ActionEndpoint } from '#contract/order/actions.ts'
import type { AssignedRider, DeskOrder } from '#contract/order/orders.ts'
import { hasRider } from '#domain/order/decide.ts'
import { isCarried } from '#domain/order/statuses.ts'
import type { Database, Transaction } from '../db/database.ts'
import { users } from '../db/schema.ts'
import { refuse } from '../http/problems.ts'
import type { Call } from '../http/route.ts'
import { deskDocument, publishToRider } from '../orders/document.ts'
import { hasChanged, type OrderRow, transition } from '../orders/transition.ts'

export function assignRider(database: Database, call: Call<'POST /api/orders/:id/assign-rider'>): Promise<DeskOrder> {
  return assign(database, 'assign-rider', call)
}

/** Assigns an order to another rider. The delivery starts again, and its wrong codes are counted from zero. */
export function changeRider(database: Database, call: Call<'POST /api/orders/:id/change-rider'>): Promise<DeskOrder> {
  return assign(database, 'change-rider', call, call.body.from)
}

/** Assigns an order. The later of two concurrent requests is refused with the current rider's name. */
async function assign(
  database: Database,
  action: 'assign-rider' | 'change-rider',
  { user, params, body: queued }: Call<ActionEndpoint<typeof action>>,
  from?: string,
): Promise<DeskOrder> {
  const { riderId } = queued
  return database.transaction(async (tx) => {
    const assignedRider = await findRider(tx, riderId)
    let leaves: string | undefined
    const row = await transition(tx, action, params.id, user, {
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
    return deskDocument(row, user)
  })
}

/** Takes an order back from a rider who has not picked it up. */
export async function unassignRider(
  database: Database,
  { user, params, body: queued }: Call<'POST /api/orders/:id/unassign-rider'>,
): Promise<DeskOrder> {
  const { from } = queued
  return database.transaction(async (tx) => {
    const row = await transition(tx, 'unassign-rider', params.id, user, {
      queued,
      change: ({ order }) => {
        if (order.assignedRider?.id !== from) throw isNotFrom(order)
        return { set: { assignedRider: null }, detail: { from } }
      },
    })
    if (row.assignedRider?.id !== from) await publishToRider(tx, from, row)
    return deskDocument(row, user)
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
  const { name, phone } = user
  if (!phone) throw refuse('invalid', `${name} has no phone number, and the customer needs one.`, 'riderId')
  return { id, name, phone }
}
