import { useQuery } from '@tanstack/react-query'
import * as Spans from '#domain/text/spans.ts'
import { queries } from '#web/data/api/queries.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { tiles } from '#web/ui/tiles.ts'
import type { Editor } from './use-editor.ts'

export function CategoryRail({ editor: { draft, category, setAt, addCategory } }: { editor: Editor }) {
  const known = useQuery(queries.site()).data?.categories ?? []
  return (
    <section aria-label="Categories" className="border-line border-t pt-3 max-lg:hidden">
      <div className="flex items-center justify-between pl-3 text-soft text-sm">
        <h2 className="font-sans text-sm">Categories</h2>
        <button
          type="button"
          onClick={addCategory}
          className="grid size-11 place-items-center rounded-control hover:bg-raise2 hover:text-text"
        >
          <Icon name="plus" className="size-5" />
          <span className="sr-only">New category</span>
        </button>
      </div>
      <ul className="grid">
        {draft.categories.map(({ id, title, tile, items, served }) => (
          <li key={id}>
            <button
              type="button"
              aria-current={id === category?.id || undefined}
              onClick={() => setAt({ category: id })}
              className="flex min-h-9 w-full items-center gap-2.5 rounded-control px-2 text-left text-sm hover:bg-raise2 aria-[current]:bg-raise2 aria-[current]:font-semibold"
            >
              <span className={`relative size-6 shrink-0 overflow-hidden rounded-md ${tiles[tile]}`}>
                <Picture picture={known.find((each) => each.id === id)?.picture ?? null} sizes="1.5rem" />
              </span>
              <span className="wrap-anywhere min-w-0 flex-1 py-1">
                {title || 'Without a name'}
                {served && (
                  <span className="figures block font-normal text-small text-soft">
                    <span className="sr-only">Served </span>
                    {Spans.written(served)}
                  </span>
                )}
              </span>
              <span className="figures text-soft">{items.length}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
