// A layer over the page (a sheet, on a phone the panel of an order) has a history entry, so the back gesture
// closes it. `history.back()` leaves an entry asynchronously: an entry added before its 'popstate' would be lost, and
// with it the next sheet or the chosen page.

let leaving = false
let limit: ReturnType<typeof setTimeout> | undefined
/** Functions to run once the entry is left. */
const waiting = new Set<() => void>()

/**
 * Adds a marked entry; `onBack` runs when the person has left it. Returns a function that removes the entry when the
 * layer was closed otherwise.
 */
export function addEntry(key: 'sheet' | 'panel', onBack: () => void): () => void {
  const value = Date.now()
  const isHere = () => history.state?.[key] === value
  const onPopState = () => {
    if (isHere()) return
    removeEventListener('popstate', onPopState)
    onBack()
  }
  const callOff = onceLeft(() => {
    history.pushState({ ...history.state, [key]: value }, '')
    addEventListener('popstate', onPopState)
  })
  return () => {
    callOff()
    removeEventListener('popstate', onPopState)
    // A sheet above may have closed just before; wait until its entry is left.
    onceLeft(() => isHere() && leaveEntry())
  }
}

export function leaveEntry(): void {
  leaving = true
  addEventListener('popstate', end, { once: true })
  clearTimeout(limit)
  // 'popstate' does not come if a restored tab has no earlier entry, or if another navigation replaces this one.
  limit = setTimeout(end, 1000)
  history.back()
}

function end(): void {
  leaving = false
  for (const act of waiting) {
    if (leaving) return
    waiting.delete(act)
    act()
  }
}

/** Runs `act` immediately, or once the current leaving has ended. Returns a function that cancels it. */
export function onceLeft(act: () => void): () => void {
  if (!leaving) act()
  else waiting.add(act)
  return () => void waiting.delete(act)
}
