import { useBrowserValue } from '#web/app/start-up/hydrated.ts'

let list: MediaQueryList | undefined

/** Returns true on a wide screen, by the width of `lg:` in the style sheet. Browser only. */
export function isWide(): boolean {
  return wide().matches
}

/** Like `isWide`, and follows changes of the width. Returns false until the page is hydrated. */
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
