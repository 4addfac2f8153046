import type { Entries, Entry, Tap } from './queue.ts'
import { useOutbox } from './use-outbox.ts'

export type TapEntry = Entry & { readonly deed: Tap }

const none: readonly TapEntry[] = []

/** What this account has tapped and the house has not answered yet, or has refused; with `id`, of one order. */
export function useTaps(account: string, of: Tap['of'], id?: string): readonly TapEntry[] {
  const entries = useOutbox(account)
  return entries ? tapsAmong(entries, of, id) : none
}

export function tapsAmong(entries: Entries, of: Tap['of'], id?: string): TapEntry[] {
  return entries.filter(
    (entry): entry is TapEntry =>
      entry.deed.kind === 'tap' && entry.deed.of === of && (id === undefined || entry.deed.id === id),
  )
}
