import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { queries } from '#web/api/queries.ts'
import { Link } from '#web/app/navigation/navigation.tsx'
import { useHydrated } from '#web/app/start-up/hydrated.ts'
import { About, Carousel } from '#web/features/home/below-the-fold.tsx'
import { CategoryStrip } from '#web/features/home/category-strip.tsx'
import { Hero } from '#web/features/home/hero.tsx'
import { HowItWorks } from '#web/features/home/how-it-works.tsx'
import { useCustomiserAhead } from '#web/features/menu/customiser-sheet.tsx'
import { DishGrid } from '#web/features/menu/dish-grid.tsx'
import { Trouble } from '#web/ui/boundary.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Marquee } from '#web/ui/marquee.tsx'
import { useNear } from '#web/ui/near.ts'

export default function HomePage() {
  const { data: site, error, refetch } = useQuery(queries.site())
  const { data: home } = useQuery(queries.home())
  const { data: bestsellers } = useQuery(queries.bestsellers())
  // The page may have been rendered a while ago, and a ready-by time must be fresh.
  const { data: promise } = useQuery({ ...queries.promise(), refetchOnMount: 'always' })
  const [dishes, near] = useNear<HTMLElement>(false)
  const hydrated = useHydrated()
  useCustomiserAhead(near)

  if (!site) return error ? <Trouble error={error} onRetry={() => void refetch()} /> : null
  return (
    <>
      <Hero site={site} promise={promise} />
      {home && (
        <div className="overflow-clip py-3">
          <Marquee
            texts={home.marquee}
            to={home.slides.find(({ offer }) => offer)?.to ?? '/menu'}
            className="-mx-2 -rotate-1 px-2 text-lg sm:text-xl"
          />
        </div>
      )}
      {/* React hydrates what is in Suspense last and in parts, so that a slow phone responds to taps meanwhile. */}
      <Suspense>
        <CategoryStrip categories={site.categories} />
      </Suspense>
      {/* On a phone only the first screen is laid out before the first paint. */}
      <div className={hydrated ? '' : 'max-sm:wait-for-paint'}>
        {home && <Carousel slides={home.slides} />}
        {bestsellers && bestsellers.items.length > 0 && (
          <section ref={dishes} className="page-width pt-8">
            <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4">
              <h2 className="text-3xl">Bestseller</h2>
              <Link
                to="/menu/grills"
                className="inline-flex min-h-11 items-center gap-2 font-semibold hover:text-ember"
              >
                See Our Full Menu <Icon name="arrow" />
              </Link>
            </div>
            <Suspense>
              <DishGrid items={bestsellers.items} sources={bestsellers.sources} level={3} firstPictures={0} />
            </Suspense>
          </section>
        )}
        <HowItWorks />
        {home && <About about={home.about} testimonials={home.testimonials} />}
      </div>
    </>
  )
}
