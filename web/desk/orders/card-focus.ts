import type { DeskOrder } from '#contract/order/orders.ts'
import { isFocusLost, refocus } from '#web/app/navigation/refocus.ts'

/** The id of an order's card on the page. */
export function cardId({ orderId }: Pick<DeskOrder, 'orderId'>): string {
  return `order-${orderId}`
}

/**
 * Moves the focus, which the pressed button takes with it, to the open panel of the order, else to the card's new place, or to
 * the board where that is not shown.
 */
export function followFocus(order: Pick<DeskOrder, 'orderId'>): void {
  refocus(() => {
    const panel = document.querySelector<HTMLElement>(`[data-panel="${order.orderId}"]`)
    if (panel) return panel
    const card = document.getElementById(cardId(order))
    return card?.checkVisibility() ? card : document.getElementById('main')
  })
}

/** Focuses the button that opens an order, where its card is shown and the focus has not moved on to something else. */
export function focusCard(id: string | undefined): void {
  if (!isFocusLost()) return
  openerOf(document.getElementById(cardId({ orderId: id ?? '' })))?.focus({ preventScroll: true })
}

/** The cards in sight, in the order of the board. */
export function shownCards(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-card]')].filter((card) => card.checkVisibility())
}

/** The button on a card that opens its order. */
export function openerOf(card: HTMLElement | null | undefined): HTMLButtonElement | null | undefined {
  return card?.querySelector('button')
}
