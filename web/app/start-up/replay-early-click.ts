import './early-requests.ts'
import './kept-hints.ts'

/**
 * The first script of every page. On a slow network a button is visible long before the page is hydrated: those that were
 * clicked until then, five at most, are clicked again afterwards, each once and in the order of their first click. Links and
 * forms work without a script.
 */
const clicked = new Set<HTMLButtonElement>()

function remember({ target }: Event) {
  const button = (target as Element).closest<HTMLButtonElement>('button[type=button]:not([popovertarget])')
  if (!button || clicked.size > 4) return
  clicked.add(button)
  button.setAttribute('aria-busy', 'true')
}

addEventListener('click', remember, true)
addEventListener(
  'taken-over',
  () => {
    removeEventListener('click', remember, true)
    for (const button of clicked) {
      button.removeAttribute('aria-busy')
      // After React's current work, so that it can hydrate the button's part of the page first. What lies behind a sheet that
      // the click before has opened could not have been clicked any more.
      setTimeout(() => document.querySelector('dialog[open]') || button.click())
    }
  },
  { once: true },
)
