import type { Order } from '#contract/order/orders.ts'
import type { Quote, QuoteRequestBody } from '#contract/order/quotes.ts'
import type { Person } from '../people.ts'
import { counted, type Scenario, switched } from './scenarios.ts'
import type { Screen } from './screen.ts'
import type { Simulation } from './simulation.ts'

export type Customer = { readonly person: Person; readonly screen: Screen }

export type CustomerResult = {
  readonly scenario: Scenario
  readonly order: Order | undefined
}

const mostTries = 20

const busy = new WeakMap<Person, Promise<unknown>>()

/**
 * Runs `entry` after the customer's earlier entries. A customer of several scenarios goes to payment in one scenario at
 * a time, because only the newest quote holds stock.
 */
function oneByOne<Result>(person: Person, entry: () => Promise<Result>): Promise<Result> {
  const done = (busy.get(person) ?? Promise.resolve()).then(entry, entry)
  busy.set(person, done)
  return done
}

/** Returns the scenario's lines; `isOrdinary` leaves out dishes that may be sold out. */
export function linesOf(
  { dishes: wanted, note }: Scenario,
  dishes: readonly string[],
  isOrdinary: boolean,
): QuoteRequestBody['items'] {
  return wanted.map(({ dish, quantity }) => {
    const isScarce = dish === counted || dish === switched
    return { itemId: dishes[isScarce && isOrdinary ? 2 : dish] ?? '', selection: {}, quantity, chefComment: note }
  })
}

export const isFinished = ({ status }: Order) => status === 'completed' || status === 'cancelled'

/**
 * Runs a scenario from the quote until order and payment are settled. An order at the counter is followed on `board`.
 */
export async function runScenario(
  simulation: Simulation,
  scenario: Scenario,
  customer: Customer | undefined,
  board: Screen,
  dishes: readonly string[],
): Promise<CustomerResult> {
  await simulation.wait(scenario.at - simulation.minutesNow())
  const order =
    scenario.channel === 'web' && customer
      ? await orderOnline(simulation, scenario, customer, dishes)
      : await orderAtCounter(simulation, scenario)
  if (!order) return { scenario, order }
  const isTransfer = scenario.channel !== 'walk-in'
  if (isTransfer) transferAtFirst(simulation, scenario, order)
  const last = await follow(simulation, scenario, order, customer)(customer?.screen ?? board)
  return { scenario, order: last }
}

async function orderOnline(
  simulation: Simulation,
  scenario: Scenario,
  { person }: Customer,
  dishes: readonly string[],
): Promise<Order | undefined> {
  let isOrdinary = false
  for (let tries = 1; tries <= mostTries; tries++) {
    const lines = linesOf(scenario, dishes, isOrdinary)
    const { quote, startedAt, answer, second } = await oneByOne(person, async () => {
      const quote = await simulation.send<Quote>(person, 'POST', '/api/quotes', {
        lines,
        deliveryMethod: scenario.deliveryMethod,
      })
      const startedAt = performance.now()
      const place = async () =>
        'body' in quote
          ? await simulation.send<Order>(person, 'POST', '/api/orders', { quoteId: quote.body.id })
          : quote
      const [answer, second = answer] = await Promise.all(scenario.submitsTwice ? [place(), place()] : [place()])
      return { quote, startedAt, answer, second }
    })
    if (answer && 'body' in answer) {
      simulation.placing.push(performance.now() - startedAt)
      const isSame = second && 'body' in second && second.body.orderId === answer.body.orderId
      if (!isSame) simulation.unexpected.push(`${scenario.note}: a second request got another answer`)
      simulation.placed.set(answer.body.orderId, { scenario, order: answer.body })
      await simulation.channels?.openConversation(person, answer.body.orderId)
      return answer.body
    }
    // The customer may have paid for the quote, so the order must be placed.
    if ('body' in quote) simulation.unexpected.push(`${scenario.note}: had a quote and was refused: ${answer?.code}`)
    isOrdinary ||= answer?.code !== 'ordering-paused'
    await simulation.wait(1)
  }
  return undefined
}

async function orderAtCounter(simulation: Simulation, scenario: Scenario): Promise<Order | undefined> {
  for (let tries = 1; tries <= 3; tries++) {
    const order = await new Promise<Order | undefined>((answer) => {
      simulation.calls.push({
        about: 'order',
        scenario: tries === 1 ? scenario : { ...scenario, dishes: ordinary(scenario) },
        answer,
      })
    })
    if (order) return order
  }
  return undefined
}

function ordinary({ dishes }: Scenario): Scenario['dishes'] {
  return dishes.map(({ dish, quantity }) => ({ dish: Math.max(2, dish), quantity }))
}

function transferAtFirst(
  simulation: Simulation,
  { payment }: Scenario,
  { orderId: id, totalAmount: total }: Order,
): void {
  if (payment === 'sends late' || payment === 'never sends') return
  const half = payment === 'sends half' || payment === 'sends half and gives up'
  simulation.transfer(id, half ? Math.floor(total / 2) : payment === 'sends too much' ? total + 500 : total)
}

/** Watches the order on a screen and acts by the scenario until both order and payment are settled. */
function follow(
  simulation: Simulation,
  scenario: Scenario,
  { orderId: id, totalAmount: total }: Order,
  customer: Customer | undefined,
) {
  const said = new Set<string>()
  const once = (what: string, isDue: boolean, act: () => Promise<unknown>) => {
    if (!isDue || said.has(what)) return
    said.add(what)
    void simulation
      .wait(scenario.delay)
      .then(act)
      .catch((error: Error) => simulation.unexpected.push(error.message))
  }
  const call = (about: 'cancel' | 'fetch') => async () => void simulation.calls.push({ about, id })
  const sendRest = (received: number) => async () => {
    if (customer) await simulation.send(customer.person, 'POST', `/api/orders/${id}/claim-again`, {})
    simulation.transfer(id, total - received)
  }

  return async (screen: Screen): Promise<Order | undefined> => {
    const cancelsAt = simulation.minutesNow() + 3 + simulation.random() * 25
    for (;;) {
      const order = screen.shown.get(id)
      if (order) {
        const { payment } = scenario
        once('rest', payment === 'sends half' && order.payment === 'short', sendRest(order.received))
        once('rest', payment === 'sends late' && order.payment === 'not-found', sendRest(0))
        const givesUp =
          payment === 'sends half and gives up' ? 'short' : payment === 'never sends' ? 'not-found' : undefined
        once('cancel', order.payment === givesUp, call('cancel'))
        const isRegretted = payment === 'changes their mind' && simulation.minutesNow() > cancelsAt
        once('cancel', isRegretted && !isFinished(order), call('cancel'))
        once('fetch', order.deliveryMethod === 'pick-up' && order.status === 'ready', call('fetch'))
        // Wait until the screen shows the payment, which may be recorded after the order has ended.
        const sent = simulation.bank
          .filter(({ orderId }) => orderId === id)
          .reduce((sum, { amount }) => sum + amount, 0)
        const waitsForMoney = order.owed > 0 && scenario.isRefunded
        if (isFinished(order) && order.received === sent && !waitsForMoney) return order
      }
      if (simulation.isTooLate()) return order
      await Promise.race([screen.changed(), simulation.wait(1)])
    }
  }
}
