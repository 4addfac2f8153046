import type { Tile } from '#contract/menu/menu.ts'

/** The class names are written out, because Tailwind finds only whole class names in the source. */
export const tiles: Record<Tile, string> = {
  ember: 'tile-ember',
  plantain: 'tile-plantain',
  leaf: 'tile-leaf',
  berry: 'tile-berry',
  sea: 'tile-sea',
}
