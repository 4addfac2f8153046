/** As time zone databases name it. */
export const zone = 'Africa/Lagos'

/** Milliseconds that Lagos is ahead of UTC, all year. */
export const ahead = 60 * 60_000

/** Milliseconds of every day, because clocks are never changed. */
export const dayLength = 24 * ahead
