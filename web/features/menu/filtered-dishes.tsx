import { useRef } from 'react'
import type { MenuItem } from '#contract/menu.ts'
import type { Sources } from '#domain/menu.ts'
import { persisted, usePersisted } from '#web/sync/storage/persisted.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { DishGrid } from './dish-grid.tsx'

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

type Props = {
  readonly items: readonly MenuItem[]
  readonly sources: Sources
  /** The search that found the dishes. */
  readonly words?: string
  /** How many dishes are shown before 'Show all'. */
  readonly most?: number
  readonly onAll?: () => void
}

/** Dishes with the filters that apply to some but not all of them. */
export function FilteredDishes({ items, sources, words, most = items.length, onAll }: Props) {
  const on = usePersisted(chosen)
  const group = useRef<HTMLDivElement>(null)
  // The first filter is always offered: availability may change at any time, and the other buttons would move.
  const offered = filters.filter(
    ([name, keeps], index) => index === 0 || on.includes(name) || (items.some(keeps) && !items.every(keeps)),
  )
  const active = filters.filter(([name]) => on.includes(name))
  const matching = items.filter((item) => active.every(([, keeps]) => keeps(item)))
  const count = active.length > 0 ? `${matching.length} of ${items.length}` : items.length
  const dishes = `${count} ${items.length === 1 ? 'dish' : 'dishes'}`

  function toggle(name: string) {
    chosen.set((on) => (on.includes(name) ? on.filter((other) => other !== name) : [...on, name]))
  }
  function clear() {
    chosen.set(() => [])
    // The pressed button is removed.
    group.current?.focus()
  }

  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would not scroll sideways on a phone */}
      <div
        ref={group}
        role="group"
        aria-label="Filters"
        tabIndex={-1}
        className="-mx-3 flex gap-2 overflow-x-auto px-3 py-1.5 outline-none [scrollbar-width:none]"
      >
        {offered.map(([name]) => (
          <button
            key={name}
            type="button"
            aria-pressed={on.includes(name)}
            onClick={() => toggle(name)}
            className="group flex min-h-11 shrink-0 items-center gap-1.5 rounded-full border border-line px-4 font-semibold text-sm text-soft hover:text-text aria-pressed:border-text aria-pressed:bg-text aria-pressed:text-ground"
          >
            <Icon name="check" className="-ml-1 hidden size-4 group-aria-pressed:block" />
            {name}
          </button>
        ))}
      </div>
      <div className="mb-2 flex flex-wrap items-center gap-x-4">
        <p role="status" className="text-sm text-soft">
          {words !== undefined ? `${dishes} for “${words}”` : active.length > 0 ? dishes : ''}
        </p>
        {active.length > 0 && matching.length > 0 && <TextButton onClick={clear}>Clear filters</TextButton>}
      </div>
      {matching.length > 0 ? (
        <DishGrid items={items} shown={matching.slice(0, most)} sources={sources} />
      ) : (
        <div className="grid justify-items-center gap-4 rounded-card bg-raise px-5 py-10 text-center">
          <p>
            None of these dishes is <strong>{active.map(([name]) => name.toLowerCase()).join(' and ')}</strong>.
          </p>
          <Button look="secondary" onClick={clear}>
            Clear filters
          </Button>
        </div>
      )}
      {matching.length > most && (
        <Button look="secondary" onClick={onAll} className="mt-6 w-full">
          Show all {matching.length} dishes
        </Button>
      )}
    </>
  )
}
