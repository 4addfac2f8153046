import { useRef } from 'react'
import type { OptionGroup, OwnChoice } from '#domain/menu/menu.ts'
import { firstFree } from '#domain/menu/slug.ts'
import * as Money from '#domain/money/money.ts'
import { refocus } from '#web/app/navigation/refocus.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Select } from '#web/ui/forms/field.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { type Draft, moved } from './menu-draft.ts'
import { PriceField } from './price-field.tsx'

type SourceProps = {
  readonly draft: Draft
  readonly group: OptionGroup
  readonly onGroup: (next: (old: OptionGroup) => OptionGroup) => void
}

/** The fields for the choices of an option group: a list of choices, or the dishes of a category. */
export function SourceFields({ draft, group: { source }, onGroup }: SourceProps) {
  return (
    <>
      <Select
        label="Where the choices come from"
        value={'choices' in source ? '' : source.category}
        onChange={({ target: { value } }) =>
          onGroup(({ preset: _, ...old }) => ({
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
        <Choices choices={source.choices} onChange={(choices) => onGroup((old) => ({ ...old, source: { choices } }))} />
      ) : (
        <OptionalPrice
          label="Only dishes up to (₦)"
          price={source.priceAtMost}
          onChange={(priceAtMost) => {
            const { priceAtMost: _, ...plain } = source
            onGroup((old) => ({ ...old, source: { ...plain, ...(priceAtMost !== undefined && { priceAtMost }) } }))
          }}
        />
      )}
    </>
  )
}

type CostProps = { readonly group: OptionGroup; readonly onChange: (next: Partial<OptionGroup>) => void }

export function CostFields({ group, onChange }: CostProps) {
  return (
    <>
      <Select
        label="What a choice costs"
        value={typeof group.pricing === 'number' ? 'fixed' : group.pricing}
        onChange={({ target: { value } }) =>
          onChange({ pricing: value === 'fixed' ? Money.zero : (value as 'own' | 'free') })
        }
      >
        <option value="own">Its own price</option>
        <option value="free">Nothing</option>
        <option value="fixed">All the same</option>
      </Select>
      {typeof group.pricing === 'number' && (
        <PriceField
          label="Price of each (₦)"
          price={group.pricing}
          onChange={(price) => onChange({ pricing: price })}
        />
      )}
    </>
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
