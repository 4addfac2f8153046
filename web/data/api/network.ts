import { useSyncExternalStore } from 'react'

/**
 * True if the live connection has had no answer for a while. Browsers report 'online' even if the server cannot be
 * reached.
 */
let unreachable = false
const listeners = new Set<() => void>()

export function setUnreachable(now: boolean): void {
  if (now === unreachable) return
  unreachable = now
  for (const listener of listeners) listener()
}

export function isOffline(): boolean {
  // `onLine` is undefined on the server.
  return unreachable || navigator.onLine === false
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
