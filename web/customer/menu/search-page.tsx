import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { CategorySummary } from '#contract/menu/menu.ts'
import { Link, useNavigation } from '#web/app/navigation/navigation.tsx'
import { useHydrated } from '#web/app/start-up/hydrated.ts'
import { part } from '#web/app/start-up/retry-import.ts'
import { CartAction } from '#web/customer/menu/cart-action.tsx'
import { CartBesideMenu } from '#web/customer/menu/cart-beside-menu.tsx'
import { CategoryNav } from '#web/customer/menu/category-nav.tsx'
import { DishGridSkeleton } from '#web/customer/menu/dish-grid.tsx'
import { SearchField, searchFor } from '#web/customer/menu/search-field.tsx'
import { queries } from '#web/data/api/queries.ts'
import { useCustomiserAhead } from '#web/orders/dishes/customiser-ahead.ts'

const SearchResults = part(() => import('#web/customer/menu/search-results.tsx'))
const loadCart = () => import('#web/customer/cart/side-cart.tsx').then(({ SideCart }) => SideCart)

/** The pause in typing, in milliseconds, after which the search runs. */
const pause = 120

/** Searches while the person types. The address contains the search, so it can be shared and restored. */
export default function SearchPage() {
  const { data: site } = useQuery(queries.site())
  const client = useQueryClient()
  const { search: query, restate } = useNavigation()
  useCustomiserAhead()
  useEffect(() => {
    void SearchResults.load()
    void client.prefetchQuery(queries.wholeMenu())
  }, [client])

  // The server renders the same page for all searches, so the words are known only after hydration.
  const hydrated = useHydrated()
  const wanted = (hydrated && new URLSearchParams(query).get('q')) || ''
  const [typed, setTyped] = useState(wanted)
  const [last, setLast] = useState(wanted)
  if (last !== wanted) {
    setLast(wanted)
    setTyped(wanted)
  }
  // Set `last` before the address changes. Otherwise the code above would replace what the person has typed since.
  const ask = useCallback(
    (words: string) => {
      setLast(words)
      restate(searchFor(words))
    },
    [restate],
  )
  useEffect(() => {
    if (typed === wanted) return
    const timer = setTimeout(() => ask(typed), pause)
    return () => clearTimeout(timer)
  }, [typed, wanted, ask])

  // Focus the field if the address contains no search. `wanted` is not known in the first render, so read the address.
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!new URLSearchParams(location.search).get('q')) field.current?.focus()
  }, [])

  const results = useRef<HTMLElement>(null)
  const words = wanted.trim()
  const categories = site?.categories ?? []
  const suggestions = <Suggestions categories={categories} />

  return (
    <div className="page-width menu-columns">
      <CategoryNav categories={categories} current="" />
      <div className="min-w-0">
        <div className="mb-2 items-center justify-between gap-6 lg:mb-4 lg:flex">
          <h1 className="text-page lg:text-4xl max-lg:sr-only">Search</h1>
          <SearchField
            live={{
              field,
              typed,
              onType: setTyped,
              onEnter: () => {
                ask(typed)
                // Moving the focus closes a phone's keyboard, and the next Tab goes to the first dish.
                results.current?.focus()
              },
            }}
            className="lg:w-96"
          />
        </div>
        <noscript>
          <p>Search needs JavaScript, which is off here. The whole menu is in these categories.</p>
        </noscript>
        <section ref={results} tabIndex={-1} aria-label="Results" className="outline-none">
          {words === '' ? (
            <>
              <p role="status" className="mt-3">
                What do you feel like?
              </p>
              {suggestions}
            </>
          ) : (
            <SearchResults words={wanted} fallback={<DishGridSkeleton />}>
              {suggestions}
            </SearchResults>
          )}
        </section>
      </div>
      <CartBesideMenu load={loadCart} />
      <CartAction />
    </div>
  )
}

function Suggestions({ categories }: { categories: readonly CategorySummary[] }) {
  return (
    <ul aria-label="Categories" className="mt-3 flex flex-wrap gap-2">
      {categories.map(({ id, title }) => (
        <li key={id}>
          <Link
            to={`/menu/${id}`}
            className="flex min-h-11 items-center rounded-full bg-raise2 px-4 font-semibold text-sm hover:brightness-105"
          >
            {title}
          </Link>
        </li>
      ))}
    </ul>
  )
}
