import { retryImport } from './retry-import.ts'

/** The longest wait for an idle browser, in milliseconds; then the code is imported anyway. */
const patience = 500

/**
 * After the first paint, imports code that shows nothing at first. Customers' pages, which have a footer, also wait
 * until the browser is idle. Staff screens do not wait, because they must notice a lost network soon.
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
