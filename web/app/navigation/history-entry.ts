// A layer over the page, such as a sheet, has a history entry, so the back gesture closes the layer. `history.back()`
// is asynchronous: a history entry added before the 'popstate' event would be lost. `leaving` is true from the call of
// `history.back()` until the event.

let leaving = false
let limit: ReturnType<typeof setTimeout> | undefined
const waiting = new Set<() => void>()

/**
 * Adds a marked history entry. `onBack` runs when the person goes back from the entry. Returns a function that removes
 * the entry if the layer is closed in another way.
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
    // Another sheet, above this one, may have closed just before. Wait until its entry has been left.
    onceLeft(() => isHere() && leaveEntry())
  }
}

export function leaveEntry(): void {
  leaving = true
  addEventListener('popstate', end, { once: true })
  clearTimeout(limit)
  // Wait a second at most: 'popstate' does not come if a restored tab has no earlier entry, or if another navigation
  // replaces this one.
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

/**
 * Runs `act` immediately or, while the browser is going back from an entry, afterwards. Returns a function that cancels
 * `act`.
 */
export function onceLeft(act: () => void): () => void {
  if (!leaving) act()
  else waiting.add(act)
  return () => void waiting.delete(act)
}
