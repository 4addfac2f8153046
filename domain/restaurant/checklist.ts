// What a new restaurant needs before its first customer can order.

/** Each point, and whether the restaurant can open without it. */
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

/** What is missing, in the order in which it is asked for. */
export function missing(done: Readonly<Record<Point, boolean>>): readonly Point[] {
  return allPoints.filter((point) => !done[point])
}

/** What keeps the restaurant closed. */
export function blocking(done: Readonly<Record<Point, boolean>>): readonly NecessaryPoint[] {
  return missing(done).filter((point): point is NecessaryPoint => points[point] === 'necessary')
}
