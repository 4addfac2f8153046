import { isOffline } from '#web/data/api/network.ts'

/** The least time between two reloads, in milliseconds. A lasting fault would otherwise reload the page forever. */
const pause = 60_000
const key = 'reloaded-for-a-part'

/**
 * The end of the file names of pages' modules (vite.config.ts). `watchMissingParts` ignores these files: if a page's
 * module is missing, the navigation already loads the page from the server, and a reload would stop the navigation.
 */
const page = '.page.js'

/**
 * Calls `onOutdated` if a module is missing on the server. After an update, an open page may request a module of the
 * earlier build.
 */
export function watchMissingParts(onOutdated: () => void): () => void {
  async function onPreloadError(event: Event) {
    if (isOffline()) return
    const part = /\/assets\/[\w.-]+/.exec(String((event as VitePreloadErrorEvent).payload))?.[0]
    // The error is the same for a lost connection, so check: only a 404 means that the module has gone.
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
