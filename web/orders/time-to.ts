/** Returns the time until a slot: 'in 15 h 18 min', or 'in 2 days'. */
export function timeTo(slot: string, now: number): string {
  const minutes = Math.max(0, Math.ceil((Date.parse(slot) - now) / 60_000))
  if (minutes < 60) return `in ${minutes} min`
  if (minutes < 24 * 60) return `in ${Math.floor(minutes / 60)} h ${minutes % 60 ? `${minutes % 60} min` : ''}`.trim()
  const days = Math.floor(minutes / 60 / 24)
  return days === 1 ? 'in a day' : `in ${days} days`
}
