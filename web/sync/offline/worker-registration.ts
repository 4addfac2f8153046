import type { ToWorker } from '#web/sync/worker/messages.ts'

/** Milliseconds. A tab that stays open for days hears of a new version when somebody comes back to it. */
const lookAgainAfter = 60 * 60_000

export type NewVersion = {
  /** Loads the page anew, in the new version. */
  readonly reload: () => void
}

/**
 * Takes the worker in, and tells of each version that is ready. The version that is open goes on until the person wants
 * the other. Gives what ends the watch.
 */
export function watchVersions(onReady: (version: NewVersion) => void): () => void {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  // A development server has no files that could be kept.
  if (!workers || import.meta.env.DEV) return () => {}
  const ended = new AbortController()
  const { signal } = ended
  let registration: ServiceWorkerRegistration | undefined
  let looked = Date.now()
  let reloading = false

  async function begin(workers: ServiceWorkerContainer) {
    const fresh = !workers.controller
    registration = await workers.register('/worker.js')
    // Some browsers are set to take no worker, and say so by giving none.
    if (!registration || signal.aborted) return
    offer()
    registration.addEventListener('updatefound', onFound, { signal })
    workers.addEventListener('controllerchange', onTakenOver, { signal })
    document.addEventListener('visibilitychange', onReturn, { signal })
    if (!fresh) return
    const { active } = await workers.ready
    active?.postMessage({ type: 'keep', path: location.pathname, files: loadedFiles() } satisfies ToWorker)
  }

  function offer() {
    const waiting = registration?.waiting
    // The first of all is no news.
    if (!waiting || !workers?.controller) return
    onReady({
      reload() {
        reloading = true
        waiting.postMessage({ type: 'take-over' } satisfies ToWorker)
      },
    })
  }

  function onFound() {
    const coming = registration?.installing
    coming?.addEventListener('statechange', () => coming.state === 'installed' && offer(), { signal })
  }

  let controlled = Boolean(workers.controller)
  function onTakenOver() {
    if (reloading) location.reload()
    // Another tab took it. This one goes on with what it has, and may follow.
    else if (controlled) onReady({ reload: () => location.reload() })
    controlled = true
  }

  function onReturn() {
    if (document.hidden || Date.now() - looked < lookAgainAfter) return
    looked = Date.now()
    registration?.update().catch(() => {})
  }

  const idle = window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 2000))
  // Not to be had, in a private window or where storage is forbidden, is no fault.
  idle(() => void begin(workers).catch(() => {}))
  return () => ended.abort()
}

/** What this page has loaded so far. */
function loadedFiles(): string[] {
  const files = performance.getEntriesByType('resource').flatMap(({ name }) => {
    const { origin, pathname } = new URL(name)
    return origin === location.origin && /^\/(assets|media)\//.test(pathname) ? [pathname] : []
  })
  return [...new Set(files)]
}
