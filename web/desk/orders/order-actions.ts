import { useQueryClient } from '@tanstack/react-query'
import type { DeskOrder, Order } from '#contract/order/orders.ts'
import type { Rider } from '#contract/order/riders.ts'
import * as Money from '#domain/money/money.ts'
import { actions, undoWithin } from '#domain/order/actions.ts'
import { can } from '#domain/order/decide.ts'
import { orderCode } from '#domain/order/quote.ts'
import type { Actor } from '#domain/restaurant/policy.ts'
import { ApiFailure, call } from '#web/data/api/client.ts'
import { applyDeskOrders } from '#web/data/api/desk-orders.ts'
import { isOffline } from '#web/data/api/network.ts'
import { invalidate, query } from '#web/data/api/query.ts'
import { useRefetchSession } from '#web/data/api/session.ts'
import { useConfirmAction } from '#web/data/confirm-action.ts'
import { useCallOnce } from '#web/data/outbox/call-once.ts'
import { dismissAll, submit } from '#web/data/outbox/outbox.ts'
import type { OrderAction } from '#web/data/outbox/queue.ts'
import { toast, toastDone, toastFailed, toastNotice } from '#web/data/toast.ts'
import { callToAsk } from './asked-customer.ts'
import { hasSums } from './board.ts'
import { deskActions, type Press, type TakeBack, takeBacks } from './desk-actions.ts'

/** Polled, because no event reports how many deliveries each rider has, and every assignment changes that number. */
export const ridersQuery = query('GET /api/desk/riders', { refetchInterval: 30_000 })

export type FormName = 'payment' | 'extra' | 'refund' | 'cancel' | 'cash' | 'unpaid' | 'sold-out'

/**
 * Returns the time of the payment's confirmation. Null for provider payments, which cannot be undone. Short payments
 * store no time, so `updatedAt` replaces it.
 */
function confirmedAt({ foundAt, acknowledgedAt, updatedAt }: DeskOrder): string | null {
  const at = foundAt ?? updatedAt
  return acknowledgedAt !== null && acknowledgedAt <= at ? at : null
}

/** Returns the undo that this person can do now; '' if there is none. `then` is the order after its queued actions. */
export function takeBackOf(order: DeskOrder, then: DeskOrder, actor: Actor, now: number): TakeBack | '' {
  const times = { ...order, confirmedAt: confirmedAt(order) }
  const isPossible = (action: TakeBack) =>
    Boolean(times[actions[action].windowFrom]) && can(action, { ...then, confirmedAt: times.confirmedAt }, actor, now)
  return takeBacks.find(isPossible) ?? ''
}

function undoOf(action: Press): Press | undefined {
  const rule: (typeof actions)[Press] = actions[action]
  return 'undo' in rule ? rule.undo : undefined
}

/** `until` is the deadline in epoch milliseconds. */
type Undo = { readonly run: () => void; readonly until: number }

/** The undo of this device's last action, which the key U runs. */
let undoable: Undo | undefined

export function undoLast(): void {
  if (undoable) undo(undoable)
  else toast('Nothing to undo.')
}

/**
 * Runs an undo unless its minute is over. The button of a toast undoes the toast's own action, even if another action
 * followed.
 */
function undo(one: Undo): void {
  if (undoable === one) undoable = undefined
  if (Date.now() < one.until) one.run()
  else toast('Nothing to undo.')
}

/** Shows a success toast with Undo. For a minute, its button and the key U undo the action. */
export function toastUndoable(text: string, run: () => void): void {
  const one = { run, until: Date.now() + undoWithin }
  undoable = one
  toastWithUndo(text, one)
}

function toastWithUndo(text: string, one: Undo): void {
  toastDone(text, { label: 'Undo', onPress: () => undo(one) })
}

/**
 * Returns the actions on orders. The board changes only with the server's answer. Offline, an action is queued and
 * shown on the order's card. Actions about money are not queued. The undo of a confirmation is an exception: its
 * request names the sum that the order had received, so the server refuses an outdated undo.
 */
export function useOrderActions() {
  const client = useQueryClient()
  const refetch = useRefetchSession()
  const callOnce = useCallOnce()
  const confirm = useConfirmAction()

  const apply = (order: DeskOrder) => applyDeskOrders(client, [order])

  /** Shows why an action failed, and reads the order again: another tablet may have changed the order. */
  async function showRefusal(error: unknown, order: DeskOrder) {
    toastFailed(error)
    if (error instanceof ApiFailure && error.problem.code === 'not-signed-in') await refetch()
    else await reload(order.orderId)
  }

  /**
   * Sends an action through the outbox. `QueuedActionResults` puts the answer on the board. Returns undefined while the
   * action waits for the network.
   */
  async function queue({ orderId: id }: DeskOrder, queued: OrderAction): Promise<DeskOrder | undefined> {
    const outcome = await submit({ kind: 'action', id, ...queued })
    if (outcome.type === 'waiting') return undefined
    if (outcome.type === 'done') return outcome.answer as DeskOrder
    await dismissAll((write) => write.kind === 'action' && write.id === id)
    throw new ApiFailure(outcome.problem)
  }

  function reload(id: string): Promise<void> {
    return call('GET /api/orders/:id', { params: { id } }).then(
      (order) => apply(atDesk(order)),
      () => {},
    )
  }

  async function perform(action: Press, order: DeskOrder): Promise<void> {
    const isMoney = action === 'report-missing' || action === 'accept-late'
    if (isMoney && isOffline()) return toastMoneyNeedsNetwork()
    const code = orderCode(order.orderId)
    const calls = callToAsk(order)
    if (action === 'report-missing' && !(await confirm(missingQuestion(order, calls)))) return
    const back = undoOf(action)
    // Register the undo before the request, because the live event may show the new state before the answer arrives.
    const one = back && { run: () => void perform(back, order), until: Date.now() + undoWithin }
    undoable = one
    try {
      if (isMoney) apply(await callOnce(`POST /api/orders/:id/${action}`, { params: { id: order.orderId }, body: {} }))
      else if (!(await queue(order, { action, body: {} }))) return
      const done = `${code}: ${deskActions[action].done}.`
      if (one) toastWithUndo(done, one)
      else if (action !== 'report-missing') toastDone(done)
      else if (calls === '') toastDone(`${done} The customer’s order page says so.`)
      else toastNotice(`${done} To be told: ${calls}.`)
    } catch (error) {
      if (undoable === one) undoable = undefined
      await showRefusal(error, order)
    }
  }

  /** Assigns a rider, or replaces the assigned rider. Null removes the rider. */
  async function assign(rider: Pick<Rider, 'id' | 'name'> | null, order: DeskOrder): Promise<void> {
    const { orderId: id, assignedRider: before, deliveryStatus } = order
    const code = orderCode(id)
    try {
      const after = await queue(order, riderAction(before?.id, rider?.id))
      // If the delivery is already on its way, a new rider starts it again, which cannot be undone.
      const isUndoable = rider !== null && (deliveryStatus === 'unassigned' || deliveryStatus === 'assigned')
      if (after && isUndoable && before?.id !== rider.id) {
        toastUndoable(`${code}: assigned to ${rider.name}.`, () => void assign(before, after))
      } else if (after) {
        toastFinal(rider ? `${code}: assigned to ${rider.name}.` : `${code}: no rider.`)
      }
    } catch (error) {
      await showRefusal(error, order)
    }
    void invalidate(client, 'GET /api/desk/riders')
  }

  async function undoConfirmations(orders: readonly DeskOrder[]): Promise<void> {
    const undone: string[] = []
    for (const order of orders.filter(hasSums)) {
      const { orderId, received } = order
      try {
        const after = await queue(order, { action: 'undo-confirmation', body: { received } })
        const sum = Money.format(Money.naira(Math.max(0, received - (after?.received ?? 0))))
        if (after) undone.push(`${orderCode(orderId)}: confirmation of ${sum} undone.`)
      } catch (error) {
        await showRefusal(error, order)
      }
    }
    const [only] = undone
    if (undone.length > 1) toastFinal(`${undone.length} confirmations undone.`)
    else if (only !== undefined) toastFinal(only)
  }

  return {
    apply,
    reload,
    showRefusal,
    perform,
    undoConfirmations,
    /** Shows that a payment was confirmed, with Undo if possible. `order` is the order after the confirmation. */
    toastConfirmed(text: string, order: DeskOrder): void {
      if (canUndoConfirmation(order)) toastUndoable(text, () => void undoConfirmations([order]))
      else toastFinal(text)
    },
    /** Offers Undo by the key U only, without a toast: an open sheet would cover the toast's button. */
    letUndo(orders: readonly DeskOrder[]): void {
      undoable = { run: () => void undoConfirmations(orders), until: Date.now() + undoWithin }
    },
    /** Ends the alarm of this order on every tablet of the desk. */
    async acknowledge(order: DeskOrder, actor: Actor): Promise<void> {
      if (order.acknowledgedAt !== null || !can('acknowledge', order, actor)) return
      await queue(order, { action: 'acknowledge', body: {} }).catch(() => reload(order.orderId))
    },
    /** Ends the kitchen's alarm about an order that was started unpaid. */
    async acknowledgeStart(order: DeskOrder): Promise<void> {
      await queue(order, { action: 'acknowledge-start', body: {} }).catch(() => reload(order.orderId))
    },
    assign,
  }
}

/**
 * Converts the server's answer to an order of the board. For an order of their own, staff get a customer's answer,
 * which lacks `firstConfirmation`.
 */
export function atDesk(order: Order | DeskOrder): DeskOrder {
  return 'deliveryCode' in order ? { ...order, firstConfirmation: null } : order
}

/** Returns true if the order's state allows the undo. The person's role is not checked. */
export function canUndoConfirmation(order: DeskOrder): boolean {
  return can('undo-confirmation', order, undefined)
}

/**
 * Asks before a transfer is reported as missing, which cannot be undone. `calls` says whom staff have to call; '' if
 * the customer's orders page tells the customer.
 */
function missingQuestion({ orderId: id, customerName }: DeskOrder, calls: string) {
  return {
    title: `Transfer of ${orderCode(id)} not found?`,
    text:
      calls === ''
        ? `The order page of ${customerName} says so, and asks for the transfer again. This cannot be undone.`
        : `The customer has no order page. Tell them yourself: ${calls}. This cannot be undone.`,
    action: 'Not found',
  }
}

function riderAction(from: string | undefined, riderId: string | undefined): OrderAction {
  if (riderId === undefined) return { action: 'unassign-rider', body: { from: from ?? '' } }
  return from === undefined
    ? { action: 'assign-rider', body: { riderId } }
    : { action: 'change-rider', body: { riderId, from } }
}

/** Says that an action about money needs the network. A queued action could be untrue by the time it is sent. */
export function toastMoneyNeedsNetwork(): void {
  toastFailed('Actions about money need the network. Press again when it is back.')
}

/** Shows a success toast without Undo, and clears the key U, which undoes only the last action. */
export function toastFinal(text: string): void {
  undoable = undefined
  toastDone(text)
}
