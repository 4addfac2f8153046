import { isOffline } from '#web/data/api/network.ts'

/** Milliseconds between two reloads: a fault that reloading does not cure must not repeat it endlessly. */
const pause = 60_000
const key = 'reloaded-for-a-part'

/**
 * How the names of pages' files end (vite.config.ts). The navigation loads the document of a page that is missing: a reload
 * would take its place, and the press would be lost.
 */
const page = '.page.js'

/**
 * Modules are loaded on demand, and the server has only those of its own build: a page that was open during an update may
 * request one that no longer exists. `onOutdated` is called then.
 */
export function watchMissingParts(onOutdated: () => void): () => void {
  async function onPreloadError(event: Event) {
    if (isOffline()) return
    const part = /\/assets\/[\w.-]+/.exec(String((event as VitePreloadErrorEvent).payload))?.[0]
    // A lost connection fails the same way; only a 404 means a new version.
    const answer = part && !part.endsWith(page) && (await fetch(part, { method: 'HEAD' }).catch(() => undefined))
    if (answer && answer.status === 404) onOutdated()
  }
  addEventListener('vite:preloadError', onPreloadError)
  return () => removeEventListener('vite:preloadError', onPreloadError)
}

type VitePreloadErrorEvent = Event & { readonly payload: Error }

/** Reloads the page in the server's version. False where it was reloaded within the last minute. */
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
