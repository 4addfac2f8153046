import type { ReactNode } from 'react'

let notice: ReactNode

/**
 * Sets the notice at the top of the cart page. `next` is a rendered element, so that the cart page need not import the
 * notice's code.
 */
export function setCartNotice(next: ReactNode): void {
  notice = next
}

export function cartNotice(): ReactNode {
  return notice
}
