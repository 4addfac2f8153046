/** Returns the exact sum of amounts in naira with kobo. */
export const sum = (amounts: readonly number[]) => Math.round(amounts.reduce((all, one) => all + one * 100, 0)) / 100
