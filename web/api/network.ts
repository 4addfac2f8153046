import { useSyncExternalStore } from 'react'

/** Whether the live connection has found nobody for a while: a phone that sees a network may still not reach us. */
let lost = false
const listeners = new Set<() => void>()

export function tellLost(now: boolean): void {
  if (now === lost) return
  lost = now
  for (const listener of listeners) listener()
}

/** Whether there is no use in asking the restaurant for anything. */
export function isOffline(): boolean {
  // The server has no such thing as a network that may be gone.
  return lost || navigator.onLine === false
}

export function onNetworkChange(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

export function useOffline(): boolean {
  return useSyncExternalStore(onNetworkChange, isOffline, () => false)
}
