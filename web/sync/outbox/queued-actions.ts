import { useEffect, useEffectEvent } from 'react'
import { whenAnswered, whenSettled } from './outbox.ts'
import type { Answer, Entries, Entry, Tap } from './queue.ts'
import { useOutbox } from './use-outbox.ts'

export type TapEntry = Entry & { readonly write: Tap }

const none: readonly TapEntry[] = []

/** What this account has tapped and the restaurant has not answered yet, or has refused; with `id`, of one order. */
export function useTaps(account: string, of: Tap['of'], id?: string): readonly TapEntry[] {
  const entries = useOutbox(account)
  return entries ? tapsAmong(entries, of, id) : none
}

function tapsAmong(entries: Entries, of: Tap['of'], id?: string): TapEntry[] {
  return entries.filter((entry) => isTap(entry, of)).filter(({ write }) => id === undefined || write.id === id)
}

type Answers = {
  /** Before the tap leaves the line. */
  readonly onAnswer: (tap: TapEntry, answer: Answer) => void
  readonly onRefused: (tap: TapEntry) => void
}

/** Hears what the restaurant says to taps that this page sends. */
export function useTapAnswers(of: Tap['of'], answers: Answers): void {
  const onAnswer = useEffectEvent((entry: Entry, answer: Answer) => {
    if (isTap(entry, of)) answers.onAnswer(entry, answer)
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

function isTap(entry: Entry, of: Tap['of']): entry is TapEntry {
  return entry.write.kind === 'tap' && entry.write.of === of
}
