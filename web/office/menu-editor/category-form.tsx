import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { MenuCategory } from '#contract/menu/menu-document.ts'
import { firstFree } from '#domain/menu/slug.ts'
import { queries } from '#web/data/api/queries.ts'
import { PhotoField } from '#web/office/photos/photo-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { showsWrong } from '#web/ui/forms/form.tsx'
import { CheckRow } from '#web/ui/forms/option-row.tsx'
import { type Draft, moved, takenIds, withCategory } from './menu-draft.ts'
import { ServedField } from './served-field.tsx'

type Props = {
  readonly draft: Draft
  readonly category: MenuCategory
  readonly onChange: (draft: Draft) => void
  readonly onDone: () => void
}

export function CategoryForm({ draft, category, onChange, onDone }: Props) {
  const change = (next: Partial<MenuCategory>) =>
    onChange(withCategory(draft, category.id, (old) => ({ ...old, ...next })))
  const known = useQuery(queries.site()).data?.categories.find(({ id }) => id === category.id)?.picture ?? null
  const form = useRef<HTMLDivElement>(null)
  // False for a new category until its name is edited. Before that, the empty name is not shown as an error.
  const [isNamed, setIsNamed] = useState(category.title !== '')
  const place = draft.categories.findIndex(({ id }) => id === category.id)
  const move = (by: -1 | 1) => onChange({ ...draft, categories: moved(draft.categories, category.id, by) })

  return (
    <div ref={form} className="grid gap-4">
      <Field
        label="Name of the category"
        value={category.title}
        maxLength={60}
        onChange={(event) => {
          setIsNamed(true)
          change({ title: event.target.value })
        }}
        error={isNamed && category.title.trim() === '' ? 'Please enter a name.' : undefined}
      />
      <PhotoField
        picture={category.picture}
        known={known}
        place="On its tile"
        onChange={(picture) =>
          onChange(withCategory(draft, category.id, ({ picture: _, ...old }) => (picture ? { ...old, picture } : old)))
        }
      />
      <ServedField
        key={category.id}
        hint="Outside these hours its dishes are shown but cannot be ordered for now."
        served={category.served}
        onChange={(served) =>
          onChange(withCategory(draft, category.id, ({ served: _, ...old }) => (served ? { ...old, served } : old)))
        }
      />
      <CheckRow
        label="Has a page of its own (without one it only offers choices)"
        checked={category.listed}
        onChange={({ target }) => change({ listed: target.checked })}
      />
      <div className="flex flex-wrap items-center gap-2">
        <span className="text-soft text-sm">
          Category {place + 1} of {draft.categories.length}
        </span>
        <Button variant="secondary" disabled={place === 0} onClick={() => move(-1)}>
          Move up
        </Button>
        <Button variant="secondary" disabled={place === draft.categories.length - 1} onClick={() => move(1)}>
          Move down
        </Button>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => !showsWrong(form.current) && onDone()}>Done</Button>
        <Button
          variant="danger"
          onClick={() => {
            onChange({ ...draft, categories: draft.categories.filter(({ id }) => id !== category.id) })
            onDone()
          }}
        >
          Remove with {category.items.length === 1 ? '1 dish' : `${category.items.length} dishes`}
        </Button>
      </div>
    </div>
  )
}

/** The tile and texts of the first category of an empty menu. */
const usual = { tile: 'ember', added: '{item} is in your cart.', shortToast: false } as const

/** Returns a new, empty category at the end of the menu, with the tile and texts of `like`. */
export function newCategory(
  draft: Draft,
  like: Pick<MenuCategory, 'tile' | 'added' | 'shortToast'> = usual,
): { next: Draft; id: string } {
  const id = firstFree('new-category', takenIds(draft))
  const { tile, added, shortToast } = like
  const category: MenuCategory = {
    id,
    title: '',
    tile,
    listed: true,
    availableFirst: false,
    added,
    shortToast,
    groups: [],
    items: [],
  }
  return { id, next: { ...draft, categories: [...draft.categories, category] } }
}
