import type { KeyboardEvent, ReactNode } from 'react'
import type { CategorySummary } from '#contract/menu/menu.ts'
import { control } from '#web/ui/forms/field.tsx'
import { Icon } from '#web/ui/icon.tsx'

type Category = Pick<CategorySummary, 'id' | 'title'>

type Props = {
  readonly words: string
  readonly onWords: (words: string) => void
  readonly onEnter: () => void
  /** The categories of the menu. The first entry is the most ordered dishes. */
  readonly categories: readonly Category[]
  readonly category: string
  /** Called with the chosen category. The caller then clears the words of the search. */
  readonly onCategory: (id: string) => void
  /** The keypad, beside the search on a wide screen. */
  readonly children: ReactNode
}

/** Number of categories that have a button. The list beside the buttons has the others. */
const mostButtons = 8

/** The search and the categories above the dishes. */
export function DishFilter({ words, onWords, onEnter, categories, category, onCategory, children }: Props) {
  const buttons = categories.slice(0, mostButtons)

  function press(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    // Stop the default of the key, which would close a sheet that `onEnter` opens.
    event.preventDefault()
    if (!event.repeat && !event.nativeEvent.isComposing) onEnter()
  }

  return (
    <div className="grid gap-2.5 lg:grid-cols-[minmax(14rem,1fr)_auto] lg:gap-x-4">
      <div className="relative grid items-center">
        <Icon name="search" className="pointer-events-none absolute left-4 size-5 text-soft" />
        <input
          type="search"
          aria-label="Search all dishes"
          placeholder="Dish, or a number and a dish"
          autoComplete="off"
          value={words}
          onChange={(event) => onWords(event.target.value)}
          onKeyDown={press}
          className={`${control} pr-3! pl-11!`}
        />
      </div>
      {children}
      <div className="flex min-w-0 items-center gap-2 lg:col-span-2">
        <fieldset
          aria-label="Categories"
          className="-m-1 flex min-w-0 flex-1 gap-2 overflow-x-auto p-1 [scrollbar-width:none]"
        >
          {buttons.map(({ id, title }) => (
            <button
              key={id}
              type="button"
              aria-pressed={id === category && words === ''}
              onClick={() => onCategory(id)}
              className="min-h-11 shrink-0 rounded-full bg-raise2 px-4 font-semibold text-sm aria-pressed:bg-text aria-pressed:text-ground"
            >
              {title}
            </button>
          ))}
        </fieldset>
        <span className="relative grid shrink-0 items-center">
          <select
            aria-label="Category"
            value={buttons.some(({ id }) => id === category) ? '' : category}
            onChange={(event) => onCategory(event.target.value)}
            className="min-h-11 max-w-32 appearance-none truncate [field-sizing:content] rounded-full border border-edge bg-ground pr-9 pl-4 font-semibold text-sm sm:max-w-48"
          >
            <option value="" hidden>
              All {categories.length - 1}
            </option>
            {categories.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
          <Icon name="chevron" className="pointer-events-none absolute right-3 size-4 text-soft" />
        </span>
      </div>
    </div>
  )
}
