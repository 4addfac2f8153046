import { useEffect, useEffectEvent, useRef } from 'react'
import type { DeskOrder } from '#contract/orders.ts'
import type { Delivery } from '#contract/riders.ts'
import { whenAnswered, whenSettled } from './outbox.ts'
import type { Answer, Entry, QueuedAction } from './queue.ts'
import { useOutbox } from './use-outbox.ts'

type Collection = QueuedAction['collection']

export type ActionEntry<Of extends Collection = Collection> = Entry & {
  readonly write: Extract<QueuedAction, { readonly collection: Of }>
}

const none: readonly never[] = []

/**
 * The queued and refused actions of this account; with `id`, those on one order. Where others change, the list stays the same
 * and its component is not rendered: a board shows hundreds of orders.
 */
export function useQueuedActions<Of extends Collection>(
  account: string,
  collection: Of,
  id?: string,
): readonly ActionEntry<Of>[] {
  const last = useRef<readonly ActionEntry<Of>[]>(none)
  return useOutbox(account, (entries) => {
    const own = (entries ?? none)
      .filter((entry) => isAction(entry, collection))
      .filter(({ write }) => id === undefined || write.id === id)
    const isSame = own.length === last.current.length && own.every((entry, index) => entry === last.current[index])
    if (!isSame) last.current = own
    return last.current
  })
}

type AnswerTo = { readonly orders: DeskOrder; readonly deliveries: Delivery }

type Listeners<Of extends Collection> = {
  /** Called before the action leaves the queue. */
  readonly onAnswer: (entry: ActionEntry<Of>, answer: AnswerTo[Of]) => void
  readonly onRefused: (entry: ActionEntry<Of>) => void
}

/** Listens to the server's answers to actions that this page sends. */
export function useActionAnswers<Of extends Collection>(collection: Of, listeners: Listeners<Of>): void {
  const onAnswer = useEffectEvent((entry: Entry, answer: Answer) => {
    if (isAction(entry, collection)) listeners.onAnswer(entry, answer as AnswerTo[Of])
  })
  const onRefused = useEffectEvent((entry: Entry) => {
    if (isAction(entry, collection)) listeners.onRefused(entry)
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

function isAction<Of extends Collection>(entry: Entry, collection: Of): entry is ActionEntry<Of> {
  return entry.write.kind === 'action' && entry.write.collection === collection
}
