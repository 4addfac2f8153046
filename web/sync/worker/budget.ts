/** All sizes are bytes. What this browser may keep of the restaurant, pictures and all (LIVE-5). */
export const standardBudget = 40_000_000
const leastBudget = 1_000_000

/** What may be kept where this much is asked for: never less than what makes keeping worth while. */
export function budgetOf(asked = standardBudget): number {
  return Math.max(asked, leastBudget)
}

/** Pictures are most of what there is to keep; answers are small, and matter more than their size. */
export function shares(budget: number): { readonly pictures: number; readonly answers: number } {
  const pictures = Math.floor(budget * 0.75)
  return { pictures, answers: budget - pictures }
}

/** What has to go so that the rest keeps to the budget: the oldest, and no more than needed. `kept` is oldest first. */
export function outgoing<Kept extends { readonly bytes: number }>(kept: readonly Kept[], budget: number): Kept[] {
  let total = kept.reduce((sum, { bytes }) => sum + bytes, 0)
  const out: Kept[] = []
  for (const each of kept) {
    if (total <= budget) break
    total -= each.bytes
    out.push(each)
  }
  return out
}
