/** Milliseconds. */
const triesAgainAfter = 5000

/**
 * For what a page can be read without: its code is asked for once the first view is painted, so that it holds nothing up,
 * and on a network too weak for it again and again until it comes. Nothing fails meanwhile.
 */
export async function patiently<Module>(load: () => Promise<Module>): Promise<Module> {
  await firstPaint()
  return untilItComes(load)
}

async function untilItComes<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch {
    await new Promise((resolve) => setTimeout(resolve, triesAgainAfter))
    return untilItComes(load)
  }
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
