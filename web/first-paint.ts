/**
 * When something of the page is seen: what nobody looks at is fetched after it, so that it holds nothing up. A tab in the
 * background paints nothing, and has nothing to wait for.
 */
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
