import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Order } from '#contract/orders.ts'
import type { Rider, RiderList } from '#contract/riders.ts'
import type { Actor } from '#domain/order.ts'
import { type Action, can } from '#domain/order-actions.ts'
import { orderCode } from '#domain/quote.ts'
import { ApiFailure, get, post, sentence } from '#web/api/client.ts'
import { deskLiveOrders, mergeDeskOrders } from '#web/api/live-orders.ts'
import { isOffline } from '#web/api/network.ts'
import { queries } from '#web/api/queries.ts'
import { useSession } from '#web/api/session.ts'
import { dismissAll, submit } from '#web/sync/outbox/outbox.ts'
import { toast, toastTime } from '#web/ui/toast.tsx'

/** Actions without a form: the button, the resource that records the action, and the toast after the order's code. */
export const oneClickActions = {
  'report-missing': { label: 'Not found', resource: 'missing-transfer', done: 'transfer not found, customer notified' },
  start: { label: 'Start', resource: 'preparation', done: 'started' },
  'mark-ready': { label: 'Ready', resource: 'readiness', done: 'ready' },
  complete: { label: 'Complete', resource: 'completion', done: 'completed' },
} as const satisfies Partial<Record<Action, object>>

/** The riders with the number of deliveries that each carries, which changes with every assignment. */
export const ridersQuery = queryOptions({
  queryKey: ['desk-riders'],
  queryFn: () => get<RiderList>('/api/desk/riders'),
  refetchInterval: 30_000,
})

/** Actions with a form. */
export type DeskResource =
  | 'payment-confirmation'
  | 'till-payment'
  | 'cancellation'
  | 'unpaid-preparation'
  | 'refund'
  | 'sold-out'
  | 'sold-out-withdrawal'
  | 'sold-out-removal'

export type FormName = 'payment' | 'extra' | 'cancel' | 'unpaid' | 'sold-out'

export type OneClickAction = keyof typeof oneClickActions

/** Recall has its button in the kitchen only. */
const actions = { ...oneClickActions, recall: { resource: 'recall', done: 'back in preparation' } } as const

/**
 * The actions on orders. The board changes only with the server's answer. Without a network an action is queued and shown
 * on its card; actions about money are never queued.
 */
export function useOrderActions() {
  const client = useQueryClient()
  const { refetch } = useSession()

  /** Puts an answered order on the board, as the event that follows would: the newer of two versions stays. */
  function apply(order: Order) {
    deskLiveOrders.add(order)
    client.setQueryData(queries.deskOrders().queryKey, (list) => list && mergeDeskOrders(list))
  }

  /** Shows why an action failed and reads the order again: another tablet may have changed it. */
  async function showRefusal(error: unknown, order: Order) {
    toast(sentence(error, 'Could not reach the restaurant. Please check the network and try again.'), {
      kind: 'bad',
      duration: toastTime.added,
    })
    if (error instanceof ApiFailure && error.problem.code === 'not-signed-in') await refetch()
    else await reload(order.id)
  }

  /** Sends an action through the outbox. Undefined where it waits for the network. */
  async function queue({ id }: Order, action: string, body: Record<string, string> = {}): Promise<Order | undefined> {
    const outcome = await submit({ kind: 'action', collection: 'orders', id, action, body })
    if (outcome.type === 'waiting') return undefined
    if (outcome.type === 'done') {
      apply(outcome.answer as Order)
      return outcome.answer as Order
    }
    await dismissAll((write) => write.kind === 'action' && write.id === id)
    throw new ApiFailure(outcome.problem)
  }

  function reload(id: string): Promise<void> {
    return get<Order>(`/api/orders/${id}`).then(apply, () => {})
  }

  return {
    apply,
    reload,
    showRefusal,
    async perform(action: keyof typeof actions, order: Order): Promise<void> {
      const { resource, done } = actions[action]
      const isMoney = action === 'report-missing'
      if (isMoney && isOffline()) return toastMoneyNeedsNetwork()
      try {
        if (isMoney) apply(await post<Order>(`/api/orders/${order.id}/${resource}`))
        else if (!(await queue(order, resource))) return
        toastDone(`${orderCode(order.id)}: ${done}.`)
      } catch (error) {
        await showRefusal(error, order)
      }
    },
    /** Ends the alarm of this order on every tablet. */
    async acknowledge(order: Order, actor: Actor): Promise<void> {
      if (order.acknowledgedAt !== null || !can('acknowledge', order, actor).ok) return
      await queue(order, 'acknowledgement').catch(() => reload(order.id))
    },
    /** Assigns a rider, in place of the one before where there is one. */
    async assign(rider: Pick<Rider, 'id' | 'name'>, order: Order): Promise<void> {
      const from = order.assignedRider?.id
      const body = { riderId: rider.id, ...(from && { from }) }
      try {
        if (await queue(order, from ? 'rider-change' : 'rider', body))
          toastDone(`${orderCode(order.id)}: assigned to ${rider.name}.`)
      } catch (error) {
        await showRefusal(error, order)
      }
      void client.invalidateQueries({ queryKey: ridersQuery.queryKey })
    },
    /** Records a form's action. Throws the server's refusal, for the form to show. */
    async record(resource: DeskResource, order: Order, body: object): Promise<Order> {
      const after = await post<Order>(`/api/orders/${order.id}/${resource}`, body)
      apply(after)
      return after
    },
  }
}

/** An action about money is not queued, because it may no longer be true when it is sent. */
function toastMoneyNeedsNetwork(): void {
  toast('Actions about money need the network. Press again when it is back.', {
    kind: 'bad',
    duration: toastTime.added,
  })
}

export function toastDone(text: string): void {
  toast(text, { kind: 'good', duration: toastTime.longer })
}
