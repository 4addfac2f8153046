import type { Order } from '#contract/orders.ts'
import type { Quote } from '#contract/quotes.ts'
import type { Delivery } from '#contract/riders.ts'
import type { Person } from '../people.ts'
import { isFinished, linesOf } from './guests.ts'
import type { Call, Night, Transfer } from './night.ts'
import type { Screen } from './screen.ts'
import { counted, type Story, switched } from './stories.ts'

/** One of the restaurant with a tablet or a phone before them. */
export type Worker<Shown = Screen> = { readonly person: Person; readonly screen: Shown }
export type Rider = Worker<Screen<Delivery>>

type Action = () => Promise<unknown>

/** Minutes after which a claim is looked for in vain. */
const bankPatience = 4

/** One thing after the other, until the night is over and nothing is left to do. */
async function keepBusy(night: Night, screen: Pick<Screen, 'changed'>, next: () => Action | undefined): Promise<void> {
  while (!night.isTooLate()) {
    const entry = next()
    if (entry) await entry().catch((error: Error) => night.surprises.push(error.message))
    else if (night.isClosing()) return
    else await Promise.race([screen.changed(), night.wait(0.5)])
  }
}

/** What is in somebody's hands, so that colleagues take up something else. */
function openHands(night: Night) {
  const held = new Set<string>()
  return {
    isFree: (what: string) => !held.has(what),
    hold: (what: string, entry: Action): Action => {
      held.add(what)
      return async () => {
        await entry()
        // Until the screen shows what came of it, nobody takes it up again.
        await night.wait(0.3)
        held.delete(what)
      }
    },
  }
}

/** Cashiers take orders by phone, look for transfers, give orders to riders and pay back. `colleague` presses too, at times. */
export function openDesk(
  night: Night,
  cashiers: readonly Worker[],
  {
    colleague,
    riders,
    dishes,
    phoneOf,
    account,
  }: {
    colleague: Person
    riders: readonly Person[]
    dishes: readonly string[]
    phoneOf: (story: Story) => string
    /** Where transfers arrive. */
    account: string
  },
): Promise<unknown> {
  const { isFree, hold } = openHands(night)
  const pressers = (person: Person) => (night.random() < 0.15 ? [person, colleague] : [person])
  let slips = 0

  const takeDown = async (person: Person, { story, answer }: Extract<Call, { about: 'order' }>) => {
    const { channel, deliveryMethod, guest } = story
    const quote = await night.say<Quote>(person, 'POST', '/api/desk/quotes', {
      lines: linesOf(story, dishes, false),
      channel,
      deliveryMethod,
      // A customer who is known has their own address.
      ...(deliveryMethod === 'delivery' &&
        guest === undefined && { deliveryAddress: '4 Ember Street', locationId: 'ikoyi' }),
      ...(channel === 'phone' && { customerName: 'Kunle', customerPhone: phoneOf(story) }),
    })
    if (!('body' in quote)) return answer(undefined)
    const { id, total } = quote.body
    slips++
    const overCounter = night.random() < 0.5 ? { method: 'cash' } : { method: 'card', reference: `SLIP ${id} ${slips}` }
    const payment = channel === 'phone' ? { method: 'transfer' } : { ...overCounter, amount: total }
    const pressed = performance.now()
    const placed = await night.say<Order>(person, 'POST', '/api/desk/orders', { quoteId: id, payment })
    if (!('body' in placed)) return answer(undefined)
    night.placing.push(performance.now() - pressed)
    night.placed.set(id, { story, order: placed.body })
    if (channel === 'walk-in') night.till(id, total)
    answer(placed.body)
  }

  const confirm = async (person: Person, screen: Screen, transfer: Transfer) => {
    const { orderId, amount, sessionId } = transfer
    const order = screen.shown.get(orderId)
    const isExtra = order && (isFinished(order) || order.payment === 'found' || order.payment === 'over')
    const record = { accountId: account, amount, sender: 'ADA OBI', sessionId, ...(isExtra && { extra: true }) }
    const done = await night.pressTogether(pressers(person), `/api/orders/${orderId}/payment-confirmation`, record)
    transfer.isRecorded = done !== undefined
    transfer.isTaken = transfer.isRecorded
  }

  const answerCall = async (person: Person, call: Call) => {
    if (call.about === 'order') await takeDown(person, call)
    else if (call.about === 'fetch') await night.pressTogether(pressers(person), `/api/orders/${call.id}/completion`)
    else await night.say(person, 'POST', `/api/orders/${call.id}/cancellation`, { reason: 'The customer called' })
  }

  const sendRider = (person: Person, order: Order) => async () => {
    const from = order.assignedRider?.id
    const others = riders.filter(({ id }) => id !== from)
    const riderId = others[Math.floor(night.random() * others.length)]?.id ?? from
    const path = `/api/orders/${order.id}/rider`
    return night.pressTogether(pressers(person), from ? `${path}-change` : path, from ? { riderId, from } : { riderId })
  }

  const next = ({ person, screen }: Worker): Action | undefined => {
    const call = night.calls.shift()
    if (call) return () => answerCall(person, call)
    const transfer = night.bank.find(({ isTaken, orderId }) => !isTaken && screen.shown.has(orderId))
    if (transfer) {
      transfer.isTaken = true
      return async () => {
        await night.wait(0.1 + night.random() * 0.2)
        await confirm(person, screen, transfer)
      }
    }
    for (const order of screen.shown.values()) {
      const story = night.placed.get(order.id)?.story
      if (!story || !isFree(order.id)) continue
      const { id, deliveryStatus, status, payment, owed } = order
      const isPast = night.minutesSince(order.claimedAt) > bankPatience
      if (
        payment === 'claimed' &&
        !isFinished(order) &&
        isPast &&
        !night.bank.some(({ orderId, isRecorded }) => orderId === id && !isRecorded)
      ) {
        return hold(id, () => night.say(person, 'POST', `/api/orders/${id}/missing-transfer`, {}))
      }
      const isCarried = status === 'ready' || status === 'preparing'
      if (isCarried && (deliveryStatus === 'unassigned' || deliveryStatus === 'failed'))
        return hold(id, sendRider(person, order))
      if (isFinished(order) && owed > 0 && story.isRefunded) {
        return hold(id, () =>
          night.say(person, 'POST', `/api/orders/${id}/refund`, {
            method: 'transfer',
            amount: owed,
            reference: `REFUND ${id} ${owed}`,
          }),
        )
      }
    }
    return undefined
  }
  return Promise.all(cashiers.map((cashier) => keepBusy(night, cashier.screen, () => next(cashier))))
}

/** Cooks start what is paid and bump what is done. The first order of the night is started on `tablets` at the same moment. */
export function openKitchen(
  night: Night,
  cooks: readonly Worker[],
  { colleague, pans, tablets }: { colleague: Person; pans: number; tablets: number },
): Promise<unknown> {
  const { isFree, hold } = openHands(night)
  let isFirst = true

  const cook =
    (person: Person, { id, status }: Order) =>
    async () => {
      if (status === 'pending') {
        await night.wait(night.random())
        const pressers = isFirst
          ? Array<Person>(tablets).fill(person)
          : night.random() < 0.15
            ? [person, colleague]
            : [person]
        isFirst = false
        if (!(await night.pressTogether(pressers, `/api/orders/${id}/preparation`))) return
      }
      await night.wait(5 + night.random() * 8)
      await night.pressTogether(night.random() < 0.1 ? [person, colleague] : [person], `/api/orders/${id}/readiness`)
    }

  const next = ({ person, screen }: Worker): Action | undefined => {
    for (const order of screen.shown.values()) {
      const isPaid = order.payment === 'found' || order.payment === 'over'
      const isToCook = (order.status === 'pending' && isPaid) || order.status === 'preparing'
      if (isToCook && isFree(order.id) && night.placed.has(order.id)) return hold(order.id, cook(person, order))
    }
    return undefined
  }
  const hands = cooks.flatMap((worker) => Array<Worker>(pans).fill(worker))
  return Promise.all(hands.map((worker) => keepBusy(night, worker.screen, () => next(worker))))
}

/** Riders bring what stands ready, several orders on a ride. */
export function openRoad(night: Night, riders: readonly Rider[], { bags }: { bags: number }): Promise<unknown> {
  const { isFree, hold } = openHands(night)
  const unheard = new Set<string>()

  const bring = (person: Person, id: string) => async () => {
    const { story, order } = night.placed.get(id) ?? {}
    if (!story || !order) return
    const path = `/api/deliveries/${id}`
    const left = await night.say(person, 'POST', `${path}/pick-up`, {})
    if (!('body' in left)) return
    await night.wait(3 + night.random() * 5)
    if (story.door === 'does not hear the bell' && !unheard.has(id)) {
      unheard.add(id)
      await night.say(person, 'POST', `${path}/failure`, { reason: 'Nobody opened' })
      return
    }
    const code = order.deliveryCode ?? ''
    const wrong = code === '0000' ? '1111' : '0000'
    if (story.door === 'says a wrong code first') await night.say(person, 'POST', `${path}/handover`, { code: wrong })
    await night.say(person, 'POST', `${path}/handover`, { code })
  }

  const next = ({ person, screen }: Rider): Action | undefined => {
    for (const { id, deliveryStatus, status } of screen.shown.values()) {
      const what = `${id} ${person.id}`
      if (deliveryStatus === 'assigned' && status === 'ready' && isFree(what)) return hold(what, bring(person, id))
    }
    return undefined
  }
  const hands = riders.flatMap((rider) => Array<Rider>(bags).fill(rider))
  return Promise.all(hands.map((rider) => keepBusy(night, rider.screen, () => next(rider))))
}

/** The owner's evening: few portions of one dish, another off for a while, a rush, a pause. */
export async function manage(
  night: Night,
  owner: Person,
  { dishes, portions }: { dishes: readonly string[]; portions: number },
): Promise<void> {
  const dish = (index: number, change: object) => night.say(owner, 'PATCH', `/api/menu-items/${dishes[index]}`, change)
  const kitchenLoad = (change: object) => night.say(owner, 'PATCH', '/api/kitchen-load', change)
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
    await night.wait(minute - night.minutesNow())
    await entry()
  }
}
