import { type ComponentProps, memo, Suspense, useEffect, useMemo, useState } from 'react'
import type { MenuItem } from '#contract/menu/menu.ts'
import type { Sources } from '#domain/menu/menu.ts'
import * as Menu from '#domain/menu/menu.ts'
import { prefersReducedData } from '#web/app/navigation/preferences.ts'
import { afterFirstPaint } from '#web/app/start-up/after-first-paint.ts'
import { part } from '#web/app/start-up/retry-import.ts'
import { useDetails } from '#web/data/storage/details-store.ts'
import { type CardShape, DishCard } from '#web/orders/dishes/dish-card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const CustomiserSheet = part(() => import('#web/orders/dishes/customiser-sheet.tsx'))

type Props = {
  readonly items: readonly MenuItem[]
  /** The dishes of `items` that the grid shows. An open customiser stays open even if a filter hides its dish. */
  readonly shown?: readonly MenuItem[]
  readonly sources: Sources
  readonly level?: 2 | 3
  /** The number of pictures that load immediately: the first row on a phone. */
  readonly firstPictures?: number
  readonly shape?: Exclude<CardShape, 'lead'>
  /** True to show the first dish with a large picture on a phone. */
  readonly lead?: boolean
}

/** A grid of dishes and their customiser, for the time chosen in the cart. */
export function DishGrid({
  items,
  shown = items,
  sources: sourcesNow,
  level = 2,
  firstPictures = 3,
  shape = 'row',
  lead = false,
}: Props) {
  const [chosen, setChosen] = useState<string>()
  const { slot } = useDetails()
  const item = items.find(({ id }) => id === chosen)
  const sources = useMemo(() => Menu.sourcesAt(sourcesNow, slot), [sourcesNow, slot])
  useEffect(() => {
    if (!prefersReducedData()) void afterFirstPaint(CustomiserSheet.load)
  }, [])
  return (
    <>
      <ul className={shape === 'tile' ? 'tile-grid' : 'dish-grid'}>
        {shown.map((item, index) => (
          <li key={item.id}>
            <Dish
              item={Menu.dishAt(item, slot)}
              sources={sources}
              slot={slot}
              level={level}
              first={index < firstPictures}
              shape={lead && index === 0 ? 'lead' : shape}
              onCustomise={setChosen}
            />
          </li>
        ))}
      </ul>
      {item && (
        <CustomiserSheet
          key={item.id}
          item={Menu.dishAt(item, slot)}
          sources={sources}
          onClose={() => setChosen(undefined)}
        />
      )}
    </>
  )
}

type DishProps = Omit<ComponentProps<typeof DishCard>, 'onCustomise'> & { readonly onCustomise: (id: string) => void }

/**
 * Each dish is hydrated separately, so a slow phone can respond to a press in between. Memoised: if the props of a dish
 * changed before its hydration, React would hydrate the dish at once and then render the page a second time.
 */
const Dish = memo(function Dish({ onCustomise, ...dish }: DishProps) {
  return (
    <Suspense>
      <DishCard {...dish} onCustomise={() => onCustomise(dish.item.id)} />
    </Suspense>
  )
})

export function DishGridSkeleton() {
  return (
    <div role="status" aria-label="Loading the dishes" className="dish-grid">
      {Array.from({ length: 8 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: eight places, alike and without an order
        <Skeleton key={index} className="h-[138px] rounded-card lg:h-[330px]" />
      ))}
    </div>
  )
}
