/** The drawings that the film of the pen is made of. */

export type Piece = {
  /** A drawing of `@lobehub/fluent-emoji-3d` by its codepoint. */
  readonly art: string
  /** `#rrggbb`: what its colourless pixels become on average; light and shade within them stay. */
  readonly pale?: string
  /** Mirrored left to right. */
  readonly flip?: true
}

export const pieces = {
  ram: { art: '1f40f' },
  'ram-right': { art: '1f40f', flip: true },
  'brown-ram': { art: '1f40f', pale: '#9a6440', flip: true },
  'black-ram': { art: '1f40f', pale: '#57494a' },
  ewe: { art: '1f411' },
  cock: { art: '1f413' },
  hut: { art: '1f6d6' },
  palm: { art: '1f334' },
  leafy: { art: '1f96c' },
} as const satisfies Record<string, Piece>

export type PieceName = keyof typeof pieces
