import { useEffect, useSyncExternalStore } from 'react'
import { entries, setAccount, watch } from './outbox.ts'
import type { Entries } from './queue.ts'

/** The queued and refused writes of this account; undefined until they have been read. */
export function useOutbox(account: string): Entries | undefined {
  useEffect(() => setAccount(account), [account])
  return useSyncExternalStore(watch, entries, () => undefined)
}
