import type { Tile } from '#contract/menu/menu.ts'

/** Written out, because Tailwind finds only whole class names. */
export const tiles: Record<Tile, string> = {
  ember: 'tile-ember',
  plantain: 'tile-plantain',
  leaf: 'tile-leaf',
  berry: 'tile-berry',
  sea: 'tile-sea',
}
