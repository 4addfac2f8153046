/** Returns true where the person asked for less motion. */
export function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** Returns true where the browser saves data. */
export function prefersReducedData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
}
