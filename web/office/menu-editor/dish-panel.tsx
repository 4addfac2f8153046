import { type ReactNode, useState } from 'react'
import type { MenuCategory } from '#contract/menu/menu-document.ts'
import type { Picture } from '#contract/picture.ts'
import { same } from '#domain/menu/same.ts'
import * as Money from '#domain/money/money.ts'
import { showsWrong } from '#web/ui/forms/form.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { DishForm } from './dish-form.tsx'
import { type Dish, moved, withCategory, withDish } from './menu-draft.ts'
import type { Editor } from './use-editor.ts'

type Props = {
  readonly editor: Editor
  readonly category: MenuCategory
  readonly dish: Dish
  /** The picture that customers see now. */
  readonly known: Picture | null
  readonly preview: ReactNode
}

/** The preview and the fields of the edited dish. On a phone, the panel replaces the list. */
export function DishPanel({ editor, category, dish, known, preview }: Props) {
  const { draft, heading, setAt, change, removeDish, addDish } = editor
  const before = editor.before(dish.id)
  // Compare with the published version only if the dish was not moved here from another category, that is, if all
  // option groups of the published dish belong to this category.
  const publishedDish = before?.groups.every((id) => category.groups.some((group) => group.id === id))
    ? before
    : undefined
  return (
    <section
      aria-label="Dish"
      className="grid content-start gap-4 lg:sticky lg:top-4 lg:max-h-[calc(100dvh-7rem)] lg:overflow-y-auto lg:rounded-card lg:bg-raise lg:p-4 lg:shadow-card"
    >
      <div className="flex items-start justify-between gap-2">
        <h2 ref={heading} tabIndex={-1} className="wrap-anywhere min-w-0 pt-1.5 text-2xl outline-none lg:text-xl">
          {dish.name || 'Without a name'}
        </h2>
        <button
          type="button"
          onClick={({ currentTarget }) => {
            if (!showsWrong(currentTarget.closest('section'))) setAt({ category: category.id })
          }}
          className="flex min-h-11 shrink-0 items-center gap-2 rounded-control bg-raise2 px-3 font-semibold text-sm"
        >
          <span className="lg:sr-only">All dishes</span>
          <Icon name="close" className="size-5 max-lg:hidden" />
        </button>
      </div>
      {preview}
      <Place editor={editor} category={category} dish={dish} />
      <Undo
        before={publishedDish}
        dish={dish}
        onUndo={(before) => change(withDish(draft, category.id, dish.id, () => before))}
      />
      <DishForm
        key={dish.id}
        draft={draft}
        category={category}
        dish={dish}
        known={known}
        onChange={change}
        onRemove={() => removeDish(category, dish)}
        onNewDish={() => addDish(category)}
      />
    </section>
  )
}

function Place({ editor: { draft, change }, category, dish }: Pick<Props, 'editor' | 'category' | 'dish'>) {
  const [said, setSaid] = useState('')
  const count = category.items.length
  const at = category.items.findIndex(({ id }) => id === dish.id)
  if (count < 2) return null

  function move(by: -1 | 1) {
    change(withCategory(draft, category.id, (each) => ({ ...each, items: moved(each.items, dish.id, by) })))
    setSaid(`${dish.name} is dish ${Math.min(Math.max(at + by, 0), count - 1) + 1} of ${count}.`)
  }

  return (
    <div className="flex flex-wrap items-center gap-x-5 text-sm">
      <span className="flex-1 text-soft">
        Dish {at + 1} of {count} in {category.title}
      </span>
      <p role="status" className="sr-only">
        {said}
      </p>
      {([-1, 1] as const).map((by) => (
        <TextButton
          key={by}
          // aria-disabled instead of disabled: the focus stays on the button when the dish reaches the end of the list.
          aria-disabled={at + by < 0 || at + by >= count}
          onClick={() => move(by)}
          className="aria-disabled:opacity-60"
        >
          Move {by < 0 ? 'up' : 'down'}
          <span className="sr-only"> {dish.name}</span>
        </TextButton>
      ))}
    </div>
  )
}

function Undo({
  before,
  dish,
  onUndo,
}: {
  readonly before: Dish | undefined
  readonly dish: Dish
  readonly onUndo: (before: Dish) => void
}) {
  if (!before || same(before, dish)) return null
  return (
    <div className="flex items-center gap-3 rounded-control bg-wash-plantain px-3 text-sm">
      <p className="flex-1 py-2">
        {before.price === dish.price
          ? 'Changed, not published.'
          : `The price is ${Money.format(before.price)} until you publish.`}
      </p>
      <TextButton onClick={() => onUndo(before)}>
        Undo<span className="sr-only"> the changes of {dish.name}</span>
      </TextButton>
    </div>
  )
}
