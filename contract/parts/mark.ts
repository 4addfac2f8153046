/**
 * The default logo, a flame around a smaller flame, as SVG paths. The navigation bar, icons and cards draw this logo.
 */
export const mark = {
  /** The width and height of the square canvas, in SVG units. */
  ground: 32,
  /** The smallest square around the logo: left, top and width. */
  bounds: [2.5, 2, 27.5],
  flame:
    'M17 2c1.2 4.8 4 6.6 6 9.6 1.6 2.4 2.5 5 2.5 7.9 0 5.8-4.2 10-9.5 10s-9.5-4-9.5-9.6c0-3.7 1.9-6.5 4-8.9.5 2 1.3 3.2 2.7 3.9C13 10.5 14 6 17 2Z',
  heart:
    'M16.8 15c.5 2.6 3.9 4 3.9 8 0 3-2.1 5-4.7 5s-4.7-1.9-4.7-4.7c0-2 .9-3.4 2.2-4.6.3 1.2.8 1.8 1.6 2.1-.1-2.1.4-4.1 1.7-5.8Z',
} as const
