import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import type { Params } from '#web/app/navigation/pages.ts'
import { ReadyBy } from '#web/customer/frame/ready-by.tsx'
import { CartAction } from '#web/customer/menu/cart-action.tsx'
import { CartBesideMenu } from '#web/customer/menu/cart-beside-menu.tsx'
import { CategoryDishes } from '#web/customer/menu/category-dishes.tsx'
import { CategoryNav, NextCategory } from '#web/customer/menu/category-nav.tsx'
import { DishGridSkeleton } from '#web/customer/menu/dish-grid.tsx'
import { ApiFailure } from '#web/data/api/client.ts'
import { queries } from '#web/data/api/queries.ts'
import { useLastingError } from '#web/data/api/query-client.ts'
import { toastFailed } from '#web/data/toast.ts'
import { useCustomiserAhead } from '#web/orders/dishes/customiser-ahead.ts'
import { Trouble } from '#web/ui/boundary.tsx'
import { Marquee } from '#web/ui/motion/marquee.tsx'

const loadCart = () => import('#web/customer/cart/side-cart.tsx').then(({ SideCart }) => SideCart)

export default function MenuPage({ params: { category = '' } }: { params: Params }) {
  const { data: site } = useQuery(queries.site())
  const { data: menu, error: failed, refetch } = useQuery(queries.category(category))
  const error = useLastingError({ data: menu, error: failed }, category)
  useCustomiserAhead()

  // If the category has left the menu, its cached dishes are not shown, because they cannot be ordered.
  const isGone = error instanceof ApiFailure && error.problem.code === 'not-found'

  // MENU-18: after a failure the page keeps its last list. Only a page that offers sides shows a toast about the
  // failure.
  const wantsSides = site?.showSides.includes(category)
  useEffect(() => {
    if (!error) return
    if (wantsSides) toastFailed('Failed to fetch sides. Please try again.')
    else console.error(error)
  }, [error, wantsSides])

  const categories = site?.categories ?? []
  return (
    <div className="page-width menu-columns">
      <CategoryNav categories={categories} current={category} />
      <div className="min-w-0">
        {menu && !isGone ? (
          <>
            {menu.category.banner && (
              <div className="mb-3">
                <Marquee
                  texts={[menu.category.banner.text]}
                  to={menu.category.banner.link}
                  className="rounded-control"
                />
              </div>
            )}
            {/* Hydrated last and in parts, so a slow phone responds to touch meanwhile. */}
            <Suspense>
              <CategoryDishes menu={menu} />
            </Suspense>
            <NextCategory categories={categories} current={category} />
          </>
        ) : error ? (
          <Trouble error={error} onRetry={() => void refetch()} />
        ) : (
          <DishGridSkeleton />
        )}
      </div>
      <CartBesideMenu load={loadCart} />
      <CartAction>
        <p className="flex min-h-13 flex-wrap items-center gap-x-2 px-1 leading-tight">
          <ReadyBy />
        </p>
      </CartAction>
    </div>
  )
}
