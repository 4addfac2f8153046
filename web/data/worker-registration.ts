import type { ToWorker } from '#web/data/worker/worker-messages.ts'

/**
 * The least time between two checks for a new version, in milliseconds. Showing a tab starts a check, because a tab may
 * stay open for days without loading a page.
 */
const updateAfter = 60 * 60_000

export type NewVersion = {
  readonly reload: () => void
}

/**
 * Registers the worker and calls `onReady` for each new version. The page stays on its version until the person
 * reloads. Returns a function that ends the watch.
 */
export function watchVersions(onReady: (version: NewVersion) => void): () => void {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  // Development has no build to cache.
  if (!workers || import.meta.env.DEV) return () => {}
  const ended = new AbortController()
  const { signal } = ended
  let registration: ServiceWorkerRegistration | undefined
  let checkedAt = Date.now()
  let reloading = false

  async function begin(workers: ServiceWorkerContainer) {
    registration = await workers.register('/worker.js')
    // Browsers that forbid service workers may return no registration.
    if (!registration || signal.aborted) return
    reportWaiting()
    registration.addEventListener('updatefound', onFound, { signal })
    workers.addEventListener('controllerchange', onControllerChange, { signal })
    document.addEventListener('visibilitychange', onReturn, { signal })
    // The worker caches the files that it serves. A page that was loaded before the worker existed sends the worker the
    // names of the page's files.
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    if (navigation?.workerStart) return
    const { active } = await workers.ready
    active?.postMessage({ type: 'keep', path: location.pathname, files: loadedFiles() } satisfies ToWorker)
  }

  function reportWaiting() {
    const waiting = registration?.waiting
    // A browser's first service worker is not a new version.
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
    coming?.addEventListener('statechange', () => coming.state === 'installed' && reportWaiting(), { signal })
  }

  let controlled = Boolean(workers.controller)
  function onControllerChange() {
    if (reloading) location.reload()
    // Another tab has activated the new version. This tab keeps its version, and offers a reload.
    else if (controlled) onReady({ reload: () => location.reload() })
    controlled = true
  }

  function onReturn() {
    if (document.hidden || Date.now() - checkedAt < updateAfter) return
    checkedAt = Date.now()
    registration?.update().catch(() => {})
  }

  const idle = window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 2000))
  // Registration fails in a private window or if storage is forbidden. The page works without a worker.
  idle(() => void begin(workers).catch(() => {}))
  return () => ended.abort()
}

function loadedFiles(): string[] {
  const files = performance.getEntriesByType('resource').flatMap(({ name }) => {
    const { origin, pathname } = new URL(name)
    return origin === location.origin && /^\/(assets|media)\//.test(pathname) ? [pathname] : []
  })
  return [...new Set(files)]
}
