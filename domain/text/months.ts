const months = 'January February March April May June July August September October November December'.split(' ')

/** Returns 'January' for 1. */
export function monthName(month: number): string {
  return months[month - 1] ?? ''
}

/** Returns 'Jan' for 1. */
export function shortMonth(month: number): string {
  return monthName(month).slice(0, 3)
}

/** Returns 1 for 'Jan' and 'january': the first three letters decide. Returns 0 for other texts. */
export function monthOf(written: string): number {
  const letters = written.slice(0, 3).toLowerCase()
  return months.findIndex((name) => name.slice(0, 3).toLowerCase() === letters) + 1
}
