import { retryImport } from './retry-import.ts'

/** As `retryImport`, for what nobody looks at: fetched once something of the page is seen, so that it holds nothing up. */
export async function afterFirstPaint<Module>(load: () => Promise<Module>): Promise<Module> {
  await firstPaint()
  return retryImport(load)
}

/** A tab in the background paints nothing, and has nothing to wait for. */
function firstPaint(): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden) return resolve()
    const observer = new PerformanceObserver(() => {
      observer.disconnect()
      resolve()
    })
    observer.observe({ type: 'paint', buffered: true })
  })
}
