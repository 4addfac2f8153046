/** Returns a unique key of letters, digits and '-'. Plain http pages lack `randomUUID`. */
export function newKey(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`
}
