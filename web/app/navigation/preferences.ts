/** Whether the person asked for less motion. */
export function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** Whether the browser's data saver is on. */
export function prefersReducedData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
}
