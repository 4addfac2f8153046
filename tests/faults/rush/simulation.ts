import { setTimeout as sleep } from 'node:timers/promises'
import type { Order } from '#contract/order/orders.ts'
import { type Person, Refused } from '../people.ts'
import type { Channels } from './channels.ts'
import type { Scenario } from './scenarios.ts'

/** A payment that the bank shows, or one at the counter. */
export type Transfer = {
  readonly orderId: string
  readonly amount: number
  readonly sessionId: string
  isRecorded: boolean
  /** True while a cashier records this payment, and afterwards. */
  isClaimed: boolean
}

/** A request to the cashiers at the counter or by phone. */
export type Call =
  | { readonly about: 'cancel' | 'fetch'; readonly id: string }
  | { readonly about: 'order'; readonly scenario: Scenario; readonly answer: (order: Order | undefined) => void }

export type Reply<Body> = { readonly body: Body; readonly code?: undefined } | { readonly code: string }

export type Simulation = ReturnType<typeof openSimulation>

/** The clock, the bank and the phone shared by all participants. A real minute is `speed` simulated minutes. */
export function openSimulation({
  speed,
  random,
  durationOf,
  channels,
}: {
  speed: number
  random: () => number
  durationOf: number
  /** Undefined if WhatsApp is off and there is no printer. */
  channels?: Channels | undefined
}) {
  const began = performance.now()
  const state = { isClosing: false }
  const refusals = new Map<string, number>()
  const placing: number[] = []
  const unexpected: string[] = []
  const placed = new Map<string, { readonly scenario: Scenario; readonly order: Order }>()
  const bank: Transfer[] = []
  const calls: Call[] = []
  const races = { requests: 0, together: 0 }
  const waited = { actions: 0, orders: 0 }
  const minutesNow = () => ((performance.now() - began) / 60_000) * speed

  async function send<Body>(person: Person, method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) {
    try {
      return { body: (await person.send<Body>(method, path, body)).body } as Reply<Body>
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      refusals.set(error.code, (refusals.get(error.code) ?? 0) + 1)
      return { code: error.code } as Reply<Body>
    }
  }

  return {
    random,
    channels,
    refusals,
    /** Milliseconds from each request to place an order to its answer. */
    placing,
    unexpected,
    placed,
    bank,
    calls,
    races,
    /** Entries queued at tablets without a network. */
    waited,
    minutesNow,
    /** Simulated minutes since a moment (ISO 8601). */
    minutesSince: (moment: string) => ((Date.now() - Date.parse(moment)) / 60_000) * speed,
    /** Waits for this many simulated minutes. */
    wait: (minutes: number) => sleep((Math.max(0, minutes) * 60_000) / speed),
    /** Called once all scenarios are finished. */
    close: () => {
      state.isClosing = true
    },
    isClosing: () => state.isClosing || minutesNow() > durationOf,
    isTooLate: () => minutesNow() > durationOf,
    send,
    /** Sends the same action from several people at the same moment, and returns the successful answer. */
    actTogether: async (
      people: readonly Person[],
      path: string,
      body: object = {},
      /** Collects the codes of the refusals. */
      codes: string[] = [],
    ): Promise<Order | undefined> => {
      const answers = await Promise.all(people.map((person) => send<Order>(person, 'POST', path, body)))
      const done = answers.flatMap((answer) => ('body' in answer ? [answer.body] : []))
      codes.push(...answers.flatMap(({ code }) => code ?? []))
      if (people.length > 1) {
        races.together++
        races.requests += people.length
      }
      if (done.length > 1)
        unexpected.push(`${path}: ${done.length} of ${people.length} simultaneous requests succeeded`)
      return done[0]
    },
    /** Sends a transfer, which the bank shows and a cashier has to record. */
    transfer: (orderId: string, amount: number) => {
      const sessionId = `000015${String(bank.length).padStart(6, '0')}${orderId}`
      bank.push({ orderId, amount, sessionId, isRecorded: false, isClaimed: false })
    },
    /** Adds a payment at the counter, which was recorded with its order. */
    payAtCounter: (orderId: string, amount: number) => {
      bank.push({ orderId, amount, sessionId: '', isRecorded: true, isClaimed: true })
    },
  }
}
