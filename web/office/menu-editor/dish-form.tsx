import { useState } from 'react'
import type { MenuCategory } from '#contract/menu/menu-document.ts'
import type { Picture } from '#contract/picture.ts'
import type { OptionGroup } from '#domain/menu/menu.ts'
import { type DietMark, dietMarks } from '#domain/menu/menu-csv.ts'
import * as MenuDocument from '#domain/menu/menu-document.ts'
import { firstFree, slug } from '#domain/menu/slug.ts'
import * as Money from '#domain/money/money.ts'
import { PhotoField } from '#web/office/photos/photo-field.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field, Select } from '#web/ui/forms/field.tsx'
import { CheckRow } from '#web/ui/forms/option-row.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { GroupSheet } from './group-sheet.tsx'
import { type Dish, type Draft, withDish, withGroup } from './menu-draft.ts'
import { PriceField } from './price-field.tsx'

/** What fits on a card of a phone in two lines. */
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
  /** What pages show of its picture today. */
  readonly known: Picture | null
  readonly onChange: (draft: Draft) => void
  readonly onRemove: () => void
  readonly onNewDish: () => void
}

/** The name of the field that a new dish begins with. */
export const dishName = 'dish-name'

/** A dish: its words, price, marks, and what customers choose. */
export function DishForm({ draft, category, dish, known, onChange, onRemove, onNewDish }: Props) {
  const [editing, setEditing] = useState<OptionGroup>()
  // A new dish has no name yet, which is no mistake.
  const [isNamed, setIsNamed] = useState(dish.name !== '')
  const change = (next: Partial<Dish>) =>
    onChange(withDish(draft, category.id, dish.id, (old) => ({ ...old, ...next })))
  const groups = dish.groups.flatMap((id) => category.groups.find((group) => group.id === id) ?? [])
  const hasSizes = groups.some(({ role }) => role === 'size')
  const others = category.groups.filter(({ id, role }) => !dish.groups.includes(id) && !(hasSizes && role === 'size'))

  function addGroup(group: OptionGroup) {
    const added = withGroup(draft, category.id, group)
    onChange(withDish(added, category.id, dish.id, (old) => ({ ...old, groups: [...old.groups, group.id] })))
  }

  function newGroup(label: string, more: Pick<OptionGroup, 'role' | 'min'>) {
    const taken = new Set(category.groups.map(({ id }) => id))
    const group: OptionGroup = {
      id: firstFree(slug(`${dish.id} ${label}`, 'choices'), taken),
      label,
      max: 1,
      limit: 1,
      pricing: 'own',
      source: { choices: [{ id: 'regular', name: 'Regular', price: more.role === 'size' ? dish.price : Money.zero }] },
      ...more,
    }
    addGroup(group)
    setEditing(group)
  }

  function moveGroup(id: string) {
    const at = dish.groups.indexOf(id)
    const before = dish.groups[at - 1]
    if (before === undefined) return
    change({ groups: dish.groups.map((each, index) => (index === at ? before : index === at - 1 ? id : each)) })
  }

  return (
    <div className="grid gap-5">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          name={dishName}
          label="Name"
          value={dish.name}
          maxLength={80}
          autoComplete="off"
          onChange={(event) => {
            setIsNamed(true)
            change({ name: event.target.value })
          }}
          error={isNamed && dish.name.trim() === '' ? 'Please enter a name.' : undefined}
        />
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
        <div className="sm:col-span-2">
          <TextArea
            label="What it is, in one line"
            value={dish.description}
            maxLength={200}
            onText={(description) => change({ description })}
            hint={
              dish.description.length > descriptionFits
                ? `${dish.description.length} characters: on a phone ${descriptionFits} stand whole.`
                : `${dish.description.length} of ${descriptionFits} characters`
            }
          />
        </div>
        {hasSizes ? (
          <p className="self-center text-soft text-sm">The price is set by the sizes below.</p>
        ) : (
          <PriceField key={dish.id} label="Price (₦)" price={dish.price} onChange={(price) => change({ price })} />
        )}
        <Select
          label="Heat"
          value={String(dish.heat ?? 0)}
          onChange={(event) => change({ heat: Number(event.target.value) as 0 | 1 | 2 | 3 })}
        >
          {['None', 'Mild', 'Hot', 'Very hot'].map((name, heat) => (
            <option key={name} value={heat}>
              {name}
            </option>
          ))}
        </Select>
      </div>
      <PhotoField
        picture={dish.picture}
        known={known}
        onChange={(picture) =>
          onChange(
            withDish(draft, category.id, dish.id, ({ picture: _, ...old }) => (picture ? { ...old, picture } : old)),
          )
        }
      />
      <fieldset>
        <legend className="mb-1 font-semibold text-sm">Marks and allergens</legend>
        <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-3">
          {dietMarks.map((mark) => (
            <CheckRow
              key={mark}
              label={markLabels[mark]}
              checked={dish.diet?.includes(mark) ?? false}
              onChange={({ target }) =>
                change({
                  diet: [...(dish.diet ?? []).filter((each) => each !== mark), ...(target.checked ? [mark] : [])],
                })
              }
            />
          ))}
          <CheckRow
            label="Bestseller"
            checked={dish.bestseller ?? false}
            onChange={({ target }) => change({ bestseller: target.checked })}
          />
          <CheckRow
            label="Customers can write a note"
            checked={dish.takesNote}
            onChange={({ target }) => change({ takesNote: target.checked })}
          />
        </div>
      </fieldset>
      <section aria-labelledby="choices" className="grid gap-2">
        <h3 id="choices" className="text-lg">
          Sizes and what customers choose
        </h3>
        {groups.length === 0 && <p className="text-soft text-sm">One size, and nothing to choose.</p>}
        <ul className="grid gap-2">
          {groups.map((group, at) => (
            <li key={group.id} className="rounded-control border border-line px-4 py-2">
              <div className="flex flex-wrap items-center gap-x-3">
                <span className="font-semibold">{group.label}</span>
                <Badge look={group.min > 0 ? 'promise' : 'plain'}>
                  {group.min > 0 ? `Must choose ${group.min}` : `Up to ${group.max}`}
                </Badge>
              </div>
              <p className="wrap-anywhere text-soft text-sm">{offers(draft, group)}</p>
              <div className="flex flex-wrap gap-x-5 text-sm">
                <TextButton aria-label={`Edit ${group.label}`} onClick={() => setEditing(group)}>
                  Edit
                </TextButton>
                {at > 0 && (
                  <TextButton aria-label={`Ask ${group.label} earlier`} onClick={() => moveGroup(group.id)}>
                    Up
                  </TextButton>
                )}
                <TextButton
                  aria-label={`Take ${group.label} off ${dish.name}`}
                  onClick={() => change({ groups: dish.groups.filter((id) => id !== group.id) })}
                >
                  Take off
                </TextButton>
              </div>
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-2">
          {!hasSizes && (
            <Button look="secondary" onClick={() => newGroup('Size', { role: 'size', min: 1 })}>
              Add sizes
            </Button>
          )}
          <Button look="secondary" onClick={() => newGroup('New choices', { role: 'extra', min: 0 })}>
            New choices
          </Button>
        </div>
        {others.length > 0 && (
          <Select
            label={`Choices that other dishes of ${category.title} have`}
            value=""
            onChange={(event) => {
              const group = others.find(({ id }) => id === event.target.value)
              if (group) addGroup(group)
            }}
          >
            <option value="">Add…</option>
            {others.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </section>
      <div className="flex flex-wrap justify-between gap-2">
        <Button look="secondary" onClick={onNewDish}>
          <Icon name="plus" /> Another dish
        </Button>
        <Button look="danger" onClick={onRemove}>
          Remove dish
        </Button>
      </div>
      <GroupSheet
        draft={draft}
        category={category}
        group={editing}
        onSave={(group) => {
          onChange(withGroup(draft, category.id, group))
          setEditing(undefined)
        }}
        onClose={() => setEditing(undefined)}
      />
    </div>
  )
}

/** The dish in another category, with copies of its groups, because groups are of a category. */
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

/** 'Small ₦7,000, Large ₦12,000', or 'Extra Sides at ₦3,000 or less, free' */
function offers({ categories }: Draft, { source, pricing }: OptionGroup): string {
  const price = pricing === 'own' ? '' : pricing === 'free' ? ', free' : `, ${Money.format(pricing)} each`
  if ('choices' in source) {
    return source.choices
      .map(({ name, price }) => (price > 0 ? `${name} ${Money.format(price)}` : name))
      .join(', ')
      .concat(pricing === 'own' ? '' : price)
  }
  const title = categories.find(({ id }) => id === source.category)?.title ?? source.category
  const which = source.only ? `${source.only.length} of ${title}` : title
  return `${which}${source.priceAtMost === undefined ? '' : ` at ${Money.format(source.priceAtMost)} or less`}${price}`
}
