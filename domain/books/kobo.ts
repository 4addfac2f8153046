/** Returns the sum of amounts in naira with kobo, without the rounding errors of fractions. */
export const sum = (amounts: readonly number[]) => Math.round(amounts.reduce((all, one) => all + one * 100, 0)) / 100
