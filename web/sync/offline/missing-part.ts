import { isOffline } from '#web/api/network.ts'

/** Milliseconds. Whatever is wrong, no page is loaded over and over. */
const pause = 60_000
const key = 'reloaded-for-a-part'

/**
 * Parts of a page come when they are wanted, and the server has only those of its own build: a page that was open while
 * the restaurant was updated may ask for one that is gone. Then it is time for the new version; `onOutdated` has it.
 */
export function watchMissingParts(onOutdated: () => void): () => void {
  async function look(event: Event) {
    if (isOffline()) return
    const part = /\/assets\/[\w.-]+/.exec(String((event as VitePreloadErrorEvent).payload))?.[0]
    // A network that drops is no new version: the server has to say that it is gone.
    const answer = part && (await fetch(part, { method: 'HEAD' }).catch(() => undefined))
    if (answer && answer.status === 404) onOutdated()
  }
  addEventListener('vite:preloadError', look)
  return () => removeEventListener('vite:preloadError', look)
}

type VitePreloadErrorEvent = Event & { readonly payload: Error }

/** Loads the page anew, in the version that the server has; not twice in a minute. */
export function reloadOnce(): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem(key) ?? 0) < pause) return false
    sessionStorage.setItem(key, String(Date.now()))
  } catch {
    return false
  }
  location.reload()
  return true
}
