// The history entry of a sheet, which the back gesture leaves. `history.back()` only begins to leave it: an entry that is
// added before its 'popstate' would be left in its place, and the next sheet, or the page that was chosen, would be gone.

let leaving = false

/** Leaves the entry of a sheet that was closed in another way. */
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
