import { useEffect, useEffectEvent } from 'react'
import { whenAnswered, whenSettled } from './outbox.ts'
import type { Answer, Entry, QueuedAction } from './queue.ts'
import { useOutbox } from './use-outbox.ts'

export type ActionEntry = Entry & { readonly write: QueuedAction }
type Collection = QueuedAction['collection']

const none: readonly ActionEntry[] = []

/** The queued and refused actions of this account; with `id`, those on one order. */
export function useQueuedActions(account: string, collection: Collection, id?: string): readonly ActionEntry[] {
  const entries = useOutbox(account)
  return (
    entries
      ?.filter((entry) => isAction(entry, collection))
      .filter(({ write }) => id === undefined || write.id === id) ?? none
  )
}

type Listeners = {
  /** Called before the action leaves the queue. */
  readonly onAnswer: (entry: ActionEntry, answer: Answer) => void
  readonly onRefused: (entry: ActionEntry) => void
}

/** Listens to the server's answers to actions that this page sends. */
export function useActionAnswers(collection: Collection, listeners: Listeners): void {
  const onAnswer = useEffectEvent((entry: Entry, answer: Answer) => {
    if (isAction(entry, collection)) listeners.onAnswer(entry, answer)
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

function isAction(entry: Entry, collection: Collection): entry is ActionEntry {
  return entry.write.kind === 'action' && entry.write.collection === collection
}
