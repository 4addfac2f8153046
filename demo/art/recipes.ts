import type { Plate } from './plates.ts'

/** The drawn pictures of the farm, by the name of the file in restaurant/pictures. Those of dishes are rendered: `demo/plates`. */
export const recipes: Readonly<Record<string, Plate>> = {
  'farm-hero': [
    { piece: 'ram', x: 0.1, y: 0.12, size: 1.02, turn: 0 },
    { piece: 'herb', x: -0.5, y: 0.3, size: 0.42, turn: -12 },
    { piece: 'brown-ram', x: -0.36, y: 0.02, size: 0.74, turn: 0 },
    { piece: 'hut', x: 0.46, y: -0.14, size: 0.86, turn: 0 },
  ],
  'farm-healthy': [
    { piece: 'stethoscope', x: 0.4, y: 0.2, size: 0.6, turn: 8 },
    { piece: 'ram', x: 0, y: 0, size: 1, turn: 0 },
  ],
  'farm-weighed': [
    { piece: 'scales', x: 0.24, y: 0.02, size: 0.84, turn: 0 },
    { piece: 'brown-ram', x: -0.28, y: 0.08, size: 0.86, turn: 0 },
  ],
  'farm-slaughter': [
    { piece: 'meat-on-bone', x: -0.18, y: 0.04, size: 0.96, turn: -8 },
    { piece: 'steak', x: 0.34, y: 0.1, size: 0.72, turn: 10 },
  ],
  'farm-delivered': [
    { piece: 'pick-up-truck', x: 0, y: 0.14, size: 1.04, turn: 0 },
    { piece: 'ram', x: 0.25, y: -0.15, size: 0.54, turn: 0 },
  ],
  'farm-big-rams': [
    { piece: 'ram', x: -0.16, y: 0.06, size: 1.08, turn: 0 },
    { piece: 'brown-ram', x: 0.36, y: -0.06, size: 0.82, turn: 0 },
  ],
  'farm-young-rams': [
    { piece: 'ram-right', x: 0, y: 0.16, size: 0.72, turn: 0 },
    { piece: 'brown-ram', x: -0.38, y: 0, size: 0.7, turn: 0 },
    { piece: 'black-ram', x: 0.38, y: 0, size: 0.7, turn: 0 },
  ],
  'farm-breakfast': [
    { piece: 'leafy', x: -0.5, y: 0.2, size: 0.5, turn: -10 },
    { piece: 'corn', x: -0.32, y: 0.3, size: 0.44, turn: -24 },
    { piece: 'black-ram', x: 0.16, y: 0, size: 1.04, turn: 0 },
  ],
  'farm-pens': [
    { piece: 'ram-right', x: -0.34, y: 0.24, size: 0.6, turn: 0 },
    { piece: 'hut', x: 0.1, y: 0, size: 1.16, turn: 0 },
  ],
  'farm-goats': [
    { piece: 'goat', x: 0.16, y: 0.08, size: 0.98, turn: 0 },
    { piece: 'goat', x: -0.38, y: -0.04, size: 0.7, turn: 0 },
  ],
  'farm-bull': [
    { piece: 'bucket', x: -0.46, y: 0.3, size: 0.42, turn: 0 },
    { piece: 'bull', x: 0.06, y: 0, size: 1.16, turn: 0 },
  ],
  'farm-ewe-and-lamb': [
    { piece: 'ewe-right', x: 0.4, y: 0.22, size: 0.5, turn: 0 },
    { piece: 'ewe', x: -0.14, y: 0, size: 1.04, turn: 0 },
  ],
  'farm-on-the-road': [
    { piece: 'pick-up-truck', x: 0, y: 0.12, size: 1.12, turn: 0 },
    { piece: 'brown-ram', x: 0.32, y: -0.16, size: 0.58, turn: 0 },
  ],
  'farm-video-offer': [
    { piece: 'video-camera', x: 0.44, y: 0.2, size: 0.6, turn: -4 },
    { piece: 'ram-right', x: -0.2, y: 0, size: 1.02, turn: 0 },
  ],
}
