/** Sums of naira with kobo, exact. */
export const sum = (amounts: readonly number[]) => Math.round(amounts.reduce((all, one) => all + one * 100, 0)) / 100
