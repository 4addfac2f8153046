import { useState } from 'react'
import type { MenuItem } from '#contract/menu.ts'
import type { Sources } from '#domain/menu.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CustomiserSheet } from './customiser-sheet.tsx'
import { DishCard } from './dish-card.tsx'

type Props = {
  readonly items: readonly MenuItem[]
  /** Those of them that are shown. A dish that no longer is stays in the customiser that is open for it. */
  readonly shown?: readonly MenuItem[]
  readonly sources: Sources
  /** How the dishes' names stand under the heading above them. */
  readonly level?: 2 | 3
  /** Pictures that do not wait: those of the first row on a phone. */
  readonly firstPictures?: number
}

/** Dishes side by side, and the one customiser that all of them open. */
export function DishGrid({ items, shown = items, sources, level = 2, firstPictures = 2 }: Props) {
  const [chosen, setChosen] = useState<string>()
  const item = items.find(({ id }) => id === chosen)
  return (
    <>
      <ul className="dish-grid">
        {shown.map((item, index) => (
          <li key={item.id} className="grid">
            <DishCard
              item={item}
              sources={sources}
              level={level}
              first={index < firstPictures}
              onCustomise={() => setChosen(item.id)}
            />
          </li>
        ))}
      </ul>
      {item && <CustomiserSheet key={item.id} item={item} sources={sources} onClose={() => setChosen(undefined)} />}
    </>
  )
}

/** The grid while its dishes are on their way. */
export function DishGridSkeleton() {
  return (
    <div role="status" aria-label="Loading the dishes" className="dish-grid">
      {Array.from({ length: 8 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: eight places, alike and without an order
        <Skeleton key={index} className="h-80 rounded-card" />
      ))}
    </div>
  )
}
