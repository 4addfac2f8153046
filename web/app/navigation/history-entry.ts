// What covers the page (a sheet, on a phone the panel of an order) has a history entry of its own, so that the back gesture
// closes it. `history.back()` only begins to leave an entry: another that is added before its 'popstate' would be left in its
// place, and the next sheet, or the page that was chosen, would be gone.

let leaving = false

/** Adds an entry that is marked so; `onBack` when the person has left it. Returns what removes it when that was closed otherwise. */
export function addEntry(key: 'sheet' | 'panel', onBack: () => void): () => void {
  const value = Date.now()
  const isHere = () => history.state?.[key] === value
  const onPopState = () => {
    if (!isHere()) onBack()
  }
  const callOff = onceLeft(() => {
    history.pushState({ ...history.state, [key]: value }, '')
    addEventListener('popstate', onPopState)
  })
  return () => {
    callOff()
    removeEventListener('popstate', onPopState)
    if (isHere()) leaveEntry()
  }
}

export function leaveEntry(): void {
  leaving = true
  addEventListener('popstate', () => (leaving = false), { once: true })
  history.back()
}

/** Runs `act` at once, or when the entry that is being left is left. Returns what calls it off. */
export function onceLeft(act: () => void): () => void {
  if (!leaving) act()
  else addEventListener('popstate', act, { once: true })
  return () => removeEventListener('popstate', act)
}
