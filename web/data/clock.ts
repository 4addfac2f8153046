import { useSyncExternalStore } from 'react'
import { serverNow } from '#web/data/api/client.ts'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/**
 * Returns `select` of the current epoch milliseconds, computed every second; the component renders only when the value
 * changes. During hydration the value is `atHydration`, because the server's clock differs. Without `select` no timer
 * runs.
 */
export function useClock<Shown extends string>(
  select: ((now: number) => Shown) | undefined,
  atHydration: Shown | null = null,
): Shown | null {
  return useSyncExternalStore(
    select ? everySecond : never,
    () => (select ? select(serverNow()) : atHydration),
    () => atHydration,
  )
}

function never(): () => void {
  return () => {}
}

/** Calls the listener every second, by one timer for all components, so all cards change together. */
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
