import type { ReactNode } from 'react'

let notice: ReactNode

/**
 * Sets the notice at the top of the cart page. The caller renders the notice, so the cart page does not import the code
 * of the notice.
 */
export function setCartNotice(next: ReactNode): void {
  notice = next
}

export function cartNotice(): ReactNode {
  return notice
}
