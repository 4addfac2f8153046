let placed = ''

/**
 * Returns the id of the order that this page has just placed; '' once the customer has left the orders page, which
 * confirms the order.
 */
export function justPlaced(): string {
  return placed
}

export function setJustPlaced(id: string): void {
  placed = id
}
