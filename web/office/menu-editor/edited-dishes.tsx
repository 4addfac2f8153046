import { useState } from 'react'
import type { MenuCategory } from '#contract/menu/menu-document.ts'
import * as Menu from '#domain/menu/menu.ts'
import * as Money from '#domain/money/money.ts'
import { isFoundIn } from '#domain/text/words.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Select } from '#web/ui/forms/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { useDrag } from './drag.ts'
import { type Dish, type Draft, moved, movedTo, shown, sourcesOf, withCategory } from './menu-draft.ts'

type Props = {
  readonly draft: Draft
  readonly category: MenuCategory
  readonly selected: string | undefined
  readonly onChange: (draft: Draft) => void
  readonly onSelect: (at: { readonly category: string; readonly dish?: string }) => void
  readonly onNewDish: () => void
  readonly onEditCategory: () => void
  readonly onNewCategory: () => void
}

/** The dishes of a category in their order, or those of all that a search finds. */
export function CategoryDishes({ draft, category, selected, onChange, onSelect, ...on }: Props) {
  const [search, setSearch] = useState('')
  const [said, setSaid] = useState('')
  const wanted = search.trim()
  const sources = sourcesOf(draft)
  const listed =
    wanted === ''
      ? category.items.map((dish) => ({ category, dish }))
      : draft.categories.flatMap((each) =>
          each.items.filter(({ name }) => isFoundIn(wanted, name)).map((dish) => ({ category: each, dish })),
        )

  const drag = useDrag((from, to) => {
    onChange(withCategory(draft, category.id, (each) => ({ ...each, items: movedTo(each.items, from, to) })))
    setSaid(`${category.items[from]?.name} is dish ${to + 1} of ${category.items.length}.`)
  })

  return (
    <section aria-label="Dishes" className="grid gap-3">
      <Button onClick={on.onNewDish}>
        <Icon name="plus" /> New dish
      </Button>
      <Field
        label="Find a dish"
        type="search"
        value={search}
        placeholder={`${draft.categories.reduce((sum, { items }) => sum + items.length, 0)} dishes`}
        onChange={(event) => setSearch(event.target.value)}
      />
      <Select label="Category" value={category.id} onChange={(event) => onSelect({ category: event.target.value })}>
        {draft.categories.map(({ id, title, items }) => (
          <option key={id} value={id}>
            {title || 'Without a name'} ({items.length})
          </option>
        ))}
      </Select>
      <div className="flex flex-wrap gap-x-5 text-sm">
        <TextButton onClick={on.onEditCategory}>Edit category</TextButton>
        <TextButton onClick={on.onNewCategory}>New category</TextButton>
      </div>
      <p role="status" className="sr-only">
        {said}
      </p>
      <ul aria-label={wanted === '' ? `Dishes of ${category.title}` : 'Found dishes'} className="grid gap-1">
        {listed.map(({ category: of, dish }, at) => (
          <li
            key={dish.id}
            style={wanted === '' ? drag.style(at) : undefined}
            className={`flex flex-wrap items-center gap-1 ${drag.isDragged(at) ? 'relative z-10 rounded-control bg-raise shadow-card' : ''}`}
          >
            {wanted === '' && listed.length > 1 && (
              // The two buttons at the end of the row do the same for keyboards and screen readers.
              <span
                aria-hidden="true"
                data-drag=""
                {...drag.handle(at)}
                className="grid h-14 w-6 shrink-0 cursor-grab touch-none select-none place-items-center text-soft active:cursor-grabbing"
              >
                <Icon name="menu" className="size-4" />
              </span>
            )}
            <button
              type="button"
              aria-current={dish.id === selected || undefined}
              onClick={() => onSelect({ category: of.id, dish: dish.id })}
              className="wrap-anywhere min-h-14 min-w-24 flex-1 rounded-control px-3 py-1.5 text-left hover:bg-raise2 aria-[current]:bg-raise2 aria-[current]:outline-2 aria-[current]:outline-ember"
            >
              <span className="block font-semibold leading-snug">{dish.name || 'Without a name'}</span>
              <span className="text-soft text-sm">{priceOf(of, dish, sources)}</span>
            </button>
            {wanted === '' &&
              ([-1, 1] as const).map((by) => (
                <button
                  key={by}
                  type="button"
                  // Not disabled: the focus stays on the button at the end of the way.
                  aria-disabled={at + by < 0 || at + by >= listed.length}
                  aria-label={`Move ${dish.name} ${by < 0 ? 'up' : 'down'}`}
                  onClick={() => {
                    onChange(withCategory(draft, of.id, (each) => ({ ...each, items: moved(each.items, dish.id, by) })))
                    const place = Math.min(Math.max(at + by, 0), listed.length - 1) + 1
                    setSaid(`${dish.name} is dish ${place} of ${listed.length}.`)
                  }}
                  className="grid size-11 shrink-0 place-items-center rounded-full text-soft hover:bg-raise2 aria-disabled:opacity-30"
                >
                  <Icon name="chevron" className={by < 0 ? 'size-5 rotate-180' : 'size-5'} />
                </button>
              ))}
          </li>
        ))}
        {listed.length === 0 && <li className="text-soft">No dish.</li>}
      </ul>
    </section>
  )
}

/** '₦7,500', or 'from ₦7,000' with sizes. */
function priceOf(category: MenuCategory, dish: Dish, sources: Menu.Sources): string {
  const item = shown(category, dish, null)
  const price = Money.format(Menu.startingPrice(item, sources))
  return Menu.hasSizes(item) ? `${price}, by size` : price
}
