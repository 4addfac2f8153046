let placed = ''

/** The id of the order that this page has just placed; '' once it was announced. */
export function justPlaced(): string {
  return placed
}

export function setJustPlaced(id: string): void {
  placed = id
}
