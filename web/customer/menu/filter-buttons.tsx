import type { MenuItem } from '#contract/menu/menu.ts'
import { Icon } from '#web/ui/icon.tsx'
import { chosen, type Filters, filters } from './filters.ts'

/** A button for each filter that would leave some but not all of these dishes. */
export default function FilterButtons({
  items,
  filters: { active, group },
}: {
  items: readonly MenuItem[]
  filters: Filters
}) {
  // The first filter, 'Available now', is always shown: availability may change at any time, and a new button would
  // move the others.
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
