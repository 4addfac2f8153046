/** Returns a unique key of letters, digits and '-'. Not `randomUUID`, which is missing on pages without https. */
export function newKey(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`
}
