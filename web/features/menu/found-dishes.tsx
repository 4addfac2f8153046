import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { CategoryPage } from '#contract/menu.ts'
import { search } from '#domain/search.ts'
import { queries } from '#web/api/queries.ts'
import { Link } from '#web/app/navigation/navigation.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { findableOf } from '#web/ui/order/dish-index.ts'
import { DishGrid } from './dish-grid.tsx'
import type { Filters } from './filters.ts'
import { searchFor } from './search-field.tsx'

/** The most dishes of other categories that are shown; the search page has the rest. */
const mostElsewhere = 8

/** What a search finds: in this category first, then on the rest of the menu once that has come. */
export default function FoundDishes({ menu, words, filters }: { menu: CategoryPage; words: string; filters: Filters }) {
  const { data: whole } = useQuery(queries.wholeMenu())
  const here = useMemo(() => findableOf({ ...menu, called: {} }), [menu])
  const others = useMemo(
    () => whole && findableOf(whole).filter(({ item }) => item.category !== menu.category.id),
    [whole, menu.category.id],
  )
  const found = search(here, words)
    .dishes.map(({ item }) => item)
    .filter(filters.keeps)
  const elsewhere =
    others &&
    search(others, words)
      .dishes.map(({ item }) => item)
      .filter(filters.keeps)
  const count = (dishes: readonly unknown[]) => `${dishes.length} ${dishes.length === 1 ? 'dish' : 'dishes'}`
  return (
    <>
      <p role="status" className="mb-2 text-sm text-soft">
        {count(found)} for “{words}” in {menu.category.title}
        {elsewhere && `, ${elsewhere.length} on the rest of the menu`}
      </p>
      <DishGrid items={menu.items} shown={found} sources={menu.sources} />
      {whole && elsewhere && elsewhere.length > 0 && (
        <section aria-labelledby="elsewhere">
          <div className="mt-6 mb-3 flex flex-wrap items-center justify-between gap-x-4">
            <h2 id="elsewhere" className="text-sheet">
              On the rest of the menu
            </h2>
            {elsewhere.length > mostElsewhere && (
              <Link
                to={searchFor(words)}
                className="inline-flex min-h-11 items-center gap-1.5 font-semibold hover:text-ember"
              >
                All results <Icon name="arrow" className="size-4.5" />
              </Link>
            )}
          </div>
          <DishGrid
            items={whole.items}
            shown={elsewhere.slice(0, mostElsewhere)}
            sources={whole.sources}
            level={3}
            firstPictures={0}
          />
        </section>
      )}
    </>
  )
}
