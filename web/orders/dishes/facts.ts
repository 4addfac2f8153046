import type { MenuItem } from '#contract/menu/menu.ts'

const heats = ['', 'Mild', 'Hot', 'Very hot']

/** Returns how hot a dish is: 'Mild', 'Hot' or 'Very hot'; '' for a dish without heat. */
export function heatOf({ heat }: Pick<MenuItem, 'heat'>): string {
  return heats[heat] ?? ''
}

/** Returns the diet marks as text: 'contains-nuts' reads 'Contains nuts'. */
export function dietOf({ diet }: MenuItem): string[] {
  return diet.map((mark) => mark.charAt(0).toUpperCase() + mark.slice(1).replaceAll('-', ' '))
}
