import type { Filter } from './board.ts'

const methods = [
  { id: 'all', name: 'All' },
  { id: 'delivery', name: 'Delivery' },
  { id: 'pick-up', name: 'Pick-up' },
] as const satisfies readonly { id: Filter['method']; name: string }[]

/** Which orders the board shows. What calls, calls all the same. */
export function BoardFilter({ filter, onFilter }: { filter: Filter; onFilter: (filter: Filter) => void }) {
  return (
    <search className="flex flex-wrap gap-2 px-4 pb-2">
      <input
        type="search"
        aria-label="Search orders"
        placeholder="Code, name or phone"
        autoComplete="off"
        value={filter.text}
        onChange={(event) => onFilter({ ...filter, text: event.target.value })}
        className="min-h-11 min-w-40 flex-1 rounded-control border border-edge bg-ground px-3 text-text placeholder:text-soft lg:max-w-72"
      />
      {/* biome-ignore lint/a11y/useSemanticElements: buttons that each do something, not fields of a form */}
      <div role="group" aria-label="Show" className="flex gap-1">
        {methods.map(({ id, name }) => (
          <button
            key={id}
            type="button"
            aria-pressed={filter.method === id}
            onClick={() => onFilter({ ...filter, method: id })}
            className={`min-h-11 rounded-control px-3 font-semibold text-sm ${
              filter.method === id ? 'bg-raise2 ring-2 ring-edge' : 'text-soft hover:text-text'
            }`}
          >
            {name}
          </button>
        ))}
      </div>
    </search>
  )
}
