/** The bytes of pictures and answers that a browser may cache (LIVE-5). */
const standardBudget = 40_000_000
const leastBudget = 1_000_000

export function budgetOf(wanted = standardBudget): number {
  return Math.max(wanted, leastBudget)
}

/** Splits the budget between pictures and answers, which need fewer bytes. */
export function shares(budget: number): { readonly pictures: number; readonly answers: number } {
  const pictures = Math.floor(budget * 0.75)
  return { pictures, answers: budget - pictures }
}

/** Returns the oldest entries whose eviction brings the rest within the budget. `entries` is oldest first. */
export function toEvict<Entry extends { readonly bytes: number }>(entries: readonly Entry[], budget: number): Entry[] {
  let total = entries.reduce((sum, { bytes }) => sum + bytes, 0)
  const evicted: Entry[] = []
  for (const entry of entries) {
    if (total <= budget) break
    total -= entry.bytes
    evicted.push(entry)
  }
  return evicted
}
