import { retryImport } from './retry-import.ts'

/** As `retryImport`, for code without visible output: loaded after the first paint, so that it does not delay it. */
export async function afterFirstPaint<Module>(load: () => Promise<Module>): Promise<Module> {
  await firstPaint()
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
