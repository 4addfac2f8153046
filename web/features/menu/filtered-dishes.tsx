import { useRef } from 'react'
import type { MenuItem } from '#contract/menu.ts'
import type { Sources } from '#domain/menu.ts'
import { persisted, usePersisted } from '#web/sync/storage/persisted.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { DishGrid } from './dish-grid.tsx'

/**
 * What can be asked of a dish. What a dish contains is not among it: a mark that somebody forgot must not read as a promise
 * to a person with an allergy.
 */
const filters: readonly (readonly [name: string, keeps: (dish: MenuItem) => boolean])[] = [
  ['Available now', ({ available }) => available],
  ['Vegetarian', ({ diet }) => diet.includes('vegetarian') || diet.includes('vegan')],
  ['Vegan', ({ diet }) => diet.includes('vegan')],
  ['Halal', ({ diet }) => diet.includes('halal')],
  ['No heat', ({ heat }) => heat === 0],
]

/** The names of the filters that are on. They stay on from page to page, until the tab is closed. */
const chosen = persisted<readonly string[]>(
  'filters',
  [],
  (stored) => (Array.isArray(stored) ? stored : undefined),
  () => sessionStorage,
)

type Props = {
  readonly items: readonly MenuItem[]
  readonly sources: Sources
  /** What they were found for. */
  readonly words?: string
  /** How many are shown until the rest is asked for. */
  readonly most?: number
  readonly onAll?: () => void
}

/** Dishes, and the filters that make a difference among them. */
export function FilteredDishes({ items, sources, words, most = items.length, onAll }: Props) {
  const on = usePersisted(chosen)
  const group = useRef<HTMLDivElement>(null)
  // The first one always: what is available may change at any moment, and the others would move from under the finger.
  const offered = filters.filter(
    ([name, keeps], index) => index === 0 || on.includes(name) || (items.some(keeps) && !items.every(keeps)),
  )
  const asked = filters.filter(([name]) => on.includes(name))
  const kept = items.filter((item) => asked.every(([, keeps]) => keeps(item)))
  const count = asked.length > 0 ? `${kept.length} of ${items.length}` : items.length
  const dishes = `${count} ${items.length === 1 ? 'dish' : 'dishes'}`

  function toggle(name: string) {
    chosen.set((on) => (on.includes(name) ? on.filter((other) => other !== name) : [...on, name]))
  }
  function clear() {
    chosen.set(() => [])
    // The button that was pressed is gone.
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
          {words !== undefined ? `${dishes} for “${words}”` : asked.length > 0 ? dishes : ''}
        </p>
        {asked.length > 0 && kept.length > 0 && <TextButton onClick={clear}>Clear filters</TextButton>}
      </div>
      {kept.length > 0 ? (
        <DishGrid items={items} shown={kept.slice(0, most)} sources={sources} />
      ) : (
        <div className="grid justify-items-center gap-4 rounded-card bg-raise px-5 py-10 text-center">
          <p>
            None of these dishes is <strong>{asked.map(([name]) => name.toLowerCase()).join(' and ')}</strong>.
          </p>
          <Button look="secondary" onClick={clear}>
            Clear filters
          </Button>
        </div>
      )}
      {kept.length > most && (
        <Button look="secondary" onClick={onAll} className="mt-6 w-full">
          Show all {kept.length} dishes
        </Button>
      )}
    </>
  )
}
