import { retryImport } from './retry-import.ts'

/** Longest delay in milliseconds of live updates and notices on a busy page. */
const patience = 500

/**
 * Imports code without visible output, like `retryImport`, after the first paint and, on customers' pages, when the
 * browser is idle. Staff screens, recognised by their lack of a footer, have to notice a lost network earlier.
 */
export async function afterFirstPaint<Module>(load: () => Promise<Module>): Promise<Module> {
  await firstPaint()
  if (document.querySelector('main + footer')) await idle()
  return retryImport(load)
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari lacks requestIdleCallback.
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: patience })
    else setTimeout(resolve, 200)
  })
}

/** Resolves immediately in a background tab, which does not paint. */
export function firstPaint(): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden) return resolve()
    const observer = new PerformanceObserver(() => {
      observer.disconnect()
      resolve()
    })
    observer.observe({ type: 'paint', buffered: true })
  })
}
