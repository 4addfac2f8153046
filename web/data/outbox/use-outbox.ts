import { useEffect, useSyncExternalStore } from 'react'
import { entries, setAccount, watch } from './outbox.ts'
import type { Entries } from './queue.ts'

/** Returns the queued and refused writes of this account; undefined until they have been read. */
export function useOutbox(account: string): Entries | undefined
/** Returns the result of `select`. The component renders only when the result changes. */
export function useOutbox<Selected>(account: string, select: (entries: Entries | undefined) => Selected): Selected
export function useOutbox<Selected>(account: string, select?: (entries: Entries | undefined) => Selected) {
  useEffect(() => setAccount(account), [account])
  const read = (now: Entries | undefined) => (select ? select(now) : now)
  return useSyncExternalStore(
    watch,
    () => read(entries()),
    () => read(undefined),
  )
}
