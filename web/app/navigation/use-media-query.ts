import { useBrowserValue } from '#web/app/start-up/hydrated.ts'

let list: MediaQueryList | undefined

/** Returns true if the screen is at least as wide as `lg:` in the style sheet. Call this in the browser only. */
export function isWide(): boolean {
  return wide().matches
}

/** Returns `isWide` and renders again when it changes. Returns false until the page is hydrated. */
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
