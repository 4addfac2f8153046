import { useState } from 'react'
import type { MenuCategory } from '#contract/menu/menu-document.ts'
import type { OptionGroup, OptionRole } from '#domain/menu/menu.ts'
import { mayLeave, useUnsaved } from '#web/staff/unsaved.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Select } from '#web/ui/forms/field.tsx'
import { showsWrong } from '#web/ui/forms/form.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { CostFields, SourceFields } from './group-fields.tsx'
import type { Draft } from './menu-draft.ts'

type Props = {
  readonly draft: Draft
  readonly category: MenuCategory
  readonly group: OptionGroup | undefined
  readonly onSave: (group: OptionGroup) => void
  readonly onClose: () => void
}

export function GroupSheet({ group, onClose, ...rest }: Props) {
  async function close() {
    if (await mayLeave()) onClose()
  }
  return (
    <Sheet open={group !== undefined} onClose={() => void close()} title={group?.label ?? ''}>
      {group && <GroupForm key={group.id} group={group} {...rest} />}
    </Sheet>
  )
}

const roles: Readonly<Record<OptionRole, string>> = {
  size: 'Size: its price is the price of the dish',
  variant: 'Kind: adds its price and its name',
  topping: 'Topping: its price is added',
  extra: 'Beside the dish: paid per portion',
}

function GroupForm({ draft, category, group: first, onSave }: Omit<Props, 'onClose'> & { group: OptionGroup }) {
  const [group, setGroup] = useState(first)
  useUnsaved(JSON.stringify(group) !== JSON.stringify(first))
  const change = (next: Partial<OptionGroup>) => setGroup((old) => ({ ...old, ...next }))
  const { role } = group
  const touched = category.items.filter(({ groups }) => groups.includes(group.id)).map(({ name }) => name)
  const isOne = role === 'size' || role === 'variant'

  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!showsWrong(event.currentTarget)) onSave(group)
      }}
    >
      {touched.length > 1 && (
        <p className="rounded-control bg-raise2 px-4 py-3 text-sm">
          <strong>{touched.length} dishes have these choices and change together:</strong> {touched.join(', ')}.
        </p>
      )}
      <Field
        label="Name of the group"
        value={group.label}
        maxLength={60}
        required
        onChange={(event) => change({ label: event.target.value })}
      />
      <Select
        label="What a choice is"
        value={role}
        onChange={(event) => {
          const next = event.target.value as OptionRole
          change({
            role: next,
            ...(next === 'size' && { min: 1, max: 1 }),
            ...(next !== 'topping' && next !== 'extra' && { limit: 1 }),
          })
        }}
      >
        {Object.entries(roles).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      {role !== 'size' && (
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          <CountField label="At least" value={group.min} least={0} onChange={(min) => change({ min })} />
          <CountField label="At most" value={group.max} least={1} onChange={(max) => change({ max })} />
          {!isOne && (
            <CountField label="Of the same" value={group.limit} least={1} onChange={(limit) => change({ limit })} />
          )}
        </div>
      )}
      {group.max < group.min && (
        <p role="alert" className="text-alarm text-sm">
          “At most” must not be lower than “At least”.
        </p>
      )}
      {group.min > 0 && (
        <Field
          label="What customers read when they have not chosen"
          value={group.missing ?? ''}
          maxLength={120}
          placeholder={`Please choose ${group.label.toLowerCase()}`}
          onChange={({ target: { value } }) =>
            setGroup(({ missing: _, ...old }) => (value.trim() === '' ? old : { ...old, missing: value }))
          }
        />
      )}
      <SourceFields draft={draft} group={group} onGroup={setGroup} />
      <CostFields group={group} onChange={change} />
      <Button type="submit" disabled={group.max < group.min}>
        Save to the draft
      </Button>
    </form>
  )
}

type CountProps = {
  readonly label: string
  readonly value: number
  readonly least: number
  readonly onChange: (count: number) => void
}

function CountField({ label, value, least, onChange }: CountProps) {
  return (
    <Field
      label={label}
      type="number"
      min={least}
      max={99}
      value={value}
      onChange={({ target }) => onChange(Math.max(least, Math.min(99, Math.round(Number(target.value)))))}
    />
  )
}
