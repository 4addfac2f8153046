import type { MenuItem } from '#contract/menu.ts'

const heats = ['', 'Mild', 'Hot', 'Very hot']

/** How hot a dish is, in a word; none for what is not. */
export function heatOf({ heat }: MenuItem): string {
  return heats[heat] ?? ''
}

/** What is in a dish, or is not: 'contains-nuts' reads 'Contains nuts'. */
export function dietOf({ diet }: MenuItem): string[] {
  return diet.map((mark) => mark.charAt(0).toUpperCase() + mark.slice(1).replaceAll('-', ' '))
}
