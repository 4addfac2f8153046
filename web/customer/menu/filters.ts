import { type RefObject, useRef } from 'react'
import type { MenuItem } from '#contract/menu/menu.ts'
import { persisted, usePersisted } from '#web/data/storage/persisted.ts'

/**
 * Filters such as 'without nuts' are left out on purpose: a dish without the mark 'contains nuts' could still contain
 * nuts, and a person with an allergy would rely on the filter.
 */
export const filters: readonly (readonly [name: string, keeps: (dish: MenuItem) => boolean])[] = [
  ['Available now', ({ isAvailable }) => isAvailable],
  ['Vegetarian', ({ diet }) => diet.includes('vegetarian') || diet.includes('vegan')],
  ['Vegan', ({ diet }) => diet.includes('vegan')],
  ['Halal', ({ diet }) => diet.includes('halal')],
  ['No heat', ({ heat }) => heat === 0],
]

/** The names of the active filters, kept until the tab is closed. */
export const chosen = persisted<readonly string[]>(
  'filters',
  [],
  (stored) => (Array.isArray(stored) ? stored : undefined),
  () => sessionStorage,
)

export type Filters = {
  readonly active: readonly string[]
  readonly keeps: (dish: MenuItem) => boolean
  readonly clear: () => void
  /** The filter buttons, which get the focus after `clear`. */
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
      // Move the focus, because the pressed button disappears.
      group.current?.focus()
    },
    group,
  }
}
