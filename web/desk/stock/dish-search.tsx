import type { CategorySummary } from '#contract/menu/menu.ts'
import { Field, Select } from '#web/ui/forms/field.tsx'

type Props = {
  readonly words: string
  readonly onWords: (words: string) => void
  readonly categories: readonly Pick<CategorySummary, 'id' | 'title'>[]
  readonly category: string
  readonly onCategory: (id: string) => void
}

/** The dish search of staff, by words or by category. When a category is chosen, the words are cleared. */
export function DishSearch({ words, onWords, categories, category, onCategory }: Props) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field
        label="Search all dishes"
        type="search"
        autoComplete="off"
        value={words}
        onChange={(event) => onWords(event.target.value)}
      />
      <Select
        label="Category"
        value={category}
        onChange={(event) => {
          onCategory(event.target.value)
          onWords('')
        }}
      >
        {categories.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </Select>
    </div>
  )
}
