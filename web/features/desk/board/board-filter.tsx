import type { Filter } from '#web/features/desk/orders/board.ts'
import { Icon } from '#web/ui/icon.tsx'

const methods = [
  { id: 'all', name: 'All orders' },
  { id: 'delivery', name: 'Delivery' },
  { id: 'pick-up', name: 'Pick-up' },
] as const satisfies readonly { id: Filter['method']; name: string }[]

/** Filters the board. The alarm ignores the filter. */
export function BoardFilter({ filter, onFilter }: { filter: Filter; onFilter: (filter: Filter) => void }) {
  return (
    <search className="flex gap-2 px-4 py-2">
      <input
        type="search"
        aria-label="Search orders"
        placeholder="Code, name or phone"
        autoComplete="off"
        value={filter.text}
        onChange={(event) => onFilter({ ...filter, text: event.target.value })}
        className="min-h-11 min-w-0 flex-1 rounded-control border border-edge bg-ground px-3 text-text placeholder:text-soft lg:max-w-72"
      />
      <span className="relative grid items-center">
        <select
          aria-label="Show"
          value={filter.method}
          onChange={({ target }) => {
            const method = methods.find(({ id }) => id === target.value)
            onFilter({ ...filter, method: method?.id ?? 'all' })
          }}
          className="min-h-11 appearance-none rounded-control border border-edge bg-ground pr-10 pl-3 text-text"
        >
          {methods.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
        <Icon name="chevron" className="pointer-events-none absolute right-3 size-5 text-soft" />
      </span>
    </search>
  )
}
