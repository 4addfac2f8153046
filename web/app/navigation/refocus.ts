/** After a press that takes away what was pressed: the page's heading gets the focus, unless something else has it. */
export function refocus(): void {
  requestAnimationFrame(() => {
    const heading = document.querySelector('h1')
    if (document.activeElement !== document.body || !heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  })
}
