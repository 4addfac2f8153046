import { useState } from 'react'
import type { MenuCategory } from '#contract/menu/menu-document.ts'
import { DishTile } from './dish-tile.tsx'
import { useDrag } from './drag.ts'
import { type KnownItem, movedTo, withCategory } from './menu-draft.ts'
import type { Editor } from './use-editor.ts'

type Props = {
  readonly editor: Editor
  readonly category: MenuCategory
  /** The text of the dish search. If it is '', the dishes of the category are listed. */
  readonly search: string
  readonly items: ReadonlyMap<string, KnownItem>
}

/** The dishes of a category in their order, or the results of a search in all categories. */
export function DishGrid({ editor, category, search, items }: Props) {
  const { draft, dish: selected, change, show } = editor
  const [said, setSaid] = useState('')
  const wanted = search.trim().toLowerCase()
  const listed = (wanted === '' ? [category] : draft.categories).flatMap((each) =>
    each.items.filter(({ name }) => name.toLowerCase().includes(wanted)).map((dish) => ({ category: each, dish })),
  )
  const drag = useDrag((from, to) => {
    change(withCategory(draft, category.id, (each) => ({ ...each, items: movedTo(each.items, from, to) })))
    setSaid(`${category.items[from]?.name} is dish ${to + 1} of ${category.items.length}.`)
  })

  return (
    <>
      <p role="status" className="sr-only">
        {said}
      </p>
      <ul
        aria-label={wanted === '' ? `Dishes of ${category.title}` : 'Found dishes'}
        className="grid gap-2 sm:gap-4 sm:grid-cols-[repeat(auto-fill,minmax(11.5rem,1fr))] xl:grid-cols-[repeat(auto-fill,minmax(14rem,1fr))]"
      >
        {listed.map(({ category: of, dish }, at) => (
          <DishTile
            key={dish.id}
            draft={draft}
            category={of}
            dish={dish}
            before={editor.before(dish.id)}
            item={items.get(dish.id)}
            isSelected={dish.id === selected?.id}
            drag={wanted === '' && listed.length > 1 ? drag : undefined}
            at={at}
            onChange={change}
            onOpen={() => show({ category: of.id, dish: dish.id })}
          />
        ))}
        {listed.length === 0 && (
          <li className="col-span-full rounded-card border-2 border-line border-dashed px-6 py-12 text-center text-soft">
            {wanted === '' ? 'No dish yet.' : 'No dish of that name.'}
          </li>
        )}
      </ul>
    </>
  )
}
