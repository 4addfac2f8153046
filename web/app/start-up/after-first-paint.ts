import { retryImport } from './retry-import.ts'

/** Milliseconds that a busy page may keep its live updates and notices waiting. */
const patience = 500

/**
 * As `retryImport`, for code without visible output: loaded after the first paint and when the page has nothing else to do, so
 * that it delays nothing that is shown.
 */
export async function afterFirstPaint<Module>(load: () => Promise<Module>): Promise<Module> {
  await firstPaint()
  await new Promise((resolve) => {
    // Safari has it not yet.
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: patience })
    else setTimeout(resolve, 200)
  })
  return retryImport(load)
}

/** Resolves at once in a background tab, which paints nothing. */
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
