import type { MenuItem } from '#contract/menu/menu.ts'
import type { Sources } from '#domain/menu/menu.ts'
import { Button } from '#web/ui/button.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { DishGrid } from './dish-grid.tsx'
import type { Filters } from './filters.ts'

type Props = {
  readonly items: readonly MenuItem[]
  readonly sources: Sources
  readonly filters: Filters
  readonly words?: string
  /** The number of dishes shown before 'Show all'. */
  readonly most?: number
  readonly onAll?: () => void
  /** True to show the first dish with a large picture on a phone. */
  readonly lead?: boolean
}

export function FilteredDishes({ items, sources, filters, words, most = items.length, onAll, lead = false }: Props) {
  const { active, keeps, clear } = filters
  const matching = items.filter(keeps)
  const count = active.length > 0 ? `${matching.length} of ${items.length}` : items.length
  const dishes = `${count} ${items.length === 1 ? 'dish' : 'dishes'}`
  const said = words !== undefined ? `${dishes} for “${words}”` : active.length > 0 ? dishes : ''
  return (
    <>
      <div className={`flex flex-wrap items-center gap-x-4 ${said && 'mb-2'}`}>
        <p role="status" className="text-sm text-soft">
          {said}
        </p>
        {active.length > 0 && matching.length > 0 && <TextButton onClick={clear}>Clear filters</TextButton>}
      </div>
      {matching.length > 0 ? (
        <DishGrid items={items} shown={matching.slice(0, most)} sources={sources} lead={lead && active.length === 0} />
      ) : (
        <div className="grid justify-items-center gap-4 rounded-card bg-raise px-5 py-10 text-center">
          <p>
            None of these dishes is <strong>{active.map((name) => name.toLowerCase()).join(' and ')}</strong>.
          </p>
          <Button variant="secondary" onClick={clear}>
            Clear filters
          </Button>
        </div>
      )}
      {matching.length > most && (
        <Button variant="secondary" onClick={onAll} className="mt-6 w-full">
          Show all {matching.length} dishes
        </Button>
      )}
    </>
  )
}
