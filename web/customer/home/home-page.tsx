import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import * as Menu from '#domain/menu/menu.ts'
import { Link } from '#web/app/navigation/navigation.tsx'
import { useHydrated } from '#web/app/start-up/hydrated.ts'
import { ReadyBy } from '#web/customer/frame/ready-by.tsx'
import { About, Carousel } from '#web/customer/home/below-the-fold.tsx'
import { CategoryStrip } from '#web/customer/home/category-strip.tsx'
import { Hero } from '#web/customer/home/hero.tsx'
import { HowItWorks } from '#web/customer/home/how-it-works.tsx'
import { type Known, Welcome } from '#web/customer/home/welcome.tsx'
import { CartAction } from '#web/customer/menu/cart-action.tsx'
import { DishGrid } from '#web/customer/menu/dish-grid.tsx'
import { queries } from '#web/data/api/queries.ts'
import { useLastingError } from '#web/data/api/query-client.ts'
import { Trouble } from '#web/ui/boundary.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { clock } from '#web/ui/lagos-time.ts'
import { Marquee } from '#web/ui/motion/marquee.tsx'

async function loadKnown(): Promise<Known> {
  const [{ KnownCustomer }, { OrderAgain }] = await Promise.all([
    import('#web/customer/home/known-customer.tsx'),
    import('#web/customer/orders/order-again.tsx'),
  ])
  return (props) => <KnownCustomer {...props} OrderAgain={OrderAgain} />
}

export default function HomePage() {
  const { data: site, error: failed, refetch } = useQuery(queries.site())
  const error = useLastingError({ data: site, error: failed })
  const { data: home } = useQuery(queries.home())
  const { data: bestsellers } = useQuery(queries.bestsellers())
  const hydrated = useHydrated()

  if (!site) return error ? <Trouble error={error} onRetry={() => void refetch()} /> : null
  // Choose the leading category only after hydration: the server's page is the same for everybody, and may have been
  // rendered at another hour.
  const leading = hydrated ? Menu.leading(site.categories, clock(new Date().toISOString())) : undefined
  const to = leading ? `/menu/${leading.id}` : '/menu'
  // Sold-out dishes are left out, so that dishes further down the list move up.
  const sold = bestsellers?.items.filter(({ isAvailable }) => isAvailable) ?? []
  return (
    <>
      <Welcome load={loadKnown}>
        <Hero site={site} featured={home?.featured} to={to} />
      </Welcome>
      {sold.length > 0 && (
        <section aria-labelledby="bestsellers" className="page-width">
          <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 lg:mb-4">
            <h2 id="bestsellers" className="text-sheet lg:text-3xl">
              Bestseller
            </h2>
            <Link
              to={home?.featured?.to ?? '/menu'}
              className="inline-flex min-h-11 items-center gap-1.5 font-semibold text-control hover:text-ember"
            >
              See Our Full Menu <Icon name="arrow" className="size-4.5" />
            </Link>
          </div>
          <Suspense>
            <DishGrid items={sold} sources={bestsellers?.sources ?? {}} level={3} shape="tile" firstPictures={2} />
          </Suspense>
        </section>
      )}
      {/* A phone lays out each part of this content only after the first paint, when the part is about to scroll into
          view. */}
      <div className="max-sm:animate-wait max-sm:*:lay-out-near">
        {/* React hydrates the inside of Suspense last and in small parts, so a slow phone responds to touch
            meanwhile. */}
        <Suspense>
          <CategoryStrip categories={site.categories} leading={leading?.id} />
        </Suspense>
        {home && (
          <div className="overflow-clip py-3">
            <Marquee
              texts={home.marquee}
              to={home.slides.find(({ offer }) => offer)?.to ?? '/menu'}
              className="-mx-2 -rotate-1 px-2 text-lg sm:text-xl"
            />
          </div>
        )}
        {home && home.slides.length > 0 && <Carousel slides={home.slides} categories={site.categories} />}
        <HowItWorks accounts={home?.accountCount} />
        {home && <About about={home.about} testimonials={home.testimonials} />}
      </div>
      <CartAction>
        <div className="@container">
          <Link
            to={to}
            className={buttonClass(
              'primary',
              'min-h-13 w-full flex-wrap gap-y-0 px-[16px] py-1 leading-tight @max-[17em]:justify-start',
            )}
          >
            <span>Pick a dish</span>
            {/* The ready-by time. It is at the right or, in a narrow dock, on a line of its own, so that nothing moves
                when it arrives. */}
            <span className="grow text-right leading-7 @max-[17em]:basis-full @max-[17em]:text-left">
              <ReadyBy words="ready by" onEmber />
            </span>
          </Link>
        </div>
      </CartAction>
    </>
  )
}
