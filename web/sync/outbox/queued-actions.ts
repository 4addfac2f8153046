import { useEffect, useEffectEvent } from 'react'
import type { Order } from '#contract/orders.ts'
import type { Delivery } from '#contract/riders.ts'
import { whenAnswered, whenSettled } from './outbox.ts'
import type { Answer, Entries, Entry, Tap } from './queue.ts'
import { useOutbox } from './use-outbox.ts'

export type TapEntry<Of extends Tap['of'] = Tap['of']> = Entry & { readonly write: Extract<Tap, { readonly of: Of }> }

const none: readonly never[] = []

/** What this account has tapped and the restaurant has not answered yet, or has refused; with `id`, of one order. */
export function useTaps<Of extends Tap['of']>(account: string, of: Of, id?: string): readonly TapEntry<Of>[] {
  const entries = useOutbox(account)
  return entries ? tapsAmong(entries, of, id) : none
}

function tapsAmong<Of extends Tap['of']>(entries: Entries, of: Of, id?: string): TapEntry<Of>[] {
  return entries.filter((entry) => isTap(entry, of)).filter(({ write }) => id === undefined || write.id === id)
}

type AnswerTo = { readonly orders: Order; readonly deliveries: Delivery }

type Answers<Of extends Tap['of']> = {
  /** Before the tap leaves the line. */
  readonly onAnswer: (tap: TapEntry<Of>, answer: AnswerTo[Of]) => void
  readonly onRefused: (tap: TapEntry<Of>) => void
}

/** Hears what the restaurant says to taps that this page sends. */
export function useTapAnswers<Of extends Tap['of']>(of: Of, answers: Answers<Of>): void {
  const onAnswer = useEffectEvent((entry: Entry, answer: Answer) => {
    if (isTap(entry, of)) answers.onAnswer(entry, answer as AnswerTo[Of])
  })
  const onRefused = useEffectEvent((entry: Entry) => {
    if (isTap(entry, of)) answers.onRefused(entry)
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

function isTap<Of extends Tap['of']>(entry: Entry, of: Of): entry is TapEntry<Of> {
  return entry.write.kind === 'tap' && entry.write.of === of
}
