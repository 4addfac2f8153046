import type { DeskOrder } from '#contract/order/orders.ts'
import { isFocusLost, refocus } from '#web/app/navigation/refocus.ts'

/** The id of an order's card on the page. */
export function cardId({ orderId }: Pick<DeskOrder, 'orderId'>): string {
  return `order-${orderId}`
}

/**
 * Moves the focus from the removed button to the order's open panel, else to its card's new place, or to the board
 * where the card is hidden.
 */
export function followFocus(order: Pick<DeskOrder, 'orderId'>): void {
  refocus(() => {
    const panel = document.querySelector<HTMLElement>(`[data-panel="${order.orderId}"]`)
    if (panel) return panel
    const card = document.getElementById(cardId(order))
    return card?.checkVisibility() ? card : document.getElementById('main')
  })
}

/** Focuses the button that opens an order, where its card is shown and nothing else has the focus. */
export function focusCard(id: string | undefined): void {
  if (!isFocusLost()) return
  openerOf(document.getElementById(cardId({ orderId: id ?? '' })))?.focus({ preventScroll: true })
}

/** Returns the visible cards, in the order of the board. */
export function shownCards(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-card]')].filter((card) => card.checkVisibility())
}

/** Returns the button on a card that opens its order. */
export function openerOf(card: HTMLElement | null | undefined): HTMLButtonElement | null | undefined {
  return card?.querySelector('button')
}
