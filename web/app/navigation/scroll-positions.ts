/** Scroll positions by history entry, in the session storage. */
export const positions = {
  current: '',
  next() {
    positions.current = String(Date.now())
    return positions.current
  },
  arrive(state: unknown) {
    // A loaded page has no entry yet; do not use another page's position.
    positions.current = (state as { entry?: string } | null)?.entry ?? location.pathname
  },
  remember() {
    try {
      sessionStorage.setItem(`scroll:${positions.current}`, String(Math.round(window.scrollY)))
    } catch {
      // Pages open at their top without storage.
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
