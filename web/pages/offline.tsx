import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { CategorySummary } from '#contract/menu.ts'
import { useOffline } from '#web/api/network.ts'
import { queries } from '#web/api/queries.ts'
import { Link, useNavigation } from '#web/app/navigation/navigation.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { tiles } from '#web/ui/tiles.ts'

/** Stands in for a page that was never opened on this phone, while there is no network: with what can be read instead. */
export default function OfflinePage() {
  const { path, search, go } = useNavigation()
  const offline = useOffline()
  const { data: site } = useQuery(queries.site())
  const kept = useCachedCategories(site?.categories ?? [])
  const retry = () => path !== '/offline' && go(path + search, { replace: true })
  const networkIsBack = useEffectEvent(retry)

  // On with what was wanted.
  useEffect(() => {
    if (!offline) networkIsBack()
  }, [offline])

  return (
    <section className="page-width grid max-w-2xl gap-6 py-12 sm:py-20">
      <div className="grid justify-items-center gap-3 text-center">
        <h1 className="text-4xl">You are offline</h1>
        <p className="max-w-md text-soft">
          This page has not been opened on this phone yet, so it needs the network. Your cart is safe, and the fire is
          still burning.
        </p>
        {path !== '/offline' && (
          <Button onClick={retry} className="mt-2">
            Try again
          </Button>
        )}
        {!offline && path === '/offline' && (
          <Link to="/" className={buttonClass('primary', 'mt-2')}>
            Home
          </Link>
        )}
      </div>
      <nav aria-label="What you can read now" className="grid gap-3">
        <h2 className="text-xl">What you can read now</h2>
        <div className="grid grid-cols-2 gap-3">
          <Link to="/cart" className={buttonClass('secondary')}>
            Your cart
          </Link>
          <Link to="/orders" className={buttonClass('secondary')}>
            Your orders
          </Link>
        </div>
        {kept.length > 0 && (
          <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
            {kept.map(({ id, title, tile }) => (
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

/** The pages of the menu that were read on this phone. */
function useCachedCategories(all: readonly CategorySummary[]): readonly CategorySummary[] {
  const [kept, setKept] = useState<readonly string[]>([])
  useEffect(() => {
    import('#web/sync/cache/answers.ts').then(
      async ({ cachedCategories }) => setKept(await cachedCategories()),
      () => {},
    )
  }, [])
  return all.filter(({ id }) => kept.includes(id))
}
