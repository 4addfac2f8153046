let placed = ''

/** Returns the id of the order that this page has just placed; '' after the announcement. */
export function justPlaced(): string {
  return placed
}

export function setJustPlaced(id: string): void {
  placed = id
}
