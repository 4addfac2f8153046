// What covers the page (a sheet, on a phone the panel of an order) has a history entry of its own, so that the back gesture
// closes it. `history.back()` only begins to leave an entry: another that is added before its 'popstate' would be left in its
// place, and the next sheet, or the page that was chosen, would be gone.

let leaving = false
let limit: ReturnType<typeof setTimeout> | undefined
/** What begins once the entry is left. */
const waiting = new Set<() => void>()

/** Adds an entry that is marked so; `onBack` when the person has left it. Returns what removes it when that was closed otherwise. */
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
    // A sheet above this one may have closed just before: its entry is left first.
    onceLeft(() => isHere() && leaveEntry())
  }
}

export function leaveEntry(): void {
  leaving = true
  addEventListener('popstate', end, { once: true })
  clearTimeout(limit)
  // In a restored tab there may be no entry before it, and another navigation may take its place: no event comes then.
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

/** Runs `act` at once, or when the entry that is being left is left. Returns what calls it off. */
export function onceLeft(act: () => void): () => void {
  if (!leaving) act()
  else waiting.add(act)
  return () => void waiting.delete(act)
}
