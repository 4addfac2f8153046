import { useSyncExternalStore } from 'react'
import { minute } from '#domain/restaurant/lagos.ts'
import { serverNow } from '#web/data/api/client.ts'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/**
 * Calls `select` with the current epoch milliseconds every second, and returns the result. The component renders only
 * when the result changes. During hydration the result is `atHydration`, because the server rendered the page at
 * another time. Without `select` no timer runs.
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

/**
 * Returns the current minute in epoch milliseconds. The component renders when the minute changes, and when the first
 * answer of the server corrects the device's clock.
 */
export function useMinute(): number {
  return useSyncExternalStore(everySecond, thisMinute, thisMinute)
}

function thisMinute(): number {
  return Math.floor(serverNow() / minute) * minute
}

function never(): () => void {
  return () => {}
}

/** Calls the listener every second. One timer serves all components, so that all cards change at the same moment. */
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
