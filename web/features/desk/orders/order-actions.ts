import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Order } from '#contract/orders.ts'
import type { Rider } from '#contract/riders.ts'
import type { Actor } from '#domain/order.ts'
import { type Action, can } from '#domain/order-actions.ts'
import { orderCode } from '#domain/quote.ts'
import { ApiFailure, call, sentence } from '#web/api/client.ts'
import { deskArrivals, withDeskArrivals } from '#web/api/live-orders.ts'
import { isOffline } from '#web/api/network.ts'
import { queries } from '#web/api/queries.ts'
import { useSession } from '#web/api/session.ts'
import { dismissAll, submit } from '#web/sync/outbox/outbox.ts'
import type { OrderTap } from '#web/sync/outbox/queue.ts'
import { toast, toastTime } from '#web/ui/toast.tsx'

/** What takes one press: the resource that records it, and what is said when it is done. */
export const steps = {
  'report-missing': { label: 'Not there', done: 'is told: no transfer yet' },
  start: { label: 'Start', resource: 'preparation', done: 'is on the fire' },
  'mark-ready': { label: 'Ready', resource: 'readiness', done: 'is ready' },
  complete: { label: 'Complete', resource: 'completion', done: 'is complete' },
} as const satisfies Partial<Record<Action, object>>

/** Who can be sent; how laden they are changes with every deliveryStatus. */
export const ridersQuery = queryOptions({
  queryKey: ['desk-riders'],
  queryFn: () => call('GET /api/desk/riders'),
  refetchInterval: 30_000,
})

export type FormName = 'payment' | 'extra' | 'cancel' | 'unpaid' | 'sold-out'

export type StepName = keyof typeof steps

/** The way back from the pass, for a minute. */
const presses = { ...steps, recall: { resource: 'recall', done: 'is back on the fire' } } as const

/**
 * Changes to orders, as the server answers them. Nothing moves on the board before it has said so; what is tapped without a
 * network waits on its card. Money does not wait.
 */
export function useOrderActions() {
  const client = useQueryClient()
  const { askAgain } = useSession()

  /** As if the live stream had brought it, which it soon will: the newer of two versions stays. */
  function keep(order: Order) {
    deskArrivals.note(order)
    client.setQueryData(queries.deskOrders().queryKey, (list) => list && withDeskArrivals(list))
  }

  /** Says why it was refused, and shows what the order has become: another tablet may have been faster. */
  async function refused(error: unknown, order: Order) {
    toast(sentence(error, 'The restaurant did not answer. Please check the network and try again.'), {
      kind: 'bad',
      duration: toastTime.added,
    })
    if (error instanceof ApiFailure && error.problem.code === 'not-signed-in') await askAgain()
    else await look(order.id)
  }

  /** What the order has become; undefined where the tap waits for the network. */
  async function tap({ id }: Order, tapped: OrderTap): Promise<Order | undefined> {
    const outcome = await submit({ kind: 'tap', of: 'orders', id, ...tapped })
    if (outcome.type === 'waiting') return undefined
    if (outcome.type === 'done') {
      keep(outcome.answer as Order)
      return outcome.answer as Order
    }
    await dismissAll((write) => write.kind === 'tap' && write.id === id)
    throw new ApiFailure(outcome.problem)
  }

  function look(id: string): Promise<void> {
    return call('GET /api/orders/:id', { params: { id } }).then(keep, () => {})
  }

  return {
    keep,
    look,
    refused,
    async take(step: keyof typeof presses, order: Order): Promise<void> {
      if (step === 'report-missing' && isOffline()) return moneyWaitsNot()
      try {
        if (step === 'report-missing') keep(await call('POST /api/orders/:id/missing-transfer', { params: order }))
        else if (!(await tap(order, { what: presses[step].resource, body: {} }))) return
        said(`${orderCode(order.id)} ${presses[step].done}.`)
      } catch (error) {
        await refused(error, order)
      }
    },
    /** Somebody has seen it: every tablet falls silent. */
    async acknowledge(order: Order, actor: Actor): Promise<void> {
      if (order.acknowledgedAt !== null || !can('acknowledge', order, actor).ok) return
      await tap(order, { what: 'acknowledgement', body: {} }).catch(() => look(order.id))
    },
    /** One tap: to a rider, or from the one who has it. */
    async giveTo(rider: Pick<Rider, 'id' | 'name'>, order: Order): Promise<void> {
      const from = order.assignedRider?.id
      const riderId = rider.id
      const tapped = from
        ? ({ what: 'rider-change', body: { riderId, from } } as const)
        : ({ what: 'rider', body: { riderId } } as const)
      try {
        if (await tap(order, tapped)) said(`${rider.name} brings ${orderCode(order.id)}.`)
      } catch (error) {
        await refused(error, order)
      }
      void client.invalidateQueries({ queryKey: ridersQuery.queryKey })
    },
  }
}

/** What is said of money the customer reads at once, so it must be true then. */
function moneyWaitsNot(): void {
  toast('This is about money, and does not wait for the network. Press again when it is back.', {
    kind: 'bad',
    duration: toastTime.added,
  })
}

export function said(text: string): void {
  toast(text, { kind: 'good', duration: toastTime.longer })
}
