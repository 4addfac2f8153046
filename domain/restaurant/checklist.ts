// The preparations of a new restaurant for its first order.

/** A restaurant can open once its 'necessary' points are done. */
export const points = {
  name: 'necessary',
  contact: 'necessary',
  places: 'advised',
  accounts: 'necessary',
  hours: 'necessary',
  menu: 'necessary',
  'second-factor': 'advised',
  backup: 'advised',
  'public-address': 'advised',
} as const

export type Point = keyof typeof points

export type NecessaryPoint = { [Each in Point]: (typeof points)[Each] extends 'necessary' ? Each : never }[Point]

export const allPoints = Object.keys(points) as readonly Point[]

/** Returns the missing points in their order of display. */
export function missing(done: Readonly<Record<Point, boolean>>): readonly Point[] {
  return allPoints.filter((point) => !done[point])
}

/** Returns the missing points without which the restaurant cannot open. */
export function blocking(done: Readonly<Record<Point, boolean>>): readonly NecessaryPoint[] {
  return missing(done).filter((point): point is NecessaryPoint => points[point] === 'necessary')
}
