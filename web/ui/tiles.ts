import type { Tile } from '#contract/menu/menu.ts'

/** The class of each tile, written out in full for Tailwind. */
export const tiles: Record<Tile, string> = {
  ember: 'tile-ember',
  plantain: 'tile-plantain',
  leaf: 'tile-leaf',
  berry: 'tile-berry',
  sea: 'tile-sea',
}
