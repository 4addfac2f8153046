import { useEffect, useEffectEvent, useRef } from 'react'
import type { DeskOrder } from '#contract/order/orders.ts'
import type { Delivery } from '#contract/order/riders.ts'
import { whenAnswered, whenSettled } from './outbox.ts'
import type { Answer, Entry, QueuedAction } from './queue.ts'
import { useOutbox } from './use-outbox.ts'

export type ActionEntry = Entry & { readonly write: QueuedAction }

const none: readonly never[] = []

/**
 * Returns the queued and refused actions of this account, or only those on the order `id`. Returns the same array until
 * one of these actions changes, so that a board with hundreds of cards renders only the changed cards.
 */
export function useQueuedActions(account: string, id?: string): readonly ActionEntry[] {
  const last = useRef<readonly ActionEntry[]>(none)
  return useOutbox(account, (entries) => {
    const own = (entries ?? none).filter(isAction).filter(({ write }) => id === undefined || write.id === id)
    const isSame = own.length === last.current.length && own.every((entry, index) => entry === last.current[index])
    if (!isSame) last.current = own
    return last.current
  })
}

type Listeners<Answered extends Answer> = {
  /** Called before the action leaves the queue. */
  readonly onAnswer: (entry: ActionEntry, answer: Answered) => void
  readonly onRefused: (entry: ActionEntry) => void
}

/**
 * Calls the listeners with the server's answers to queued actions. An answer is an order for staff and a delivery for a
 * rider.
 */
export function useActionAnswers<Answered extends DeskOrder | Delivery>(listeners: Listeners<Answered>): void {
  const onAnswer = useEffectEvent((entry: Entry, answer: Answer) => {
    if (isAction(entry)) listeners.onAnswer(entry, answer as Answered)
  })
  const onRefused = useEffectEvent((entry: Entry) => {
    if (isAction(entry)) listeners.onRefused(entry)
  })
  useEffect(() => {
    const stops = [
      whenAnswered((entry, answer) => onAnswer(entry, answer)),
      whenSettled((entry, outcome) => outcome.type === 'refused' && onRefused(entry)),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
}

function isAction(entry: Entry): entry is ActionEntry {
  return entry.write.kind === 'action'
}
