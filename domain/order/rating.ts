/** Milliseconds in which a rating can be given other words. */
export const changeableFor = 24 * 60 * 60_000

/** Characters of what is said with the stars. */
export const longestComment = 300

/** What each number of stars says, from one to five. */
export const words = ['Poor', 'Fair', 'Good', 'Very good', 'Excellent'] as const
