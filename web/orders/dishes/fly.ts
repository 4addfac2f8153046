import { prefersReducedMotion } from '#web/app/navigation/preferences.ts'

export function flyToCart(from: Element | null | undefined): void {
  const picture = from?.querySelector('img')
  // The cart link of the navigation bar or, if that is scrolled away, of the dock.
  const cart = [...document.querySelectorAll('[data-cart]')].find(
    (element) => element.getClientRects().length > 0 && element.getBoundingClientRect().bottom > 0,
  )
  if (!picture || !cart || prefersReducedMotion()) return

  const start = picture.getBoundingClientRect()
  const end = cart.getBoundingClientRect()
  const flying = picture.cloneNode() as HTMLImageElement
  flying.removeAttribute('srcset')
  flying.src = picture.currentSrc
  flying.alt = ''
  flying.className = 'pointer-events-none fixed z-50'
  document.body.append(flying)
  // The content policy forbids style attributes, but allows styles set by script.
  flying.style.left = `${start.left}px`
  flying.style.top = `${start.top}px`
  flying.style.width = `${start.width}px`

  const x = end.left + end.width / 2 - start.left - start.width / 2
  const y = end.top + end.height / 2 - start.top - start.height / 2
  flying
    .animate(
      [
        { transform: 'none', opacity: 1 },
        { transform: `translate(${x * 0.4}px, ${y * 0.7 - 40}px) scale(0.6)`, opacity: 1, offset: 0.5 },
        { transform: `translate(${x}px, ${y}px) scale(0.08)`, opacity: 0.3 },
      ],
      { duration: 480, easing: 'cubic-bezier(0.4, 0, 0.3, 1)' },
    )
    .finished.finally(() => flying.remove())
}
