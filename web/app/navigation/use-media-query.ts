import { useBrowserValue } from '#web/app/start-up/hydrated.ts'

let list: MediaQueryList | undefined

/** Whether the screen is wide at this moment, as `lg:` in the style sheet. In the browser alone. */
export function isWide(): boolean {
  return wide().matches
}

/** The same, also when the screen is turned. Reads as narrow until the page is hydrated. */
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
