import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { CategorySummary } from '#contract/menu/menu.ts'
import * as Phone from '#domain/text/phone.ts'
import { Link, useNavigation } from '#web/app/navigation/navigation.tsx'
import { useOffline } from '#web/data/api/network.ts'
import { queries } from '#web/data/api/queries.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { tiles } from '#web/ui/tiles.ts'

/** As many columns as fit; one if the text is very large. */
const columns = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,8.5rem),1fr))] gap-3'

/** Shown while the browser is offline, in place of a page that is not cached. Links to the pages that are cached. */
export default function OfflinePage() {
  const { path, search, go } = useNavigation()
  const offline = useOffline()
  const { data: site } = useQuery(queries.site())
  const cached = useCachedCategories(site?.categories ?? [])
  const retry = () => path !== '/offline' && go(path + search, { replace: true })
  const networkIsBack = useEffectEvent(retry)

  // Open the page of the current address once the network returns.
  useEffect(() => {
    if (!offline) networkIsBack()
  }, [offline])

  return (
    <section className="page-width grid max-w-2xl gap-6 py-12 sm:py-20">
      <div className="grid justify-items-center gap-3 text-center">
        <h1 className="text-4xl">You are offline</h1>
        <p className="max-w-md text-soft">
          This page has not been opened on this phone yet, so it needs the network. Your cart is safe.
        </p>
        {path !== '/offline' && (
          <Button onClick={retry} className="mt-2">
            Try again
          </Button>
        )}
        {site && (
          <a href={`tel:${site.phone}`} className={buttonClass('secondary')}>
            Order by phone: {Phone.format(site.phone)}
          </a>
        )}
        {!offline && path === '/offline' && (
          <Link to="/" className={buttonClass('primary', 'mt-2')}>
            Home
          </Link>
        )}
      </div>
      <nav aria-label="What you can read now" className="grid gap-3">
        <h2 className="text-xl">What you can read now</h2>
        <div className={columns}>
          <Link to="/cart" className={buttonClass('secondary')}>
            Your cart
          </Link>
          <Link to="/orders" className={buttonClass('secondary')}>
            Your orders
          </Link>
        </div>
        {cached.length > 0 && (
          <ul className={columns}>
            {cached.map(({ id, title, tile }) => (
              <li key={id} className="grid">
                <Link
                  to={`/menu/${id}`}
                  className={`flex min-h-14 items-center rounded-control px-4 py-2 font-semibold ${tiles[tile]}`}
                >
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </nav>
    </section>
  )
}

function useCachedCategories(all: readonly CategorySummary[]): readonly CategorySummary[] {
  const [cached, setCached] = useState<readonly string[]>([])
  useEffect(() => {
    import('#web/data/cache/answers.ts').then(
      async ({ cachedCategories }) => setCached(await cachedCategories()),
      () => {},
    )
  }, [])
  return all.filter(({ id }) => cached.includes(id))
}
