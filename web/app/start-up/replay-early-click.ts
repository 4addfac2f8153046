import './early-requests.ts'
import './kept-hints.ts'

/**
 * The first script of every page. Remembers up to five buttons that are clicked before hydration, and clicks them again
 * afterwards, each once and in the order of their first click. A link clicked after a button waits too, because the
 * cart link would otherwise open the cart before the button has added its dish. A second click on the link opens the
 * link immediately.
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
      // Click after React's current work, so that React can hydrate the button's part of the page first. Skip elements
      // behind a sheet that an earlier click has opened.
      setTimeout(() => document.querySelector('dialog[open]') || pressed.click())
    }
  },
  { once: true },
)
