import { useState } from 'react'
import type { MenuCategory } from '#contract/menu/menu-document.ts'
import type { Picture } from '#contract/picture.ts'
import type { OptionGroup } from '#domain/menu/menu.ts'
import { type DietMark, dietMarks } from '#domain/menu/menu-csv.ts'
import * as MenuDocument from '#domain/menu/menu-document.ts'
import { PhotoField } from '#web/office/photos/photo-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field, Select } from '#web/ui/forms/field.tsx'
import { CheckRow } from '#web/ui/forms/option-row.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { DishChoices } from './dish-choices.tsx'
import { DishWork } from './dish-work.tsx'
import { type Dish, type Draft, withDish } from './menu-draft.ts'
import { PriceField } from './price-field.tsx'
import { ServedField } from './served-field.tsx'

/** The number of characters of a description that fit in two lines of a dish's card on a phone. */
const descriptionFits = 56

const markLabels: Readonly<Record<DietMark, string>> = {
  vegetarian: 'Vegetarian',
  vegan: 'Vegan',
  halal: 'Halal',
  'contains-nuts': 'Contains nuts',
  'contains-shellfish': 'Contains shellfish',
  'contains-alcohol': 'Contains alcohol',
}

type Props = {
  readonly draft: Draft
  readonly category: MenuCategory
  readonly dish: Dish
  /** The picture that customers see now. */
  readonly known: Picture | null
  readonly onChange: (draft: Draft) => void
  readonly onRemove: () => void
  readonly onNewDish: () => void
}

/** The `name` attribute of the first field of a new dish. */
export const dishName = 'dish-name'

export function DishForm({ draft, category, dish, known, onChange, onRemove, onNewDish }: Props) {
  const groups = dish.groups.flatMap((id) => category.groups.find((group) => group.id === id) ?? [])
  const change = (next: Partial<Dish>) =>
    onChange(withDish(draft, category.id, dish.id, (old) => ({ ...old, ...next })))

  return (
    <div className="grid gap-5">
      <div className="grid gap-4 sm:grid-cols-2">
        <DishName dish={dish} onChange={change} />
        <Select
          label="Category"
          value={category.id}
          onChange={(event) => onChange(inCategory(draft, category, dish, groups, event.target.value))}
        >
          {draft.categories.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </Select>
        <DishDescription dish={dish} onChange={change} />
        {groups.some(isSize) ? (
          <p className="self-center text-soft text-sm">The price is set by the sizes below.</p>
        ) : (
          <PriceField key={dish.id} label="Price (₦)" price={dish.price} onChange={(price) => change({ price })} />
        )}
        <DishHeat dish={dish} onChange={change} />
        <ServedField
          key={dish.id}
          hint="Within the hours of its category."
          served={dish.served}
          onChange={(served) =>
            onChange(
              withDish(draft, category.id, dish.id, ({ served: _, ...old }) => (served ? { ...old, served } : old)),
            )
          }
        />
      </div>
      <DishWork key={dish.id} dish={dish} onDish={(next) => onChange(withDish(draft, category.id, dish.id, next))} />
      <PhotoField
        picture={dish.picture}
        known={known}
        onChange={(picture) =>
          onChange(
            withDish(draft, category.id, dish.id, ({ picture: _, ...old }) => (picture ? { ...old, picture } : old)),
          )
        }
      />
      <DishMarks dish={dish} onChange={change} />
      <DishChoices draft={draft} category={category} dish={dish} groups={groups} onChange={onChange} />
      <div className="flex flex-wrap justify-between gap-2">
        <Button variant="secondary" onClick={onNewDish}>
          <Icon name="plus" /> Another dish
        </Button>
        <Button variant="danger" onClick={onRemove}>
          Remove dish
        </Button>
      </div>
    </div>
  )
}

const isSize = ({ role }: OptionGroup) => role === 'size'

type PartProps = { readonly dish: Dish; readonly onChange: (next: Partial<Dish>) => void }

function DishName({ dish, onChange }: PartProps) {
  // False for a new dish until its name is edited. Before that, the empty name is not shown as an error.
  const [isNamed, setIsNamed] = useState(dish.name !== '')
  return (
    <Field
      name={dishName}
      label="Name"
      value={dish.name}
      maxLength={80}
      autoComplete="off"
      onChange={(event) => {
        setIsNamed(true)
        onChange({ name: event.target.value })
      }}
      error={isNamed && dish.name.trim() === '' ? 'Please enter a name.' : undefined}
    />
  )
}

function DishDescription({ dish: { description }, onChange }: PartProps) {
  return (
    <div className="sm:col-span-2">
      <TextArea
        label="What it is, in one line"
        value={description}
        maxLength={200}
        onText={(description) => onChange({ description })}
        hint={`${description.length} characters. About ${descriptionFits} fill two lines on a phone.`}
      />
    </div>
  )
}

function DishHeat({ dish, onChange }: PartProps) {
  return (
    <Select
      label="Heat"
      value={String(dish.heat ?? 0)}
      onChange={(event) => onChange({ heat: Number(event.target.value) as 0 | 1 | 2 | 3 })}
    >
      {['None', 'Mild', 'Hot', 'Very hot'].map((name, heat) => (
        <option key={name} value={heat}>
          {name}
        </option>
      ))}
    </Select>
  )
}

function DishMarks({ dish, onChange }: PartProps) {
  return (
    <fieldset>
      <legend className="mb-1 font-semibold text-sm">Marks and allergens</legend>
      <div className="grid grid-cols-2 gap-x-4 sm:max-lg:grid-cols-3">
        {dietMarks.map((mark) => (
          <CheckRow
            key={mark}
            label={markLabels[mark]}
            checked={dish.diet?.includes(mark) ?? false}
            onChange={({ target }) =>
              onChange({
                diet: [...(dish.diet ?? []).filter((each) => each !== mark), ...(target.checked ? [mark] : [])],
              })
            }
          />
        ))}
        <CheckRow
          label="Bestseller"
          checked={dish.bestseller ?? false}
          onChange={({ target }) => onChange({ bestseller: target.checked })}
        />
        <CheckRow
          label="Customers can write a note"
          checked={dish.takesNote}
          onChange={({ target }) => onChange({ takesNote: target.checked })}
        />
      </div>
    </fieldset>
  )
}

/** Moves the dish to another category. Its option groups are copied there, because a group belongs to one category. */
function inCategory(draft: Draft, from: MenuCategory, dish: Dish, groups: readonly OptionGroup[], to: string): Draft {
  if (to === from.id) return draft
  return {
    ...draft,
    categories: draft.categories.map((category) => {
      if (category.id === from.id) return { ...category, items: category.items.filter(({ id }) => id !== dish.id) }
      if (category.id !== to) return category
      const adopted = MenuDocument.adopted(category.groups, groups)
      return {
        ...category,
        groups: [...adopted.groups],
        items: [...category.items, { ...dish, groups: [...adopted.ids] }],
      }
    }),
  }
}
