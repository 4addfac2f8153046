import type { Tile } from '#contract/menu.ts'

/** The class of a tile. Written out, so that the style sheet knows each. */
export const tiles: Record<Tile, string> = {
  ember: 'tile-ember',
  plantain: 'tile-plantain',
  leaf: 'tile-leaf',
  berry: 'tile-berry',
  sea: 'tile-sea',
}
