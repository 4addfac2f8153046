import './early-requests.ts'
import './kept-hints.ts'

/**
 * The first script of every page. On a slow network a button is visible long before the page is hydrated: those that were
 * clicked until then, five at most, are clicked again afterwards, each once and in the order of their first click. Links and
 * forms work without a script; a link that is clicked after a button waits with it, or the cart would open without the dish.
 * Clicked once more, it leads there at once.
 */
const clicked = new Set<HTMLElement>()

function remember(event: MouseEvent) {
  const pressed = (event.target as Element).closest<HTMLElement>(
    'button[type=button]:not([popovertarget]), a[href^="/"]',
  )
  if (!pressed || clicked.size > 4) return
  if (pressed instanceof HTMLAnchorElement) {
    if (clicked.size === 0 || clicked.has(pressed) || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
  }
  clicked.add(pressed)
  pressed.setAttribute('aria-busy', 'true')
}

addEventListener('click', remember, true)
addEventListener(
  'taken-over',
  () => {
    removeEventListener('click', remember, true)
    for (const pressed of clicked) {
      pressed.removeAttribute('aria-busy')
      // After React's current work, so that it can hydrate this part of the page first. What lies behind a sheet that the
      // click before has opened could not have been clicked any more.
      setTimeout(() => document.querySelector('dialog[open]') || pressed.click())
    }
  },
  { once: true },
)
