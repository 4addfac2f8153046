import { useState } from 'react'
import type { MenuCategory } from '#contract/menu/menu-document.ts'
import type { OptionGroup } from '#domain/menu/menu.ts'
import { firstFree, slug } from '#domain/menu/slug.ts'
import * as Money from '#domain/money/money.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/forms/field.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { GroupSheet } from './group-sheet.tsx'
import { type Dish, type Draft, withDish, withGroup } from './menu-draft.ts'

type Props = {
  readonly draft: Draft
  readonly category: MenuCategory
  readonly dish: Dish
  readonly groups: readonly OptionGroup[]
  readonly onChange: (draft: Draft) => void
}

export function DishChoices({ draft, category, dish, groups, onChange }: Props) {
  const [editing, setEditing] = useState<OptionGroup>()
  const hasSizes = groups.some(({ role }) => role === 'size')
  const others = category.groups.filter(({ id, role }) => !dish.groups.includes(id) && !(hasSizes && role === 'size'))

  const setGroups = (groups: readonly string[]) =>
    onChange(withDish(draft, category.id, dish.id, (old) => ({ ...old, groups: [...groups] })))

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
    setGroups(dish.groups.map((each, index) => (index === at ? before : index === at - 1 ? id : each)))
  }

  return (
    <section aria-labelledby="choices" className="grid gap-2">
      <h3 id="choices" className="text-lg">
        Sizes and what customers choose
      </h3>
      {groups.length === 0 && <p className="text-soft text-sm">One size, and nothing to choose.</p>}
      <ul className="grid gap-2">
        {groups.map((group, at) => (
          <GroupRow
            key={group.id}
            group={group}
            offers={offers(draft, group)}
            onEdit={() => setEditing(group)}
            onUp={at > 0 ? () => moveGroup(group.id) : undefined}
            onRemove={() => setGroups(dish.groups.filter((id) => id !== group.id))}
          />
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        {!hasSizes && (
          <Button variant="secondary" onClick={() => newGroup('Size', { role: 'size', min: 1 })}>
            Add sizes
          </Button>
        )}
        <Button variant="secondary" onClick={() => newGroup('New choices', { role: 'extra', min: 0 })}>
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
    </section>
  )
}

type RowProps = {
  readonly group: OptionGroup
  readonly offers: string
  readonly onEdit: () => void
  /** Undefined for the first group, which cannot move up. */
  readonly onUp: (() => void) | undefined
  readonly onRemove: () => void
}

function GroupRow({ group, offers, onEdit, onUp, onRemove }: RowProps) {
  return (
    <li className="rounded-control border border-line px-4 py-2">
      <div className="flex flex-wrap items-center gap-x-3">
        <span className="font-semibold">{group.label}</span>
        <Badge variant={group.min > 0 ? 'promise' : 'plain'}>
          {group.min > 0 ? `Must choose ${group.min}` : `Up to ${group.max}`}
        </Badge>
      </div>
      <p className="wrap-anywhere text-soft text-sm">{offers}</p>
      <div className="flex flex-wrap gap-x-5 text-sm">
        <TextButton aria-label={`Edit ${group.label}`} onClick={onEdit}>
          Edit
        </TextButton>
        {onUp && (
          <TextButton onClick={onUp}>
            Up<span className="sr-only">: {group.label}</span>
          </TextButton>
        )}
        <TextButton onClick={onRemove}>
          Take off<span className="sr-only"> {group.label}</span>
        </TextButton>
      </div>
    </li>
  )
}

/** Returns, for example, 'Small ₦7,000, Large ₦12,000' or 'Extra Sides at ₦3,000 or less, free'. */
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
