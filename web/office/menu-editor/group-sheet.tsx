import { useRef, useState } from 'react'
import type { MenuCategory } from '#contract/menu/menu-document.ts'
import type { OptionGroup, OptionRole, OwnChoice } from '#domain/menu/menu.ts'
import { firstFree } from '#domain/menu/slug.ts'
import * as Money from '#domain/money/money.ts'
import { refocus } from '#web/app/navigation/refocus.ts'
import { mayLeave, useUnsaved } from '#web/staff/unsaved.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Select } from '#web/ui/forms/field.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { type Draft, moved } from './menu-draft.ts'
import { PriceField } from './price-field.tsx'

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
  const { source, role } = group
  const touched = category.items.filter(({ groups }) => groups.includes(group.id)).map(({ name }) => name)
  const isOne = role === 'size' || role === 'variant'
  const setChoices = (choices: readonly OwnChoice[]) => change({ source: { choices } })
  const pricing = typeof group.pricing === 'number' ? 'fixed' : group.pricing

  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        onSave(group)
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
          At most must not be under at least.
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
      <Select
        label="Where the choices come from"
        value={'choices' in source ? '' : source.category}
        onChange={({ target: { value } }) =>
          setGroup(({ preset: _, ...old }) => ({
            ...old,
            source:
              value === '' ? { choices: [{ id: 'regular', name: 'Regular', price: Money.zero }] } : { category: value },
          }))
        }
      >
        <option value="">A list of its own</option>
        {draft.categories.map(({ id, title }) => (
          <option key={id} value={id}>
            The dishes of {title}
          </option>
        ))}
      </Select>
      {'choices' in source ? (
        <Choices choices={source.choices} onChange={setChoices} />
      ) : (
        <OptionalPrice
          label="Only dishes up to (₦)"
          price={source.priceAtMost}
          onChange={(priceAtMost) => {
            const { priceAtMost: _, ...plain } = source
            change({ source: { ...plain, ...(priceAtMost !== undefined && { priceAtMost }) } })
          }}
        />
      )}
      <Select
        label="What a choice costs"
        value={pricing}
        onChange={({ target: { value } }) =>
          change({ pricing: value === 'fixed' ? Money.zero : (value as 'own' | 'free') })
        }
      >
        <option value="own">Its own price</option>
        <option value="free">Nothing</option>
        <option value="fixed">All the same</option>
      </Select>
      {typeof group.pricing === 'number' && (
        <PriceField label="Price of each (₦)" price={group.pricing} onChange={(price) => change({ pricing: price })} />
      )}
      <Button type="submit" disabled={group.max < group.min}>
        Save to the draft
      </Button>
    </form>
  )
}

function Choices({ choices, onChange }: { choices: readonly OwnChoice[]; onChange: (list: OwnChoice[]) => void }) {
  const adding = useRef<HTMLButtonElement>(null)
  const set = (id: string, next: Partial<OwnChoice>) =>
    onChange(choices.map((choice) => (choice.id === id ? { ...choice, ...next } : choice)))
  return (
    <fieldset className="grid gap-3">
      <legend className="font-semibold text-sm">Choices</legend>
      {choices.map((choice, at) => (
        <div key={choice.id} className="grid gap-2 rounded-control border border-line p-3 sm:grid-cols-2">
          <Field
            label={`Choice ${at + 1}`}
            value={choice.name}
            maxLength={60}
            required
            onChange={(event) => set(choice.id, { name: event.target.value })}
          />
          <PriceField
            label={`Price of choice ${at + 1} (₦)`}
            price={choice.price}
            onChange={(price) => set(choice.id, { price })}
          />
          <div className="flex gap-x-5 text-sm">
            {at > 0 && (
              <TextButton aria-label={`Move ${choice.name} up`} onClick={() => onChange(moved(choices, choice.id, -1))}>
                Up
              </TextButton>
            )}
            {choices.length > 1 && (
              <TextButton
                aria-label={`Remove ${choice.name}`}
                onClick={() => {
                  refocus(() => adding.current)
                  onChange(choices.filter(({ id }) => id !== choice.id))
                }}
              >
                Remove
              </TextButton>
            )}
          </div>
        </div>
      ))}
      <Button
        ref={adding}
        variant="secondary"
        onClick={() => {
          const id = firstFree('choice', new Set(choices.map((choice) => choice.id)))
          onChange([...choices, { id, name: '', price: Money.zero }])
        }}
      >
        Add a choice
      </Button>
    </fieldset>
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

type OptionalPriceProps = {
  readonly label: string
  readonly price: Money.Naira | undefined
  readonly onChange: (price: Money.Naira | undefined) => void
}

function OptionalPrice({ label, price, onChange }: OptionalPriceProps) {
  return (
    <Field
      label={label}
      inputMode="numeric"
      value={price ?? ''}
      maxLength={8}
      hint="Empty for all of them."
      onChange={({ target: { value } }) => {
        const plain = value.replace(/\D/g, '')
        onChange(plain === '' ? undefined : Money.naira(Number(plain)))
      }}
    />
  )
}
