import { useBrowserValue } from '#web/app/start-up/hydrated.ts'

let list: MediaQueryList | undefined

/** Returns true where the screen is wide now, like `lg:` in the style sheet. Browser only. */
export function isWide(): boolean {
  return wide().matches
}

/** Follows the width of the screen. Reads as narrow until the page is hydrated. */
export function useWide(): boolean {
  return useBrowserValue(subscribe, isWide, false)
}

function wide(): MediaQueryList {
  list ??= matchMedia('(width >= 64rem)')
  return list
}

function subscribe(listener: () => void): () => void {
  wide().addEventListener('change', listener)
  return () => wide().removeEventListener('change', listener)
}
