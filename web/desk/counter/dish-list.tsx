import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import type { CategorySummary, MenuItem, WholeMenu } from '#contract/menu/menu.ts'
import * as Menu from '#domain/menu/menu.ts'
import { search } from '#domain/menu/search.ts'
import { usePersisted } from '#web/data/storage/persisted.ts'
import { findableOf } from '#web/orders/dish-index.ts'
import { DishSearch } from '#web/orders/dish-search.tsx'
import { Kbd } from '#web/staff/kbd.tsx'
import { Button } from '#web/ui/button.tsx'
import { Price } from '#web/ui/price.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { goToOrder } from './counter-panel.tsx'
import { Keypad } from './keypad.tsx'
import { mostOrderedFirst, orderedHere } from './most-ordered.ts'

type Props = {
  readonly menu: UseQueryResult<WholeMenu>
  readonly categories: readonly CategorySummary[]
  readonly onChoose: (item: MenuItem) => void
  /** Of the next dish. */
  readonly portions: number
  readonly onPortions: (portions: number) => void
  /** Below the dishes. */
  readonly children: ReactNode
}

/** What the counter shows first: about what fits a screen. */
const favourites = { id: 'most-ordered', title: 'Most ordered', most: 16 } as const

/** The menu of the counter: names and prices, without pictures. */
export function DishList({
  menu: { data: menu, isError, refetch },
  categories,
  onChoose,
  portions,
  onPortions,
  children,
}: Props) {
  const [words, setWords] = useState('')
  const counts = usePersisted(orderedHere)
  const [category, setCategory] = useState<string>(favourites.id)
  const findable = useMemo(() => menu && findableOf(menu), [menu])
  const typed = words.trim()
  const items =
    typed === ''
      ? menu &&
        mostOrderedFirst(
          menu.items.filter((item) => category === favourites.id || item.category === category),
          counts,
        ).slice(0, category === favourites.id ? favourites.most : undefined)
      : findable && search(findable, typed).dishes.map(({ item }) => item)
  const first = typed === '' ? undefined : items?.find(({ isAvailable }) => isAvailable)

  function enter() {
    if (typed === '') return goToOrder()
    if (!first) return
    onChoose(first)
    setWords('')
  }

  return (
    <section aria-labelledby="dishes" className="min-h-0 px-4 pb-6 lg:overflow-y-auto">
      <h2 id="dishes" className="sr-only">
        Dishes
      </h2>
      <DishSearch
        words={words}
        onWords={setWords}
        categories={[favourites, ...categories]}
        category={category}
        onCategory={setCategory}
        hint="Enter adds the first dish. With nothing typed, it goes to the order."
        onEnter={enter}
      />
      <Keypad portions={portions} onPortions={onPortions} />
      <p role="status" className="min-h-9 pt-3 pb-1 text-sm text-soft">
        {items
          ? items.length === 0
            ? 'No dish of that name.'
            : `${items.length} ${items.length === 1 ? 'dish' : 'dishes'}`
          : ''}
      </p>
      {isError && !menu && (
        <div role="alert" className="flex flex-wrap items-center justify-between gap-3 text-alarm">
          The menu did not load.
          <Button variant="secondary" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
      <ul aria-busy={!items && !isError} className="grid gap-2 sm:grid-cols-2 lg:grid-cols-1 xl:grid-cols-2">
        {items?.map((item) => (
          <li key={item.id}>
            <button
              type="button"
              disabled={!item.isAvailable}
              onClick={() => onChoose(item)}
              className="flex min-h-14 w-full items-center justify-between gap-3 rounded-control bg-raise px-4 py-2 text-left shadow-card hover:brightness-105 disabled:opacity-60"
            >
              <span className="wrap-anywhere min-w-0 font-semibold leading-snug">
                {item.name} {item === first && <Kbd>Enter</Kbd>}
              </span>
              {item.isAvailable ? (
                <Price amount={Menu.startingPrice(item, menu?.sources ?? {})} />
              ) : (
                <span className="shrink-0 text-soft text-sm">Not Available</span>
              )}
            </button>
          </li>
        ))}
        {!items &&
          !isError &&
          Array.from({ length: 8 }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
            <li key={index}>
              <Skeleton className="h-14" />
            </li>
          ))}
      </ul>
      {children}
    </section>
  )
}
