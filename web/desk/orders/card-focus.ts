import type { DeskOrder } from '#contract/order/orders.ts'
import { isFocusLost, refocus } from '#web/app/navigation/refocus.ts'

export function cardId({ orderId }: Pick<DeskOrder, 'orderId'>): string {
  return `order-${orderId}`
}

/**
 * Moves the focus from a removed button to the order's open panel, or else to its card, or to the board if the card is
 * hidden.
 */
export function followFocus(order: Pick<DeskOrder, 'orderId'>): void {
  refocus(() => {
    const panel = document.querySelector<HTMLElement>(`[data-panel="${order.orderId}"]`)
    if (panel) return panel
    const card = document.getElementById(cardId(order))
    return card?.checkVisibility() ? card : document.getElementById('main')
  })
}

/** Focuses the button that opens an order, if its card is visible and no element has the focus. */
export function focusCard(id: string | undefined): void {
  if (!isFocusLost()) return
  openerOf(document.getElementById(cardId({ orderId: id ?? '' })))?.focus({ preventScroll: true })
}

export function shownCards(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-card]')].filter((card) => card.checkVisibility())
}

export function openerOf(card: HTMLElement | null | undefined): HTMLButtonElement | null | undefined {
  return card?.querySelector('button')
}
