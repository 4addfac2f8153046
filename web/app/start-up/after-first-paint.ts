import { retryImport } from './retry-import.ts'

/** The longest delay in milliseconds on a busy page. */
const patience = 500

/**
 * Imports code without visible output after the first paint. Customers' pages, which have a footer, also wait until the
 * browser is idle; staff screens must notice a lost network earlier.
 */
export async function afterFirstPaint<Module>(load: () => Promise<Module>): Promise<Module> {
  await firstPaint()
  if (document.querySelector('main ~ footer')) await idle()
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
