import { useState } from 'react'
import type { MenuItem } from '#contract/menu.ts'
import type { Sources } from '#domain/menu.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CustomiserSheet } from './customiser-sheet.tsx'
import { DishCard } from './dish-card.tsx'

type Props = {
  readonly items: readonly MenuItem[]
  /** The shown part of `items`. A dish that is filtered out stays in its open customiser. */
  readonly shown?: readonly MenuItem[]
  readonly sources: Sources
  /** The heading level of the dishes' names. */
  readonly level?: 2 | 3
  /** The number of pictures that load at once: those of the first row on a phone. */
  readonly firstPictures?: number
}

/** A grid of dishes and their customiser. */
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

/** Shown while the dishes load. */
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
