/** Whether what had the focus is gone. */
export function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}

/**
 * After a press that takes away what was pressed: the heading of the page, or of the sheet above it, gets the focus, unless
 * something else has it.
 */
export function refocus(): void {
  requestAnimationFrame(() => {
    const heading = document.querySelector<HTMLElement>('dialog[open] h2') ?? document.querySelector('h1')
    if (!isFocusLost() || !heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  })
}
