import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { CategoryPage, MenuItem } from '#contract/menu/menu.ts'
import { search } from '#domain/menu/search.ts'
import { Link } from '#web/app/navigation/navigation.tsx'
import { queries } from '#web/data/api/queries.ts'
import { findableOf } from '#web/orders/dish-index.ts'
import { Icon } from '#web/ui/icon.tsx'
import { DishGrid } from './dish-grid.tsx'
import type { Filters } from './filters.ts'
import { searchFor } from './search-field.tsx'

/** The most dishes of other categories that are shown; the search page shows the others. */
const mostElsewhere = 8

/** The results of a search: first of this category, then of the rest of the menu once it has loaded. */
export default function FoundDishes({ menu, words, filters }: { menu: CategoryPage; words: string; filters: Filters }) {
  const { data: whole } = useQuery(queries.wholeMenu())
  const isHere = ({ category }: MenuItem) => category === menu.category.id
  // Search the category together with the rest of the menu. Choices are searched only if no dish matches, so a search
  // for 'rice' in the grills alone would find every grill, because each offers rice as a side.
  const findable = useMemo(() => {
    const others = whole ? findableOf(whole).filter(({ item }) => item.category !== menu.category.id) : []
    return [...findableOf({ ...menu, called: {} }), ...others]
  }, [menu, whole])
  const all = search(findable, words)
    .dishes.map(({ item }) => item)
    .filter(filters.keeps)
  const found = all.filter(isHere)
  const elsewhere = all.filter((item) => !isHere(item))
  const count = (dishes: readonly unknown[]) => `${dishes.length} ${dishes.length === 1 ? 'dish' : 'dishes'}`
  return (
    <>
      <p role="status" className="mb-2 text-sm text-soft">
        {whole && all.length === 0
          ? `Nothing on the menu matches “${words}”. Try fewer letters.`
          : `${count(found)} for “${words}” in ${menu.category.title}${whole ? `, ${elsewhere.length} on the rest of the menu` : ''}`}
      </p>
      <DishGrid items={menu.items} shown={found} sources={menu.sources} />
      {whole && elsewhere.length > 0 && (
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
