import { useSyncExternalStore } from 'react'
import { serverNow } from '#web/data/api/client.ts'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/**
 * Returns a value of the current time, computed every second; the component renders only when the value changes. During
 * hydration it is `atHydration`, because the server's clock differs. `select` gets epoch milliseconds.
 */
export function useClock<Shown extends string>(
  select: (now: number) => Shown,
  atHydration: Shown | null = null,
): Shown | null {
  return useSyncExternalStore(
    everySecond,
    () => select(serverNow()),
    () => atHydration,
  )
}

/** A shared timer, so that all cards change together. */
function everySecond(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const each of listeners) each()
  }, 1000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
