import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import type { CategorySummary, MenuItem, WholeMenu } from '#contract/menu/menu.ts'
import * as Menu from '#domain/menu/menu.ts'
import { search } from '#domain/menu/search.ts'
import type { Naira } from '#domain/money/money.ts'
import { usePersisted } from '#web/data/storage/persisted.ts'
import { findableOf } from '#web/orders/dish-index.ts'
import { useServedFrom } from '#web/orders/dishes/served-now.ts'
import { Kbd } from '#web/staff/kbd.tsx'
import { LoadTrouble } from '#web/ui/load-trouble.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { Price } from '#web/ui/price.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { tiles } from '#web/ui/tiles.ts'
import { DishFilter } from './dish-filter.tsx'
import { Keypad } from './keypad.tsx'
import { mostOrderedFirst, orderedHere } from './most-ordered.ts'
import { typedDish } from './typed-dish.ts'

type Props = {
  readonly query: UseQueryResult<WholeMenu>
  /** The menu at the order's slot. Undefined while it loads. */
  readonly menu: WholeMenu | undefined
  /** The slot of the order; '' for as soon as possible. */
  readonly slot: string
  readonly categories: readonly CategorySummary[]
  readonly chosen: ReadonlyMap<string, number>
  readonly onChoose: (item: MenuItem) => void
  /** The portions of the dish that is added next. */
  readonly portions: number
  readonly onPortions: (portions: number) => void
  readonly onLast: (by: 1 | -1) => void
  readonly children: ReactNode
}

/** The first entry in the list of categories. `most` is the number of its dishes, about a screenful. */
const favourites = { id: 'most-ordered', title: 'Most ordered', most: 28 } as const

export function DishList({ query, menu, slot, categories, chosen, onChoose, children, ...keypad }: Props) {
  const { isError } = query
  const { portions, onPortions, onLast } = keypad
  const [words, setWords] = useState('')
  const counts = usePersisted(orderedHere)
  const [category, setCategory] = useState<string>(favourites.id)
  const findable = useMemo(() => menu && findableOf(menu), [menu])
  const typed = typedDish(words)
  const items =
    typed.words === ''
      ? menu &&
        mostOrderedFirst(
          menu.items.filter((item) => category === favourites.id || item.category === category),
          counts,
        ).slice(0, category === favourites.id ? favourites.most : undefined)
      : findable && search(findable, typed.words).dishes.map(({ item }) => item)
  const first = typed.words === '' ? undefined : items?.find(({ isAvailable }) => isAvailable)

  function type(next: string) {
    setWords(next)
    const { portions } = typedDish(next)
    if (portions !== typed.portions) onPortions(portions ?? 1)
  }

  function choose(item: MenuItem) {
    onChoose(item)
    if (typed.portions !== undefined) setWords('')
  }

  function enter() {
    if (!first) return
    onChoose(first)
    setWords('')
  }

  return (
    <section aria-labelledby="dishes" className="min-h-0 px-4 pb-6 lg:flex lg:flex-col lg:pb-3">
      <h2 id="dishes" className="sr-only">
        Dishes
      </h2>
      <DishFilter
        words={words}
        onWords={type}
        onEnter={enter}
        categories={[favourites, ...categories]}
        category={category}
        onCategory={(id) => {
          setCategory(id)
          setWords('')
        }}
      >
        <Keypad portions={portions} onPortions={onPortions} onLast={onLast} />
      </DishFilter>
      <p role="status" className={`text-sm text-soft ${typed.words === '' ? 'sr-only' : 'pt-2.5'}`}>
        {items
          ? items.length === 0
            ? 'No dish of that name.'
            : `${items.length} ${items.length === 1 ? 'dish' : 'dishes'}`
          : ''}
      </p>
      {!menu && <LoadTrouble what="The menu did not load." query={query} />}
      <ul
        aria-busy={!items && !isError}
        className="mt-2.5 grid content-start lg:-mx-2 lg:min-h-0 lg:flex-1 lg:overflow-y-auto lg:p-2 grid-cols-[repeat(auto-fill,minmax(min(100%,10rem),1fr))] gap-2 sm:grid-cols-[repeat(auto-fill,minmax(14rem,1fr))]"
      >
        {items?.map((item) => (
          <li key={item.id}>
            <DishButton
              item={item}
              slot={slot}
              price={Menu.startingPrice(item, menu?.sources ?? {})}
              isFirst={item === first}
              count={chosen.get(item.id) ?? 0}
              onChoose={choose}
            />
          </li>
        ))}
        {!items &&
          !isError &&
          Array.from({ length: 8 }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
            <li key={index}>
              <Skeleton className="h-18" />
            </li>
          ))}
      </ul>
      {children}
      <Keys />
    </section>
  )
}

/** The keys of the counter, for screens with a keyboard. */
function Keys() {
  const keys = [
    [['1', '9'], 'portions'],
    [['Enter'], 'adds the framed dish'],
    [['+', '−'], 'changes the last line'],
    [['F2'], 'payment'],
  ] as const
  return (
    <p aria-hidden="true" className="hidden flex-wrap gap-x-4 pt-2 text-small text-soft lg:pointer-fine:flex">
      {keys.map(([names, effect]) => (
        <span key={effect}>
          {names.map((name) => (
            <span key={name}>
              <Kbd>{name}</Kbd>{' '}
            </span>
          ))}
          {effect}
        </span>
      ))}
    </p>
  )
}

type ButtonProps = {
  readonly item: MenuItem
  readonly slot: string
  readonly price: Naira
  /** True if Enter in the search adds this dish. */
  readonly isFirst: boolean
  readonly count: number
  readonly onChoose: (item: MenuItem) => void
}

function DishButton({ item, slot, price, isFirst, count, onChoose }: ButtonProps) {
  const { name, isAvailable, picture, tile, groups } = item
  // Only shown as a note, because the counter may sell a dish outside its hours.
  const servedFrom = useServedFrom(item, slot)
  const needed = groups.filter(({ min }) => min > 0).map(({ label }) => label.toLowerCase())
  return (
    <button
      type="button"
      disabled={!isAvailable}
      onClick={() => onChoose(item)}
      className={`relative grid h-full min-h-16 w-full grid-cols-[3rem_minmax(0,1fr)] items-center gap-2.5 sm:grid-cols-[3.5rem_minmax(0,1fr)] rounded-control bg-raise p-2 text-left shadow-card hover:brightness-105 ${
        isFirst ? 'outline-2 outline-text' : ''
      }`}
    >
      <span className={`relative block size-12 overflow-hidden sm:size-14 rounded-[10px] ${tiles[tile]}`}>
        <Picture
          picture={picture}
          sizes="3.5rem"
          {...(!isAvailable && { className: 'fill-parent opacity-40 grayscale' })}
        />
      </span>
      <span className="grid">
        <span className={`wrap-anywhere font-semibold leading-snug max-sm:text-sm ${isAvailable ? '' : 'text-soft'}`}>
          {name} {isFirst && <Kbd>Enter</Kbd>}
        </span>
        {isAvailable ? (
          <span className="wrap-anywhere text-small text-soft leading-snug">
            <Price amount={price} className="text-text" /> <span className="max-sm:hidden">{needed.join(', ')}</span>
            {servedFrom && <span className="block font-semibold text-promise">{servedFrom}</span>}
          </span>
        ) : (
          <span className="text-soft text-sm">Not Available</span>
        )}
      </span>
      {count > 0 && (
        <span className="figures -top-1.5 -left-1.5 absolute grid min-h-6 min-w-6 place-items-center rounded-full bg-text px-1 text-ground text-sm">
          <span className="sr-only">In the order: </span>
          {count}
        </span>
      )}
    </button>
  )
}
