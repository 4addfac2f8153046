import './empty-cart-hint.ts'

/**
 * The first script of every page, and a small one. On a slow network people see a button long before the page can
 * answer it; the last one they press until then is kept, and pressed again when the page has been taken over. Links and
 * forms need no such help: they work without any script.
 */
let kept: HTMLButtonElement | undefined

function keep(event: Event) {
  const button = event.target instanceof Element ? event.target.closest('button') : null
  if (!button || button.type === 'submit' || button.popoverTargetElement) return
  kept?.removeAttribute('aria-busy')
  kept = button
  kept.setAttribute('aria-busy', 'true')
}

addEventListener('click', keep, true)
addEventListener(
  'taken-over',
  () => {
    removeEventListener('click', keep, true)
    kept?.removeAttribute('aria-busy')
    // When React is done with what it is at: only then can it take over the part of the page that was pressed.
    setTimeout(() => kept?.isConnected && kept.click())
  },
  { once: true },
)
