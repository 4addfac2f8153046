import type { CounterPlaced } from '#contract/order/counter.ts'
import type { Order } from '#contract/order/orders.ts'
import type { Quote } from '#contract/order/quotes.ts'
import type { Delivery } from '#contract/order/riders.ts'
import type { Person } from '../people.ts'
import { isFinished, linesOf } from './customers.ts'
import type { Network } from './networks.ts'
import { switched } from './scenarios.ts'
import type { Screen } from './screen.ts'
import type { Call, Reply, Simulation, Transfer } from './simulation.ts'
import { openTabletOutbox, type TabletOutbox } from './tablet-outbox.ts'

export type Worker<Shown = Screen> = {
  readonly person: Person
  readonly screen: Shown
  /** The network of a tablet, if the run can cut it. */
  readonly network?: Network
}
/** A worker at a tablet. Only a tablet whose network can be cut has an outbox. */
type AtTablet = Worker & { readonly outbox: TabletOutbox | undefined }
export type Rider = Worker<Screen<Delivery>>

type Action = () => Promise<unknown>

const minutesUntilReportedMissing = 4

/** Gives a tablet whose network can be cut an outbox, which sends queued actions once the network is back. */
function withOutbox(simulation: Simulation, worker: Worker): AtTablet {
  const { person, network } = worker
  const outbox = network && openTabletOutbox(simulation, person, network)
  const flush = async () => {
    while (outbox && !simulation.isTooLate() && !(simulation.isClosing() && outbox.isEmpty())) {
      await simulation.wait(0.1)
      await outbox.flush()
    }
  }
  void flush()
  return { ...worker, outbox }
}

/** Does one task after the other until the simulation is over and the tasks are done. */
async function workThrough(
  simulation: Simulation,
  screen: Pick<Screen, 'changed'>,
  next: () => Action | undefined,
): Promise<void> {
  while (!simulation.isTooLate()) {
    const entry = next()
    if (entry) await entry().catch((error: Error) => simulation.unexpected.push(error.message))
    else if (simulation.isClosing()) return
    else await Promise.race([screen.changed(), simulation.wait(0.5)])
  }
}

/** Records the tasks that workers have claimed, so their colleagues choose other tasks. */
function openTasks(simulation: Simulation) {
  const claimed = new Set<string>()
  return {
    isFree: (what: string) => !claimed.has(what),
    claim: (what: string | readonly string[], entry: Action): Action => {
      const all = [what].flat()
      for (const each of all) claimed.add(each)
      return async () => {
        await entry()
        // Release the task only after a pause in which the screens can show its result.
        await simulation.wait(0.3)
        for (const each of all) claimed.delete(each)
      }
    },
  }
}

/**
 * Cashiers enter phone orders, confirm transfers, assign riders and refund. Sometimes `colleague` sends the same action
 * at the same moment.
 */
export function openDesk(
  simulation: Simulation,
  cashiers: readonly Worker[],
  {
    colleague,
    riders,
    dishes,
    account,
  }: {
    colleague: Person
    riders: readonly Person[]
    dishes: readonly string[]
    /** Transfers arrive at this account. */
    account: string
  },
): Promise<unknown> {
  const { isFree, claim } = openTasks(simulation)
  const actors = (person: Person) => (simulation.random() < 0.15 ? [person, colleague] : [person])
  let slips = 0

  const enterOrder = async (
    { person, outbox }: AtTablet,
    { scenario, answer }: Extract<Call, { about: 'order' }>,
  ): Promise<void> => {
    const { channel, deliveryMethod } = scenario
    const request = {
      items: linesOf(scenario, dishes, false),
      channel,
      deliveryMethod,
      ...(deliveryMethod === 'delivery' && { deliveryAddress: '4 Ember Street', locationId: 'ikoyi' }),
      ...(channel === 'phone' && { customerName: 'Kunle', customerPhone: '08031112233' }),
    }
    const slip = `SLIP ${++slips} ${scenario.note}`.slice(0, 60)
    const overCounter = simulation.random() < 0.5 ? { method: 'cash' } : { method: 'card', reference: slip }
    const payment = (amount: number) => (channel === 'phone' ? { method: 'transfer' } : { ...overCounter, amount })
    const settle = (placed: Reply<CounterPlaced>, total: number) => {
      if (!('body' in placed)) return answer(undefined)
      const order = { ...placed.body, deliveryAddress: null }
      simulation.placed.set(order.orderId, { scenario, order })
      if (channel === 'walk-in') simulation.payAtCounter(order.orderId, total)
      answer(order)
    }
    if (outbox?.isCut()) return outbox.placeAtCounter(request, payment, settle)
    const quote = await simulation.send<Quote>(person, 'POST', '/api/desk/quotes', request)
    if (!('body' in quote)) return answer(undefined)
    const { id, totalAmount: total } = quote.body
    const startedAt = performance.now()
    const order = { quoteId: id, payment: payment(total) }
    const placed = await simulation.send<CounterPlaced>(person, 'POST', '/api/desk/orders', order)
    if ('body' in placed) simulation.placing.push(performance.now() - startedAt)
    settle(placed, total)
  }

  const acknowledgeAll = async ({ person, outbox }: AtTablet, orders: readonly Order[]) => {
    await simulation.wait(0.1 + simulation.random() * 0.2)
    for (const { orderId: id } of orders) {
      if (outbox?.isCut()) outbox.act(id, 'acknowledge')
      else await simulation.send(person, 'POST', `/api/orders/${id}/acknowledge`, {})
    }
  }

  const confirm = async (person: Person, screen: Screen, transfer: Transfer) => {
    const { orderId, amount, sessionId } = transfer
    const order = screen.shown.get(orderId)
    const isExtra = order && (isFinished(order) || order.payment === 'found' || order.payment === 'over')
    const record = { accountId: account, amount, sender: 'ADA OBI', sessionId, ...(isExtra && { extra: true }) }
    const codes: string[] = []
    const path = `/api/orders/${orderId}/confirm-payment`
    const done = await simulation.actTogether(actors(person), path, record, codes)
    // An earlier request, whose answer was lost, may have recorded the transfer.
    transfer.isRecorded = done !== undefined || codes.includes('transfer-already-used')
    transfer.isClaimed = transfer.isRecorded
  }

  const answerCall = async (cashier: AtTablet, call: Call) => {
    const { person, outbox } = cashier
    if (call.about === 'order') await enterOrder(cashier, call)
    else if (call.about === 'fetch' && outbox?.isCut()) outbox.act(call.id, 'complete')
    else if (call.about === 'fetch') await simulation.actTogether(actors(person), `/api/orders/${call.id}/complete`)
    else await simulation.send(person, 'POST', `/api/orders/${call.id}/cancel`, { reason: 'The customer called' })
  }

  const sendRider =
    ({ person, outbox }: AtTablet, order: Order) =>
    async () => {
      const from = order.assignedRider?.id
      const others = riders.filter(({ id }) => id !== from)
      const riderId = others[Math.floor(simulation.random() * others.length)]?.id ?? from
      const resource = from ? 'change-rider' : 'rider'
      const body = from ? { riderId, from } : { riderId }
      if (outbox?.isCut()) return outbox.act(order.orderId, resource, body)
      await simulation.actTogether(actors(person), `/api/orders/${order.orderId}/${resource}`, body)
    }

  const next = (cashier: AtTablet): Action | undefined => {
    const { person, screen, outbox } = cashier
    const fresh = [...screen.shown.values()].filter(
      ({ orderId: id, status, acknowledgedAt }) =>
        status === 'pending' && acknowledgedAt === null && isFree(`new ${id}`) && !outbox?.has(id),
    )
    if (fresh.length > 0) {
      const names = fresh.map(({ orderId: id }) => `new ${id}`)
      return claim(names, () => acknowledgeAll(cashier, fresh))
    }
    // A cashier without a network enters and hands over orders; money waits for the network.
    const isCut = outbox?.isCut() ?? false
    const place = simulation.calls.findIndex(({ about }) => !isCut || about !== 'cancel')
    const [call] = place === -1 ? [] : simulation.calls.splice(place, 1)
    if (call) return () => answerCall(cashier, call)
    const transfer = simulation.bank.find(({ isClaimed, orderId }) => !isClaimed && screen.shown.has(orderId))
    if (transfer && !isCut) {
      transfer.isClaimed = true
      return async () => {
        await simulation.wait(0.1 + simulation.random() * 0.2)
        await confirm(person, screen, transfer)
      }
    }
    for (const order of screen.shown.values()) {
      const scenario = simulation.placed.get(order.orderId)?.scenario
      if (!scenario || !isFree(order.orderId) || outbox?.has(order.orderId)) continue
      const { orderId: id, deliveryStatus, status, payment, owed } = order
      const isPast = simulation.minutesSince(order.claimedAt) > minutesUntilReportedMissing
      if (
        !isCut &&
        payment === 'claimed' &&
        !isFinished(order) &&
        isPast &&
        !simulation.bank.some(({ orderId, isRecorded }) => orderId === id && !isRecorded)
      ) {
        return claim(id, () => simulation.send(person, 'POST', `/api/orders/${id}/report-missing`, {}))
      }
      const isCarried = status === 'ready' || status === 'preparing'
      if (isCarried && (deliveryStatus === 'unassigned' || deliveryStatus === 'failed'))
        return claim(id, sendRider(cashier, order))
      if (!isCut && isFinished(order) && owed > 0 && scenario.isRefunded) {
        return claim(id, () =>
          simulation.send(person, 'POST', `/api/orders/${id}/refund`, {
            method: 'transfer',
            amount: owed,
            reference: `REFUND ${id} ${owed}`,
          }),
        )
      }
    }
    return undefined
  }
  const atDesk = cashiers.map((worker) => withOutbox(simulation, worker))
  return Promise.all(atDesk.map((cashier) => workThrough(simulation, cashier.screen, () => next(cashier))))
}

/** Cooks start paid orders and mark them ready. The first order gets `tablets` requests to start at the same moment. */
export function openKitchen(
  simulation: Simulation,
  cooks: readonly Worker[],
  { colleague, pans, tablets }: { colleague: Person; pans: number; tablets: number },
): Promise<unknown> {
  const { isFree, claim } = openTasks(simulation)
  let isFirst = true

  const cook =
    ({ person, outbox }: AtTablet, { orderId: id, status }: Order) =>
    async () => {
      if (status === 'pending' && outbox?.isCut()) {
        await simulation.wait(simulation.random())
        outbox.act(id, 'start')
      } else if (status === 'pending') {
        await simulation.wait(simulation.random())
        const actors = isFirst
          ? Array<Person>(tablets).fill(person)
          : simulation.random() < 0.15
            ? [person, colleague]
            : [person]
        isFirst = false
        if (!(await simulation.actTogether(actors, `/api/orders/${id}/start`))) return
      }
      await simulation.wait(5 + simulation.random() * 8)
      if (outbox?.isCut()) return outbox.act(id, 'mark-ready')
      await simulation.actTogether(
        simulation.random() < 0.1 ? [person, colleague] : [person],
        `/api/orders/${id}/mark-ready`,
      )
    }

  const next = (worker: AtTablet): Action | undefined => {
    for (const order of worker.screen.shown.values()) {
      const isPaid = order.payment === 'found' || order.payment === 'over'
      const isToCook = (order.status === 'pending' && isPaid) || order.status === 'preparing'
      if (
        !isToCook ||
        !isFree(order.orderId) ||
        !simulation.placed.has(order.orderId) ||
        worker.outbox?.has(order.orderId)
      )
        continue
      return claim(order.orderId, cook(worker, order))
    }
    return undefined
  }
  const workers = cooks.flatMap((worker) => Array<AtTablet>(pans).fill(withOutbox(simulation, worker)))
  return Promise.all(workers.map((worker) => workThrough(simulation, worker.screen, () => next(worker))))
}

/** Riders deliver ready orders. `bags` is the number of orders that a rider carries at a time. */
export function openRoad(
  simulation: Simulation,
  riders: readonly Rider[],
  { bags }: { bags: number },
): Promise<unknown> {
  const { isFree, claim } = openTasks(simulation)
  const attempted = new Set<string>()

  const deliver = (person: Person, id: string) => async () => {
    const { scenario, order } = simulation.placed.get(id) ?? {}
    if (!scenario || !order) return
    const path = `/api/orders/${id}`
    const left = await simulation.send(person, 'POST', `${path}/pick-up`, {})
    if (!('body' in left)) return
    await simulation.wait(3 + simulation.random() * 5)
    if (scenario.handover === 'does not open' && !attempted.has(id)) {
      attempted.add(id)
      await simulation.send(person, 'POST', `${path}/fail-delivery`, { reason: 'Nobody opened' })
      return
    }
    const code = order.deliveryCode ?? ''
    const wrong = code === '0000' ? '1111' : '0000'
    if (scenario.handover === 'says a wrong code first')
      await simulation.send(person, 'POST', `${path}/deliver`, { code: wrong })
    await simulation.send(person, 'POST', `${path}/deliver`, { code })
  }

  const next = ({ person, screen }: Rider): Action | undefined => {
    for (const { orderId: id, deliveryStatus, status } of screen.shown.values()) {
      const what = `${id} ${person.id}`
      if (deliveryStatus === 'assigned' && status === 'ready' && isFree(what)) return claim(what, deliver(person, id))
    }
    return undefined
  }
  const workers = riders.flatMap((rider) => Array<Rider>(bags).fill(rider))
  return Promise.all(workers.map((rider) => workThrough(simulation, rider.screen, () => next(rider))))
}

export async function manage(simulation: Simulation, owner: Person, dishes: readonly string[]): Promise<void> {
  const dish = (change: object) => simulation.send(owner, 'PATCH', `/api/menu-items/${dishes[switched]}`, change)
  const kitchenLoad = (change: object) => simulation.send(owner, 'PATCH', '/api/kitchen-load', change)
  const plan: readonly (readonly [minute: number, entry: Action])[] = [
    [15, () => kitchenLoad({ rushMinutes: 20 })],
    [18, () => dish({ isAvailable: false })],
    [26, () => dish({ isAvailable: true })],
    [30, () => kitchenLoad({ paused: 'The kitchen is full. We take orders again in a few minutes.' })],
    [33, () => kitchenLoad({ paused: null })],
    [45, () => kitchenLoad({ rushMinutes: 0 })],
  ]
  for (const [minute, entry] of plan) {
    await simulation.wait(minute - simulation.minutesNow())
    await entry()
  }
}
