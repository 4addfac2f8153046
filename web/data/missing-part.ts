import { isOffline } from '#web/data/api/network.ts'

/** The least time between two reloads, in milliseconds, so a lasting fault does not reload forever. */
const pause = 60_000
const key = 'reloaded-for-a-part'

/**
 * The end of the file names of pages (vite.config.ts). If the file of a page is missing, the navigation itself loads
 * that page from the server, and a reload here would stop the navigation.
 */
const page = '.page.js'

/**
 * Calls `onOutdated` if a module is missing: after an update, an open page may request a module of the earlier build.
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

/** Reloads the page. Returns false if the page was already reloaded within the last minute. */
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
