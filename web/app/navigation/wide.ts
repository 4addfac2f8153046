import { useSyncExternalStore } from 'react'

let list: MediaQueryList | undefined

/** Whether the screen is wide, as `lg:` in the style sheet. Reads as narrow until the page is hydrated. */
export function useWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => wide().matches,
    () => false,
  )
}

function wide(): MediaQueryList {
  list ??= matchMedia('(width >= 64rem)')
  return list
}

function subscribe(listener: () => void): () => void {
  wide().addEventListener('change', listener)
  return () => wide().removeEventListener('change', listener)
}
