import { type RefObject, useRef } from 'react'
import type { MenuItem } from '#contract/menu/menu.ts'
import { persisted, usePersisted } from '#web/data/storage/persisted.ts'

/**
 * The filters. 'Without' filters are missing on purpose: a forgotten mark must not read as a promise to a person with
 * an allergy.
 */
export const filters: readonly (readonly [name: string, keeps: (dish: MenuItem) => boolean])[] = [
  ['Available now', ({ isAvailable }) => isAvailable],
  ['Vegetarian', ({ diet }) => diet.includes('vegetarian') || diet.includes('vegan')],
  ['Vegan', ({ diet }) => diet.includes('vegan')],
  ['Halal', ({ diet }) => diet.includes('halal')],
  ['No heat', ({ heat }) => heat === 0],
]

/** The names of the active filters. They stay across pages until the tab is closed. */
export const chosen = persisted<readonly string[]>(
  'filters',
  [],
  (stored) => (Array.isArray(stored) ? stored : undefined),
  () => sessionStorage,
)

export type Filters = {
  /** The names of the active filters. */
  readonly active: readonly string[]
  readonly keeps: (dish: MenuItem) => boolean
  readonly clear: () => void
  /** The buttons, which take the focus after clearing. */
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
