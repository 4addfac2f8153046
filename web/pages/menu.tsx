import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { queries } from '#web/api/queries.ts'
import type { Params } from '#web/app/navigation/pages.ts'
import { CategoryNav, NextCategory } from '#web/features/menu/category-nav.tsx'
import { useCustomiserAhead } from '#web/features/menu/customiser-sheet.tsx'
import { DishGridSkeleton } from '#web/features/menu/dish-grid.tsx'
import { FilteredDishes } from '#web/features/menu/filtered-dishes.tsx'
import { SearchField } from '#web/features/menu/search-field.tsx'
import { Trouble } from '#web/ui/boundary.tsx'
import { Marquee } from '#web/ui/marquee.tsx'
import { toast, toastTime } from '#web/ui/toast.tsx'

export default function MenuPage({ params: { category = '' } }: { params: Params }) {
  const { data: site } = useQuery(queries.site())
  const { data: menu, error, refetch } = useQuery(queries.category(category))
  useCustomiserAhead()

  // MENU-18: the list stays as it was. Only a page whose dishes take sides says that the sides may be old.
  const wantsSides = site?.showSides.includes(category)
  useEffect(() => {
    if (!error) return
    if (wantsSides) toast('Failed to fetch sides. Please try again.', { kind: 'bad', duration: toastTime.longer })
    else console.error(error)
  }, [error, wantsSides])

  const categories = site?.categories ?? []
  return (
    <div className="page-width grid grid-cols-[minmax(0,1fr)] items-start gap-4 pt-4 pb-16 lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-8 lg:pt-8">
      <CategoryNav categories={categories} current={category} />
      <div className="min-w-0">
        {menu ? (
          <>
            <div className="mb-2 items-center justify-between gap-6 lg:mb-4 lg:flex">
              {/* On a phone the drop-down above shows the title. */}
              <h1 className="text-4xl max-lg:sr-only">{menu.category.title}</h1>
              <SearchField className="lg:w-96" />
            </div>
            {menu.category.banner && (
              <div className="mb-2">
                <Marquee
                  texts={[menu.category.banner.text]}
                  to={menu.category.banner.link}
                  className="rounded-control"
                />
              </div>
            )}
            {/* Hydrated last and in parts, so that a slow phone responds to taps meanwhile. */}
            <Suspense>
              <FilteredDishes items={menu.items} sources={menu.sources} />
            </Suspense>
            <NextCategory categories={categories} current={category} />
          </>
        ) : error ? (
          <Trouble error={error} onRetry={() => void refetch()} />
        ) : (
          <DishGridSkeleton />
        )}
      </div>
    </div>
  )
}
