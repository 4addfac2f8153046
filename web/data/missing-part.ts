import { isOffline } from '#web/data/api/network.ts'

/** The least time between two reloads, in milliseconds, so a lasting fault does not repeat them endlessly. */
const pause = 60_000
const key = 'reloaded-for-a-part'

/**
 * The ending of page file names (vite.config.ts). Navigation loads the document of a missing page; a reload would
 * replace it and lose the press.
 */
const page = '.page.js'

/**
 * Watches for missing modules: a page that was open during an update may request one of the earlier build. Calls
 * `onOutdated` then.
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
