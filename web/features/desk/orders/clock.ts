import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/**
 * Something that the passing time decides, looked at every second; it draws anew only when it has changed. Null while
 * the page is being taken over, because the server's clock is not this one. `select` gets epoch milliseconds.
 */
export function useClock<Shown extends string>(select: (now: number) => Shown): Shown | null {
  return useSyncExternalStore(
    everySecond,
    () => select(Date.now()),
    () => null,
  )
}

/** One timer for all cards, so that their figures turn together. */
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
