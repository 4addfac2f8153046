/** Scroll positions by history entry, in the session storage. */
export const positions = {
  current: '',
  next() {
    positions.current = String(Date.now())
    return positions.current
  },
  arrive(state: unknown) {
    // A newly loaded page has no `entry` in its history state. Its path is the key, so that different pages do not
    // share one position.
    positions.current = (state as { entry?: string } | null)?.entry ?? location.pathname
  },
  remember() {
    try {
      sessionStorage.setItem(`scroll:${positions.current}`, String(Math.round(window.scrollY)))
    } catch {
      // Ignore a forbidden storage: pages then open at their top.
    }
  },
  recall(): number {
    try {
      return Number(sessionStorage.getItem(`scroll:${positions.current}`) ?? 0)
    } catch {
      return 0
    }
  },
}
