import { persisted } from '#web/data/storage/persisted.ts'

type Counts = Readonly<Record<string, number>>

/** The number of ordered portions after which all counts are halved, so that new favourites can overtake old ones. */
const remembered = 400

/** Portions of each dish that were ordered on this device, by dish id. */
export const orderedHere = persisted<Counts>('counter-dishes', {}, (stored) => {
  if (typeof stored !== 'object' || stored === null) return
  return Object.fromEntries(Object.entries(stored).filter(([, count]) => Number.isInteger(count) && count > 0))
})

export function withOrdered(
  counts: Counts,
  lines: readonly { readonly itemId: string; readonly quantity: number }[],
): Counts {
  const sum = { ...counts }
  for (const { itemId, quantity } of lines) sum[itemId] = (sum[itemId] ?? 0) + quantity
  const all = Object.values(sum).reduce((total, count) => total + count, 0)
  if (all <= remembered) return sum
  return Object.fromEntries(
    Object.entries(sum)
      .map(([id, count]) => [id, Math.floor(count / 2)] as const)
      .filter(([, count]) => count > 0),
  )
}

/** Sorts dishes by their counts; at equal counts bestsellers first, then by the menu's order. */
export function mostOrderedFirst<Dish extends { readonly id: string; readonly bestseller?: boolean | undefined }>(
  dishes: readonly Dish[],
  counts: Counts,
): Dish[] {
  const weight = ({ id, bestseller }: Dish) => (counts[id] ?? 0) + (bestseller ? 0.5 : 0)
  return dishes.toSorted((a, b) => weight(b) - weight(a))
}
