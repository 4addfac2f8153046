import type { Tile } from '#contract/menu.ts'

/**
 * The night's colours as the pages have them (`web/app/style.css`; a test holds the two together), for what is drawn without
 * a style sheet: cards, icons, the window of the installed app.
 */
export const colours = {
  ground: '#17110e',
  text: '#fff4e4',
  ember: '#ff6a2e',
  plantain: '#ffc043',
} as const

/** From the upper left to the lower right. */
export const tileColours: Readonly<Record<Tile, readonly [from: string, to: string]>> = {
  ember: ['#5a2413', '#3c170c'],
  plantain: ['#5b3f0e', '#3d2a08'],
  leaf: ['#1f4a31', '#13301f'],
  berry: ['#532036', '#381424'],
  sea: ['#17434c', '#0e2c33'],
}
