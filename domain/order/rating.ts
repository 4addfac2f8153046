/** The time for which a rating can be edited, in milliseconds. */
export const changeableFor = 24 * 60 * 60_000

/** The longest comment of a rating, in characters. */
export const longestComment = 300

/** The word for each number of stars, from one to five. */
export const words = ['Poor', 'Fair', 'Good', 'Very good', 'Excellent'] as const
