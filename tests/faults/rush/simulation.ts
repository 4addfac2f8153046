import { setTimeout as sleep } from 'node:timers/promises'
import type { Order } from '#contract/orders.ts'
import { type Person, Refused } from '../people.ts'
import type { Scenario } from './scenarios.ts'

/** Money that somebody sent, as the restaurant's bank shows it; or put on the counter. */
export type Transfer = {
  readonly orderId: string
  readonly amount: number
  readonly sessionId: string
  /** Whether the restaurant has it in its books. */
  isRecorded: boolean
  /** Whether somebody of the restaurant has it in hand. */
  isClaimed: boolean
}

/** What a customer says to the restaurant, over the counter or the phone. */
export type Call =
  | { readonly about: 'cancel' | 'fetch'; readonly id: string }
  | { readonly about: 'order'; readonly scenario: Scenario; readonly answer: (order: Order | undefined) => void }

export type Said<Body> = { readonly body: Body; readonly code?: undefined } | { readonly code: string }

export type Simulation = ReturnType<typeof openSimulation>

/** What all who are there share: the clock, the bank, the telephone. `speed` minutes pass in a minute. */
export function openSimulation({
  speed,
  random,
  durationOf,
}: {
  speed: number
  random: () => number
  durationOf: number
}) {
  const began = performance.now()
  const state = { isClosing: false }
  const refusals = new Map<string, number>()
  const placing: number[] = []
  const unexpected: string[] = []
  const placed = new Map<string, { readonly scenario: Scenario; readonly order: Order }>()
  const bank: Transfer[] = []
  const calls: Call[] = []
  const races = { pressed: 0, together: 0 }
  const minutesNow = () => ((performance.now() - began) / 60_000) * speed

  async function say<Body>(person: Person, method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) {
    try {
      return { body: (await person.send<Body>(method, path, body)).body } as Said<Body>
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      refusals.set(error.code, (refusals.get(error.code) ?? 0) + 1)
      return { code: error.code } as Said<Body>
    }
  }

  return {
    random,
    refusals,
    /** Milliseconds that each order took from the press to its answer. */
    placing,
    unexpected,
    /** What was answered to who ordered, by id. */
    placed,
    bank,
    /** Oldest first. */
    calls,
    races,
    minutesNow,
    /** Minutes of the simulation since a moment (ISO 8601). */
    minutesSince: (moment: string) => ((Date.now() - Date.parse(moment)) / 60_000) * speed,
    /** Minutes of the simulation. */
    wait: (minutes: number) => sleep((Math.max(0, minutes) * 60_000) / speed),
    /** Nobody comes any more, and everybody has what they came for. */
    close: () => {
      state.isClosing = true
    },
    isClosing: () => state.isClosing || minutesNow() > durationOf,
    isTooLate: () => minutesNow() > durationOf,
    /** A refusal is counted by its code. */
    say,
    /** Several press the same at the same moment: what the one who did it was answered. */
    actTogether: async (people: readonly Person[], path: string, body: object = {}): Promise<Order | undefined> => {
      const answers = await Promise.all(people.map((person) => say<Order>(person, 'POST', path, body)))
      const done = answers.flatMap((answer) => ('body' in answer ? [answer.body] : []))
      if (people.length > 1) {
        races.together++
        races.pressed += people.length
      }
      if (done.length > 1) unexpected.push(`${path}: ${done.length} of ${people.length} presses at once did it`)
      return done[0]
    },
    /** It is in the bank's record a little later. */
    transfer: (orderId: string, amount: number) => {
      const sessionId = `000015${String(bank.length).padStart(6, '0')}${orderId}`
      bank.push({ orderId, amount, sessionId, isRecorded: false, isClaimed: false })
    },
    /** Over the counter: it is in the books with the order. */
    payAtCounter: (orderId: string, amount: number) => {
      bank.push({ orderId, amount, sessionId: '', isRecorded: true, isClaimed: true })
    },
  }
}
