import { retryImport } from './retry-import.ts'

/** Milliseconds that a busy page may keep its live updates and notices waiting. */
const patience = 500

/**
 * As `retryImport`, for code without visible output: loaded after the first paint and, on customers' pages, when there is nothing
 * else to do, so that it delays nothing that is shown. A screen of staff, which has no footer, has to notice a lost network first.
 */
export async function afterFirstPaint<Module>(load: () => Promise<Module>): Promise<Module> {
  await firstPaint()
  if (document.querySelector('main + footer')) await idle()
  return retryImport(load)
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has it not yet.
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: patience })
    else setTimeout(resolve, 200)
  })
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
