import './early-requests.ts'
import './kept-hints.ts'

/**
 * The first script of every page. On a slow network a button is visible long before the page is hydrated: the last button
 * that was clicked until then is clicked again afterwards. Links and forms work without a script.
 */
let clicked: HTMLButtonElement | undefined

function remember(event: Event) {
  const button = event.target instanceof Element ? event.target.closest('button') : null
  if (!button || button.type === 'submit' || button.popoverTargetElement) return
  clicked?.removeAttribute('aria-busy')
  clicked = button
  clicked.setAttribute('aria-busy', 'true')
}

addEventListener('click', remember, true)
addEventListener(
  'taken-over',
  () => {
    removeEventListener('click', remember, true)
    clicked?.removeAttribute('aria-busy')
    // After React's current work, so that it can hydrate the button's part of the page first.
    setTimeout(() => clicked?.isConnected && clicked.click())
  },
  { once: true },
)
