export function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}

let last: MutationObserver | undefined

/**
 * Moves the focus to `target` when the pressed button disappears, now or later, unless something else has the focus by
 * then. The default target is the heading of the page, or of the open sheet.
 */
export function refocus(target: () => HTMLElement | null = heading): void {
  const pressed = document.activeElement
  const changes = new MutationObserver(look)
  last?.disconnect()
  last = changes
  changes.observe(document.body, { childList: true, subtree: true })
  look()

  function look() {
    if (document.activeElement === pressed && !isFocusLost()) return
    changes.disconnect()
    requestAnimationFrame(() => {
      if (isFocusLost()) target()?.focus({ preventScroll: true })
    })
  }
}

function heading(): HTMLElement | null {
  const found = document.querySelector<HTMLElement>('dialog[open] h2') ?? document.querySelector('h1')
  if (found) found.tabIndex = -1
  return found
}
