import type { Home } from '#contract/home.ts'
import type { Site } from '#contract/site.ts'
import { Link } from '#web/app/navigation/navigation.tsx'
import { ReadyBy } from '#web/customer/frame/ready-by.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Picture } from '#web/ui/picture.tsx'

type Props = {
  readonly site: Site
  readonly featured: Home['featured']
  /** The target of the button: the category that leads the menu at this time of day. */
  readonly to: string
}

/**
 * The head of the home page for an unknown visitor: the restaurant, and when an order placed now would be ready
 * (HOME-1).
 */
export function Hero({ site, featured, to }: Props) {
  const words = site.tagline.split(' ')
  const last = words.pop()
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] items-center gap-3 lg:grid-cols-[6fr_5fr] lg:gap-12">
      <div className="tile-ember overflow-hidden rounded-sheet lg:order-2">
        <Picture
          picture={site.hero}
          large
          sizes="(width >= 64rem) 34rem, (width >= 40rem) 40rem, 15rem"
          first
          className="h-[144px] w-full object-cover sm:h-64 lg:aspect-13/8 lg:h-auto"
        />
      </div>
      <div>
        <h1 className="text-[min(2.625rem,21vw)] leading-none sm:text-6xl xl:text-[5.25rem]">
          {words.join(' ')} <span className="text-ember">{last}</span>
        </h1>
        <p className="mt-2 max-w-lg text-pretty text-control text-soft sm:text-lg lg:mt-4">{site.description}</p>
        <p className="mt-1 text-soft text-sm">
          {site.preparation.least} to {site.preparation.most} minutes · {site.openingHours}
        </p>
        {/* Hidden on a narrow screen, whose dock shows the button and the ready-by time. */}
        <div className="mt-5 flex flex-wrap gap-3 max-lg:hidden">
          <Link to={to} className={buttonClass('primary', 'min-h-14 px-6')}>
            Pick a dish
          </Link>
          <p className="flex min-h-14 items-center gap-3 rounded-control bg-raise2 px-4 font-semibold">
            <Icon name="clock" className="size-5 text-promise" />
            <span>
              <ReadyBy />
            </span>
          </p>
          {featured && (
            <Link to={featured.to} className={buttonClass('secondary', 'min-h-14')}>
              {featured.label}
            </Link>
          )}
        </div>
      </div>
    </section>
  )
}
