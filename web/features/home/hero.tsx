import type { Home } from '#contract/home.ts'
import type { ReadyPromise, Site } from '#contract/site.ts'
import { Link } from '#web/app/navigation/navigation.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { clock } from '#web/ui/lagos-time.ts'
import { Picture } from '#web/ui/picture.tsx'

type Props = {
  readonly site: Site
  readonly promise: ReadyPromise | undefined
  readonly featured: Home['featured']
}

/** The head of the home page: the restaurant, and when an order placed now would be ready (HOME-1). */
export function Hero({ site, promise, featured }: Props) {
  const words = site.tagline.split(' ')
  const last = words.pop()
  return (
    <section className="page-width grid grid-cols-[minmax(0,1fr)] items-center gap-4 pt-3 pb-8 sm:gap-6 lg:grid-cols-[6fr_5fr] lg:gap-12 lg:pt-8 lg:pb-12">
      <div className="tile-ember overflow-hidden rounded-sheet lg:order-2">
        <Picture
          picture={site.hero}
          hero
          sizes="(width >= 64rem) 34rem, (width >= 40rem) 40rem, 15rem"
          first
          className="h-44 w-full object-cover sm:h-72 lg:aspect-4/3 lg:h-auto"
        />
      </div>
      <div>
        <h1 className="text-5xl sm:text-6xl xl:text-7xl">
          {words.join(' ')} <span className="text-ember">{last}</span>
        </h1>
        <p className="mt-3 max-w-lg text-pretty text-soft sm:mt-4 sm:text-lg">{site.description}</p>
        <div className="mt-4 flex flex-wrap items-stretch gap-3 sm:mt-5">
          <p className="flex min-h-13 items-center gap-3 rounded-control bg-raise2 px-4 py-2 font-semibold">
            <Icon name="clock" className="size-6 text-promise" />
            <span>
              {promise ? (
                <>
                  Order now, ready by{' '}
                  <time dateTime={promise.readyBy} className="figures text-promise text-xl">
                    {clock(promise.readyBy)}
                  </time>
                </>
              ) : (
                `Ready in ${site.preparation.least} to ${site.preparation.most} minutes`
              )}
            </span>
          </p>
        </div>
        <p className="mt-2 text-sm text-soft">
          {site.preparation.least} to {site.preparation.most} minutes · {site.openingHours}
        </p>
        <div className="mt-4 flex flex-wrap gap-3 sm:mt-5">
          <Link to="/menu" className={buttonClass('primary', 'text-lg')}>
            Order Now
          </Link>
          {featured && (
            <Link to={featured.to} className={buttonClass('secondary', 'text-lg')}>
              {featured.label}
            </Link>
          )}
        </div>
      </div>
    </section>
  )
}
