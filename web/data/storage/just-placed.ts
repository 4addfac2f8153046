let placed = ''

/**
 * Returns the id of the order that this page has just placed, which the orders page confirms once. Returns '' after the
 * customer has left the confirmation.
 */
export function justPlaced(): string {
  return placed
}

export function setJustPlaced(id: string): void {
  placed = id
}
