import { isOffline } from '#web/data/api/network.ts'

/** The least time between two reloads, in milliseconds, so a lasting fault does not repeat them endlessly. */
const pause = 60_000
const key = 'reloaded-for-a-part'

/**
 * The ending of page file names (vite.config.ts). If a page is missing, navigation itself loads the page's document; a
 * reload here would stop that and lose the press.
 */
const page = '.page.js'

/**
 * Calls `onOutdated` when a module is missing, because a page that was open during an update may request a module of
 * the earlier build.
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

/** Reloads the page in the server's version. Returns false if it was already reloaded within the last minute. */
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
