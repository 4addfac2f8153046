import type { Tile } from '#contract/menu/menu.ts'
import { type Brand, palette, surfaces, usual } from '#domain/restaurant/brand.ts'

/** The colours of drawings that have no style sheet: cards, icons, the window of the installed app. */
export type Colours = {
  readonly ground: string
  readonly text: string
  readonly ember: string
  readonly plantain: string
  /** Gradients from the top left to the bottom right. */
  readonly tiles: Readonly<Record<Tile, readonly [from: string, to: string]>>
}

/** The colours of the dark theme (`web/app/style.css`; a test compares the two). */
export const colours: Colours = {
  ground: surfaces.dark.ground,
  text: surfaces.dark.text,
  ember: usual.main,
  plantain: usual.second,
  tiles: {
    ember: ['#5a2413', '#3c170c'],
    plantain: ['#5b3f0e', '#3d2a08'],
    leaf: ['#1f4a31', '#13301f'],
    berry: ['#532036', '#381424'],
    sea: ['#17434c', '#0e2c33'],
  },
}

/** Returns the colours for the restaurant's brand colours, or the default colours. */
export function coloursOf(brand: Brand | undefined): Colours {
  if (!brand) return colours
  const made = palette('dark', brand)
  const tile = (name: 'tile-ember' | 'tile-plantain') => made[name].split(', ') as [string, string]
  return {
    ...colours,
    ember: made.ember,
    plantain: made.plantain,
    tiles: { ...colours.tiles, ember: tile('tile-ember'), plantain: tile('tile-plantain') },
  }
}
