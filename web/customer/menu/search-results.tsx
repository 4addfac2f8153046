import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { search } from '#domain/menu/search.ts'
import { Link } from '#web/app/navigation/navigation.tsx'
import { queries } from '#web/data/api/queries.ts'
import { useLastingError } from '#web/data/api/query-client.ts'
import { findableOf } from '#web/orders/dish-index.ts'
import { Trouble } from '#web/ui/boundary.tsx'
import { textButtonClass } from '#web/ui/text-button.tsx'
import { DishGridSkeleton } from './dish-grid.tsx'
import FilterButtons from './filter-buttons.tsx'
import { FilteredDishes } from './filtered-dishes.tsx'
import { useFilters } from './filters.ts'
import { searchFor } from './search-field.tsx'

/** The number of dishes shown at first, because one or two letters may match half the menu. */
const atOnce = 24

/** The results of a search in the whole menu. If nothing was found, shows a sentence and then `children`. */
export default function SearchResults({ words, children }: { words: string; children: ReactNode }) {
  const { data: menu, error: failed, refetch } = useQuery(queries.wholeMenu())
  const error = useLastingError({ data: menu, error: failed })
  const filters = useFilters()
  const [whollyShown, setWhollyShown] = useState<string>()
  const findable = useMemo(() => menu && findableOf(menu), [menu])
  const found = useMemo(() => findable && search(findable, words), [findable, words])
  const dishes = useMemo(() => found?.dishes.map(({ item }) => item) ?? [], [found])

  if (!menu || !found) return error ? <Trouble error={error} onRetry={() => void refetch()} /> : <DishGridSkeleton />
  if (dishes.length === 0) {
    return (
      <>
        <p role="status" className="mt-3 wrap-anywhere">
          Nothing on the menu matches “{words.trim()}”. Try fewer letters, or a category:
        </p>
        {children}
      </>
    )
  }
  return (
    <>
      {found.meant !== undefined && (
        <p>
          Did you mean{' '}
          <Link to={searchFor(found.meant)} className={textButtonClass}>
            {found.meant}?
          </Link>
        </p>
      )}
      <FilterButtons items={dishes} filters={filters} />
      <FilteredDishes
        items={dishes}
        sources={menu.sources}
        filters={filters}
        words={words.trim()}
        {...(whollyShown !== words && { most: atOnce })}
        onAll={() => setWhollyShown(words)}
      />
    </>
  )
}
