/** A key for one write, of letters, digits and '-'. Not `randomUUID`, which pages on plain http lack. */
export function newKey(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`
}
