/** When a category leads the menu. Times of day, '16:00'; over midnight where `until` is earlier than `from`. */
export type Hours = { readonly from: string; readonly until: string }

/**
 * The category that leads the menu at a time of day ('21:40'): the first whose hours contain it, or the first category where
 * none does. Undefined without categories.
 */
export function leading<Category extends { readonly hours?: Hours }>(
  categories: readonly Category[],
  time: string,
): Category | undefined {
  return categories.find(({ hours }) => hours && contains(hours, time)) ?? categories[0]
}

/** Times of day compare as texts. */
function contains({ from, until }: Hours, time: string): boolean {
  return from <= until ? from <= time && time < until : from <= time || time < until
}
