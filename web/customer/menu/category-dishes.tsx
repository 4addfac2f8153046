import { useDeferredValue, useRef, useState } from 'react'
import type { CategoryPage } from '#contract/menu/menu.ts'
import * as Menu from '#domain/menu/menu.ts'
import { useNavigation } from '#web/app/navigation/navigation.tsx'
import { part } from '#web/app/start-up/retry-import.ts'
import { Icon, Stroke } from '#web/ui/icon.tsx'
import { FilteredDishes } from './filtered-dishes.tsx'
import { useFilters } from './filters.ts'
import { SearchField, searchFor } from './search-field.tsx'

const FilterButtons = part(() => import('./filter-buttons.tsx'))
const FoundDishes = part(() => import('./found-dishes.tsx'))

export function CategoryDishes({ menu }: { menu: CategoryPage }) {
  const { items, sources, category } = menu
  const { go } = useNavigation()
  const chosen = useFilters()
  const [opened, setOpened] = useState<boolean>()
  const filters = {
    ...chosen,
    clear() {
      // Keep the filter buttons rendered, because `clear` moves the focus to them.
      setOpened(true)
      chosen.clear()
    },
  }
  const [typed, setTyped] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const words = useDeferredValue(typed.trim())
  const open = opened ?? filters.active.length > 0
  const free = Menu.freeWithEvery(items)

  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-x-3 lg:mb-4 lg:min-h-12">
        <div className="flex min-w-0 flex-[1_1_8rem] flex-wrap items-baseline gap-x-3">
          <h1 tabIndex={-1} className="text-page lg:text-4xl">
            {category.title}
          </h1>
          <p className="text-control text-soft">
            {items.length} {items.length === 1 ? 'dish' : 'dishes'}
          </p>
        </div>
        <button
          type="button"
          aria-expanded={open}
          aria-controls="narrow-down"
          onPointerDown={() => void FilterButtons.load()}
          onClick={() => {
            setOpened(!open)
            if (!open) requestAnimationFrame(() => field.current?.focus())
          }}
          className="-mr-1.5 flex min-h-11 items-center gap-1.5 rounded-control px-1.5 font-semibold text-control text-soft hover:text-text"
        >
          <Stroke d="M4 7h10M18 7h2M4 17h2M10 17h10M16 4.800a2.200 2.200 0 1 0 0 4.400 2.200 2.200 0 0 0 0-4.400ZM8 14.800a2.200 2.200 0 1 0 0 4.400 2.200 2.200 0 0 0 0-4.400Z" />
          Filter
        </button>
        <div id="narrow-down" className={`basis-full lg:contents ${open ? '' : 'hidden'}`}>
          <SearchField
            className="my-1 lg:w-72"
            live={{
              field,
              typed,
              onType: setTyped,
              onFocus: FoundDishes.load,
              onEnter: () => go(searchFor(typed)),
            }}
          />
          <div className={`lg:order-last lg:basis-full ${open ? '' : 'lg:hidden'}`}>
            {open && <FilterButtons items={items} filters={filters} fallback={<div className="h-14" />} />}
          </div>
        </div>
        {free.length > 0 && (
          <p className="flex basis-full items-center gap-1.5 font-medium text-leaf text-sm lg:order-last">
            <Icon name="check" className="size-4.5" />
            {sentence(free)}
          </p>
        )}
      </div>
      {words === '' ? (
        <FilteredDishes items={items} sources={sources} filters={filters} lead={items[0]?.bestseller === true} />
      ) : (
        <FoundDishes
          menu={menu}
          words={words}
          filters={filters}
          fallback={<FilteredDishes items={items} sources={sources} filters={filters} />}
        />
      )}
    </>
  )
}

function sentence(free: readonly string[]): string {
  const names = free.join(' and ')
  return `${names.charAt(0).toUpperCase()}${names.slice(1)} ${free.length === 1 ? 'is' : 'are'} free with every dish.`
}
