import { useState } from 'react'
import type { RestaurantSettings } from '#contract/settings.ts'
import { longestName, mostTaxes, typedRate } from '#domain/money/taxes.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Select } from '#web/ui/forms/field.tsx'
import { CheckRow } from '#web/ui/forms/option-row.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useSettingsForm } from './settings-form.tsx'
import { SettingsSection } from './settings-section.tsx'

/** A typed tax line with a key, because a new line has no name. */
type Typed = {
  readonly key: number
  readonly name: string
  readonly rate: string
  readonly included: boolean
  readonly onDelivery: boolean
}

export function TaxesSection({ taxes: initial }: Pick<RestaurantSettings, 'taxes'>) {
  const { field } = useSettingsForm()
  const [taxes, setTaxes] = useState<readonly Typed[]>(() =>
    initial.map((tax, key) => ({ ...tax, key, rate: String(tax.rate / 100) })),
  )

  const set = (at: number, change: Partial<Typed>) =>
    setTaxes(taxes.map((tax, place) => (place === at ? { ...tax, ...change } : tax)))

  function add() {
    const key = Math.max(-1, ...taxes.map((tax) => tax.key)) + 1
    setTaxes([...taxes, { key, name: '', rate: '', included: true, onDelivery: false }])
  }

  const change = {
    taxes: taxes.map(({ name, rate, included, onDelivery }) => ({
      name,
      // An invalid rate becomes NaN, which the server refuses with a sentence.
      rate: typedRate(rate) ?? Number.NaN,
      included,
      onDelivery,
    })),
  }

  return (
    <SettingsSection
      title="Taxes and levies"
      hint="Shown on every bill and receipt. Each rate applies to the price without tax. Check yourself which ones you owe. An order that is being paid keeps the lines that it was shown."
      change={change}
    >
      {taxes.length === 0 && <p className="text-soft">Bills have no such line.</p>}
      <ul className="grid gap-3 empty:hidden">
        {taxes.map(({ key, name, rate, included, onDelivery }, at) => (
          <li key={key} className="grid gap-2 rounded-control border border-line p-3">
            <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2 sm:grid-cols-[minmax(0,3fr)_minmax(0,2fr)_auto]">
              <Field
                {...field(`taxes.${at}.name`, name, (name) => set(at, { name }))}
                label="Name"
                maxLength={longestName}
                autoComplete="off"
              />
              <div className="max-sm:col-span-2 max-sm:row-start-2">
                <Field
                  {...field(`taxes.${at}.rate`, rate, (rate) => set(at, { rate }))}
                  label="Rate (%)"
                  inputMode="decimal"
                  maxLength={8}
                  autoComplete="off"
                />
              </div>
              <button
                type="button"
                aria-label={`Remove ${name || `line ${at + 1}`}`}
                onClick={() => setTaxes(taxes.filter((_, place) => place !== at))}
                className="mt-6.5 grid size-12 place-items-center rounded-control text-soft hover:text-text"
              >
                <Icon name="bin" />
              </button>
            </div>
            <Select
              label="How it is charged"
              name={`taxes.${at}.included`}
              value={included ? 'in' : 'on'}
              onChange={({ target }) => set(at, { included: target.value === 'in' })}
            >
              <option value="in">In the prices of the menu</option>
              <option value="on">On top of the prices</option>
            </Select>
            <CheckRow
              label={included ? 'Also in the delivery fee' : 'Also on top of the delivery fee'}
              name={`taxes.${at}.onDelivery`}
              checked={onDelivery}
              onChange={({ target }) => set(at, { onDelivery: target.checked })}
            />
          </li>
        ))}
      </ul>
      {taxes.length < mostTaxes && (
        <Button variant="quiet" onClick={add} className="justify-self-start px-0!">
          <Icon name="plus" /> Add tax or levy
        </Button>
      )}
    </SettingsSection>
  )
}
