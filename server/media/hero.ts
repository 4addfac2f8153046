import type { Plate } from './plates.ts'

/** The plate at the head of the home page. */
export const heroPlate: Plate = {
  kind: 'hero',
  pieces: [
    { piece: 'drumstick', x: -0.5, y: 0.2, size: 0.82, turn: 0 },
    { piece: 'suya', x: 0.5, y: 0.14, size: 0.95, turn: 6 },
    { piece: 'jollof-rice', x: 0, y: 0, size: 1.05, turn: 0 },
    { piece: 'plantain', x: 0.3, y: -0.22, size: 0.62, turn: 10 },
  ],
}
export const heroSeed = 'home'
