import { useEffect, useEffectEvent, useState } from 'react'
import type { Delivery } from '#contract/riders.ts'
import type { Trip } from '#domain/order.ts'
import { ApiFailure, post } from '#web/api.ts'
import { persisted, usePersisted } from '#web/persisted.ts'

/** Something a rider pressed, and when (ISO 8601). It is kept until the house has answered. */
export type Tap = {
  readonly rider: string
  readonly id: string
  readonly what: 'pick-up' | 'handover' | 'failure'
  readonly body: { readonly code?: string; readonly reason?: string }
  readonly at: string
}

/** Where a tap leads, once the house agrees. */
const leadsTo = { 'pick-up': 'out', handover: 'delivered', failure: 'failed' } as const satisfies Record<
  Tap['what'],
  Trip
>

/** Milliseconds. */
const tryAgainAfter = 8000

const store = persisted<readonly Tap[]>('taps', [], (stored) => (Array.isArray(stored) ? (stored as Tap[]) : undefined))

type Answers = {
  readonly onDone: (delivery: Delivery) => void
  /** The house said no; the tap is gone. */
  readonly onRefused: (tap: Tap, failure: ApiFailure) => void
}

/** What this rider pressed and the house has not heard yet: sent in order, again and again, until it is answered. */
export function useTaps(rider: string, answers: Answers) {
  const taps = usePersisted(store).filter((tap) => tap.rider === rider)
  const [stuck, setStuck] = useState(false)
  const waiting = taps.length

  const send = useEffectEvent(async () => {
    setStuck(!(await sendInOrder(rider, answers)))
  })

  useEffect(() => {
    if (waiting === 0) return
    const again = () => void send()
    again()
    const timer = setInterval(again, tryAgainAfter)
    addEventListener('online', again)
    return () => {
      clearInterval(timer)
      removeEventListener('online', again)
    }
  }, [waiting])

  return {
    taps,
    /** The last try found no network. */
    stuck: waiting > 0 && stuck,
    press(tap: Pick<Tap, 'id' | 'what' | 'body'>) {
      store.set((before) => [...before, { ...tap, rider, at: new Date().toISOString() }])
    },
  }
}

let sending = false

/**
 * Sends the first, then the next; false where there was no answer. The house takes each once, however often it comes, so
 * a lost answer or a second tab does no harm.
 */
async function sendInOrder(rider: string, { onDone, onRefused }: Answers): Promise<boolean> {
  if (sending) return true
  sending = true
  const next = () => store.get().find((tap) => tap.rider === rider)
  try {
    for (let tap = next(); tap; tap = next()) {
      const { id, what, body, at } = tap
      try {
        onDone(await post<Delivery>(`/api/deliveries/${id}/${what}`, { ...body, at }))
      } catch (error) {
        if (!(error instanceof ApiFailure) || !isFinal(error)) return false
        onRefused(tap, error)
      }
      store.set((before) => before.filter((other) => other.at !== at || other.id !== id))
    }
    return true
  } finally {
    sending = false
  }
}

/** Signed out, or a house in trouble: what was pressed may still be good. */
function isFinal({ problem }: ApiFailure): boolean {
  return problem.status < 500 && problem.status !== 401 && problem.status !== 429
}

/** How a delivery stands if all that waits is agreed to. */
export function tripAfter(delivery: Delivery, taps: readonly Tap[]): Trip {
  const last = taps.findLast(({ id }) => id === delivery.id)
  return last ? leadsTo[last.what] : delivery.trip
}
