import { type RefObject, useRef } from 'react'
import type { MenuItem } from '#contract/menu.ts'
import { persisted, usePersisted } from '#web/sync/storage/persisted.ts'
import { Icon } from '#web/ui/icon.tsx'

/**
 * The filters. There is none for what a dish does not contain: a forgotten mark must not read as a promise to a person with
 * an allergy.
 */
const filters: readonly (readonly [name: string, keeps: (dish: MenuItem) => boolean])[] = [
  ['Available now', ({ available }) => available],
  ['Vegetarian', ({ diet }) => diet.includes('vegetarian') || diet.includes('vegan')],
  ['Vegan', ({ diet }) => diet.includes('vegan')],
  ['Halal', ({ diet }) => diet.includes('halal')],
  ['No heat', ({ heat }) => heat === 0],
]

/** The names of the filters that are on. They stay on across pages until the tab is closed. */
const chosen = persisted<readonly string[]>(
  'filters',
  [],
  (stored) => (Array.isArray(stored) ? stored : undefined),
  () => sessionStorage,
)

export type Filters = {
  /** The names of the filters that are on. */
  readonly active: readonly string[]
  readonly keeps: (dish: MenuItem) => boolean
  readonly clear: () => void
  /** The buttons, which take the focus when they are cleared. */
  readonly group: RefObject<HTMLFieldSetElement | null>
}

export function useFilters(): Filters {
  const on = usePersisted(chosen)
  const group = useRef<HTMLFieldSetElement>(null)
  const active = filters.filter(([name]) => on.includes(name))
  return {
    active: active.map(([name]) => name),
    keeps: (dish) => active.every(([, keeps]) => keeps(dish)),
    clear() {
      chosen.set(() => [])
      // The pressed button is removed.
      group.current?.focus()
    },
    group,
  }
}

/** The filters that apply to some but not all of these dishes. */
export function FilterButtons({ items, filters: { active, group } }: { items: readonly MenuItem[]; filters: Filters }) {
  // The first filter is always offered: availability may change at any time, and the other buttons would move.
  const offered = filters.filter(
    ([name, keeps], index) => index === 0 || active.includes(name) || (items.some(keeps) && !items.every(keeps)),
  )

  function toggle(name: string) {
    chosen.set((on) => (on.includes(name) ? on.filter((other) => other !== name) : [...on, name]))
  }

  return (
    <fieldset
      ref={group}
      aria-label="Filters"
      tabIndex={-1}
      className="flex min-w-0 flex-wrap gap-2 py-1.5 outline-none"
    >
      {offered.map(([name]) => (
        <button
          key={name}
          type="button"
          aria-pressed={active.includes(name)}
          onClick={() => toggle(name)}
          className="filter-button"
        >
          <Icon name="check" />
          {name}
        </button>
      ))}
    </fieldset>
  )
}
