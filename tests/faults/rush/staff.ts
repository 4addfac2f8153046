import type { CounterPlaced } from '#contract/counter.ts'
import type { Order } from '#contract/orders.ts'
import type { Quote } from '#contract/quotes.ts'
import type { Delivery } from '#contract/riders.ts'
import type { Person } from '../people.ts'
import { isFinished, linesOf } from './customers.ts'
import { counted, switched } from './scenarios.ts'
import type { Screen } from './screen.ts'
import type { Call, Simulation, Transfer } from './simulation.ts'

/** A member of staff with a screen. */
export type Worker<Shown = Screen> = { readonly person: Person; readonly screen: Shown }
export type Rider = Worker<Screen<Delivery>>

type Action = () => Promise<unknown>

/** Simulated minutes after which a claimed transfer is reported missing. */
const bankPatience = 4

/** Does one task after the other until the simulation is over and no task is left. */
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

/** Tasks that a worker has claimed, so that colleagues choose another. */
function openTasks(simulation: Simulation) {
  const claimed = new Set<string>()
  return {
    isFree: (what: string) => !claimed.has(what),
    claim: (what: string, entry: Action): Action => {
      claimed.add(what)
      return async () => {
        await entry()
        // Released when the screens show the result.
        await simulation.wait(0.3)
        claimed.delete(what)
      }
    },
  }
}

/** Cashiers enter phone orders, confirm transfers, assign riders and refund. Sometimes `colleague` sends the same action. */
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
    /** Where transfers arrive. */
    account: string
  },
): Promise<unknown> {
  const { isFree, claim } = openTasks(simulation)
  const actors = (person: Person) => (simulation.random() < 0.15 ? [person, colleague] : [person])
  let slips = 0

  const enterOrder = async (person: Person, { scenario, answer }: Extract<Call, { about: 'order' }>) => {
    const { channel, deliveryMethod } = scenario
    const quote = await simulation.send<Quote>(person, 'POST', '/api/desk/quotes', {
      lines: linesOf(scenario, dishes, false),
      channel,
      deliveryMethod,
      ...(deliveryMethod === 'delivery' && { deliveryAddress: '4 Ember Street', locationId: 'ikoyi' }),
      ...(channel === 'phone' && { customerName: 'Kunle', customerPhone: '08031112233' }),
    })
    if (!('body' in quote)) return answer(undefined)
    const { id, total } = quote.body
    slips++
    const overCounter =
      simulation.random() < 0.5 ? { method: 'cash' } : { method: 'card', reference: `SLIP ${id} ${slips}` }
    const payment = channel === 'phone' ? { method: 'transfer' } : { ...overCounter, amount: total }
    const startedAt = performance.now()
    const placed = await simulation.send<CounterPlaced>(person, 'POST', '/api/desk/orders', { quoteId: id, payment })
    if (!('body' in placed)) return answer(undefined)
    simulation.placing.push(performance.now() - startedAt)
    const order = { ...placed.body, deliveryAddress: null }
    simulation.placed.set(id, { scenario, order })
    if (channel === 'walk-in') simulation.payAtCounter(id, total)
    answer(order)
  }

  const confirm = async (person: Person, screen: Screen, transfer: Transfer) => {
    const { orderId, amount, sessionId } = transfer
    const order = screen.shown.get(orderId)
    const isExtra = order && (isFinished(order) || order.payment === 'found' || order.payment === 'over')
    const record = { accountId: account, amount, sender: 'ADA OBI', sessionId, ...(isExtra && { extra: true }) }
    const done = await simulation.actTogether(actors(person), `/api/orders/${orderId}/payment-confirmation`, record)
    transfer.isRecorded = done !== undefined
    transfer.isClaimed = transfer.isRecorded
  }

  const answerCall = async (person: Person, call: Call) => {
    if (call.about === 'order') await enterOrder(person, call)
    else if (call.about === 'fetch') await simulation.actTogether(actors(person), `/api/orders/${call.id}/completion`)
    else await simulation.send(person, 'POST', `/api/orders/${call.id}/cancellation`, { reason: 'The customer called' })
  }

  const sendRider = (person: Person, order: Order) => async () => {
    const from = order.assignedRider?.id
    const others = riders.filter(({ id }) => id !== from)
    const riderId = others[Math.floor(simulation.random() * others.length)]?.id ?? from
    const path = `/api/orders/${order.id}/rider`
    return simulation.actTogether(
      actors(person),
      from ? `${path}-change` : path,
      from ? { riderId, from } : { riderId },
    )
  }

  const next = ({ person, screen }: Worker): Action | undefined => {
    const call = simulation.calls.shift()
    if (call) return () => answerCall(person, call)
    const transfer = simulation.bank.find(({ isClaimed, orderId }) => !isClaimed && screen.shown.has(orderId))
    if (transfer) {
      transfer.isClaimed = true
      return async () => {
        await simulation.wait(0.1 + simulation.random() * 0.2)
        await confirm(person, screen, transfer)
      }
    }
    for (const order of screen.shown.values()) {
      const scenario = simulation.placed.get(order.id)?.scenario
      if (!scenario || !isFree(order.id)) continue
      const { id, deliveryStatus, status, payment, owed } = order
      const isPast = simulation.minutesSince(order.claimedAt) > bankPatience
      if (
        payment === 'claimed' &&
        !isFinished(order) &&
        isPast &&
        !simulation.bank.some(({ orderId, isRecorded }) => orderId === id && !isRecorded)
      ) {
        return claim(id, () => simulation.send(person, 'POST', `/api/orders/${id}/missing-transfer`, {}))
      }
      const isCarried = status === 'ready' || status === 'preparing'
      if (isCarried && (deliveryStatus === 'unassigned' || deliveryStatus === 'failed'))
        return claim(id, sendRider(person, order))
      if (isFinished(order) && owed > 0 && scenario.isRefunded) {
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
  return Promise.all(cashiers.map((cashier) => workThrough(simulation, cashier.screen, () => next(cashier))))
}

/** Cooks start paid orders and mark them ready. The first order is started on so many `tablets` at once. */
export function openKitchen(
  simulation: Simulation,
  cooks: readonly Worker[],
  { colleague, pans, tablets }: { colleague: Person; pans: number; tablets: number },
): Promise<unknown> {
  const { isFree, claim } = openTasks(simulation)
  let isFirst = true

  const cook =
    (person: Person, { id, status }: Order) =>
    async () => {
      if (status === 'pending') {
        await simulation.wait(simulation.random())
        const actors = isFirst
          ? Array<Person>(tablets).fill(person)
          : simulation.random() < 0.15
            ? [person, colleague]
            : [person]
        isFirst = false
        if (!(await simulation.actTogether(actors, `/api/orders/${id}/preparation`))) return
      }
      await simulation.wait(5 + simulation.random() * 8)
      await simulation.actTogether(
        simulation.random() < 0.1 ? [person, colleague] : [person],
        `/api/orders/${id}/readiness`,
      )
    }

  const next = ({ person, screen }: Worker): Action | undefined => {
    for (const order of screen.shown.values()) {
      const isPaid = order.payment === 'found' || order.payment === 'over'
      const isToCook = (order.status === 'pending' && isPaid) || order.status === 'preparing'
      if (isToCook && isFree(order.id) && simulation.placed.has(order.id)) return claim(order.id, cook(person, order))
    }
    return undefined
  }
  const workers = cooks.flatMap((worker) => Array<Worker>(pans).fill(worker))
  return Promise.all(workers.map((worker) => workThrough(simulation, worker.screen, () => next(worker))))
}

/** Riders deliver ready orders, several at a time. */
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
    const path = `/api/deliveries/${id}`
    const left = await simulation.send(person, 'POST', `${path}/pick-up`, {})
    if (!('body' in left)) return
    await simulation.wait(3 + simulation.random() * 5)
    if (scenario.handover === 'does not open' && !attempted.has(id)) {
      attempted.add(id)
      await simulation.send(person, 'POST', `${path}/failure`, { reason: 'Nobody opened' })
      return
    }
    const code = order.deliveryCode ?? ''
    const wrong = code === '0000' ? '1111' : '0000'
    if (scenario.handover === 'says a wrong code first')
      await simulation.send(person, 'POST', `${path}/handover`, { code: wrong })
    await simulation.send(person, 'POST', `${path}/handover`, { code })
  }

  const next = ({ person, screen }: Rider): Action | undefined => {
    for (const { id, deliveryStatus, status } of screen.shown.values()) {
      const what = `${id} ${person.id}`
      if (deliveryStatus === 'assigned' && status === 'ready' && isFree(what)) return claim(what, deliver(person, id))
    }
    return undefined
  }
  const workers = riders.flatMap((rider) => Array<Rider>(bags).fill(rider))
  return Promise.all(workers.map((rider) => workThrough(simulation, rider.screen, () => next(rider))))
}

/** The owner's actions: a low stock count, a sold-out dish, rush mode, a pause. */
export async function manage(
  simulation: Simulation,
  owner: Person,
  { dishes, portions }: { dishes: readonly string[]; portions: number },
): Promise<void> {
  const dish = (index: number, change: object) =>
    simulation.send(owner, 'PATCH', `/api/menu-items/${dishes[index]}`, change)
  const kitchenLoad = (change: object) => simulation.send(owner, 'PATCH', '/api/kitchen-load', change)
  const plan: readonly (readonly [minute: number, entry: Action])[] = [
    [0, () => dish(counted, { portions })],
    [15, () => kitchenLoad({ rushMinutes: 20 })],
    [18, () => dish(switched, { available: false })],
    [26, () => dish(switched, { available: true })],
    [30, () => kitchenLoad({ paused: 'The kitchen is full. We take orders again in a few minutes.' })],
    [33, () => kitchenLoad({ paused: null })],
    [45, () => kitchenLoad({ rushMinutes: 0 })],
  ]
  for (const [minute, entry] of plan) {
    await simulation.wait(minute - simulation.minutesNow())
    await entry()
  }
}
