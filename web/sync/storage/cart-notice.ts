import type { ReactNode } from 'react'

let news: ReactNode

/**
 * Leaves something to be said on the cart page by what leads there. It comes as it is shown, so that the page itself
 * carries none of it.
 */
export function setCartNotice(next: ReactNode): void {
  news = next
}

export function cartNotice(): ReactNode {
  return news
}
