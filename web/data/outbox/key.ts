/** A key for one write. Not `randomUUID`, which pages on plain http lack. */
export function newKey(): string {
  return `${Date.now()}-${Math.random()}`
}
