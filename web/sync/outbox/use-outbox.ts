import { useEffect, useSyncExternalStore } from 'react'
import { attend, entries, watch } from './outbox.ts'
import type { Entries } from './queue.ts'

/** What this account's customer has done and is not sent yet, or was refused. Undefined until it has been read. */
export function useOutbox(account: string): Entries | undefined {
  useEffect(() => attend(account), [account])
  return useSyncExternalStore(watch, entries, () => undefined)
}
