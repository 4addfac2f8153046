import type { Order } from '#contract/orders.ts'
import type { Quote, QuoteRequestBody } from '#contract/quotes.ts'
import type { Person } from '../people.ts'
import type { Night } from './night.ts'
import type { Screen } from './screen.ts'
import { counted, type Story, switched } from './stories.ts'

/** Somebody with an account and a phone to look at. */
export type Guest = { readonly person: Person; readonly phone: string; readonly screen: Screen }

export type Visit = {
  readonly story: Story
  /** Undefined for who went away without. */
  readonly order: Order | undefined
}

/** After so many tries somebody eats elsewhere. */
const mostTries = 20

const busy = new WeakMap<Person, Promise<unknown>>()

/** Somebody who is in several stories goes to payment in one after the other: of their offers only the newest holds. */
function oneByOne<Result>(person: Person, entry: () => Promise<Result>): Promise<Result> {
  const done = (busy.get(person) ?? Promise.resolve()).then(entry, entry)
  busy.set(person, done)
  return done
}

/** Lines of the dishes that a story wants; on a further try without what may be sold out. */
export function linesOf(
  { dishes: wanted, note }: Story,
  dishes: readonly string[],
  isOrdinary: boolean,
): QuoteRequestBody['lines'] {
  return wanted.map(({ dish, quantity }) => {
    const isScarce = dish === counted || dish === switched
    return { itemId: dishes[isScarce && isOrdinary ? 2 : dish] ?? '', selection: {}, quantity, note }
  })
}

export const isFinished = ({ status }: Order) => status === 'completed' || status === 'cancelled'

/** From the first look at the menu until the last word about the money. `screen` shows the guest's order to them. */
export async function visit(
  night: Night,
  story: Story,
  guest: Guest | undefined,
  board: Screen,
  dishes: readonly string[],
): Promise<Visit> {
  await night.wait(story.at - night.minutesNow())
  const order =
    story.channel === 'web' && guest
      ? await orderOnline(night, story, guest, dishes)
      : await orderAtCounter(night, story)
  if (!order) return { story, order }
  const isTransfer = story.channel !== 'walk-in'
  if (isTransfer) transferAtFirst(night, story, order)
  const last = await follow(night, story, order, guest)(guest?.screen ?? board)
  return { story, order: last }
}

async function orderOnline(
  night: Night,
  story: Story,
  { person }: Guest,
  dishes: readonly string[],
): Promise<Order | undefined> {
  let isOrdinary = false
  for (let tries = 1; tries <= mostTries; tries++) {
    const lines = linesOf(story, dishes, isOrdinary)
    const { quote, pressed, answer, second } = await oneByOne(person, async () => {
      const quote = await night.say<Quote>(person, 'POST', '/api/quotes', {
        lines,
        deliveryMethod: story.deliveryMethod,
      })
      const pressed = performance.now()
      const press = async () =>
        'body' in quote ? await night.say<Order>(person, 'POST', '/api/orders', { quoteId: quote.body.id }) : quote
      const [answer, second = answer] = await Promise.all(story.pressesTwice ? [press(), press()] : [press()])
      return { quote, pressed, answer, second }
    })
    if (answer && 'body' in answer) {
      night.placing.push(performance.now() - pressed)
      const isSame = second && 'body' in second && second.body.id === answer.body.id
      if (!isSame) night.surprises.push(`${story.note}: a second press was answered with something else`)
      night.placed.set(answer.body.id, { story, order: answer.body })
      return answer.body
    }
    // Who has an offer may have sent the money.
    if ('body' in quote) night.surprises.push(`${story.note}: had an offer, and was refused: ${answer?.code}`)
    isOrdinary ||= answer?.code !== 'ordering-paused'
    await night.wait(1)
  }
  return undefined
}

async function orderAtCounter(night: Night, story: Story): Promise<Order | undefined> {
  for (let tries = 1; tries <= 3; tries++) {
    const order = await new Promise<Order | undefined>((answer) => {
      night.calls.push({ about: 'order', story: tries === 1 ? story : { ...story, dishes: ordinary(story) }, answer })
    })
    if (order) return order
  }
  return undefined
}

function ordinary({ dishes }: Story): Story['dishes'] {
  return dishes.map(({ dish, quantity }) => ({ dish: Math.max(2, dish), quantity }))
}

function transferAtFirst(night: Night, { money }: Story, { id, total }: Order): void {
  if (money === 'sends late' || money === 'never sends') return
  const half = money === 'sends half' || money === 'sends half and gives up'
  night.transfer(id, half ? Math.floor(total / 2) : money === 'sends too much' ? total + 500 : total)
}

/** Watches the order on a screen and does what the story says, until there is nothing left to wait for. */
function follow(night: Night, story: Story, { id, total }: Order, guest: Guest | undefined) {
  const said = new Set<string>()
  const once = (what: string, isDue: boolean, act: () => Promise<unknown>) => {
    if (!isDue || said.has(what)) return
    said.add(what)
    void night
      .wait(story.slowness)
      .then(act)
      .catch((error: Error) => night.surprises.push(error.message))
  }
  const call = (about: 'cancel' | 'fetch') => async () => void night.calls.push({ about, id })
  const sendRest = (received: number) => async () => {
    if (guest) await night.say(guest.person, 'POST', `/api/orders/${id}/claim`, {})
    night.transfer(id, total - received)
  }

  return async (screen: Screen): Promise<Order | undefined> => {
    const cancelsAt = night.minutesNow() + 3 + night.random() * 25
    for (;;) {
      const order = screen.shown.get(id)
      if (order) {
        const { money } = story
        once('rest', money === 'sends half' && order.payment === 'short', sendRest(order.received))
        once('rest', money === 'sends late' && order.payment === 'not-found', sendRest(0))
        const givesUp =
          money === 'sends half and gives up' ? 'short' : money === 'never sends' ? 'not-found' : undefined
        once('cancel', order.payment === givesUp, call('cancel'))
        const isRegretted = money === 'changes their mind' && night.minutesNow() > cancelsAt
        once('cancel', isRegretted && !isFinished(order), call('cancel'))
        once('fetch', order.deliveryMethod === 'pick-up' && order.status === 'ready', call('fetch'))
        const isOpen = night.bank.some(({ orderId, isRecorded }) => orderId === id && !isRecorded)
        const waitsForMoney = order.owed > 0 && story.isRefunded
        if (isFinished(order) && !isOpen && !waitsForMoney) return order
      }
      if (night.isTooLate()) return order
      await Promise.race([screen.changed(), night.wait(1)])
    }
  }
}
