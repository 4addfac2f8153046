import { useState } from 'react'
import * as MenuDocument from '#domain/menu/menu-document.ts'
import * as Money from '#domain/money/money.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Select } from '#web/ui/forms/field.tsx'
import type { Draft } from './menu-draft.ts'

type Props = { readonly draft: Draft; readonly initial: string; readonly onApply: (draft: Draft) => void }

export function PriceChange({ draft, initial, onApply }: Props) {
  const [where, setWhere] = useState(initial)
  const [unit, setUnit] = useState<'percent' | 'naira'>('percent')
  const [typed, setTyped] = useState('')
  const amount = /^[-+]?\d{1,6}$/.test(typed.trim()) ? Number(typed) : undefined
  const isWrong = amount === undefined || (unit === 'percent' && (amount < -90 || amount > 200))
  const step = unit === 'percent' ? { percent: amount ?? 0 } : { naira: amount ?? 0 }
  const after = draft.categories.map((category) =>
    where === '' || category.id === where ? MenuDocument.reprice(category, step) : category,
  )
  const changes = isWrong ? [] : MenuDocument.changes(draft.categories, after)

  return (
    <div className="grid gap-4">
      <Select label="Dishes" value={where} onChange={(event) => setWhere(event.target.value)}>
        <option value="">Of all categories</option>
        {draft.categories.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </Select>
      <div className="grid grid-cols-2 gap-3">
        <Field
          label="By"
          inputMode="text"
          value={typed}
          maxLength={7}
          placeholder="10 or -10"
          onChange={(event) => setTyped(event.target.value)}
          error={
            typed !== '' && isWrong ? 'Please enter a whole number, at most 200 percent up and 90 down.' : undefined
          }
        />
        <Select label="In" value={unit} onChange={(event) => setUnit(event.target.value as 'percent' | 'naira')}>
          <option value="percent">Percent</option>
          <option value="naira">Naira</option>
        </Select>
      </div>
      <p className="text-soft text-sm">
        Sizes change with their dishes.{' '}
        {unit === 'percent' &&
          `Results are rounded to the nearest ${Money.format(Money.naira(MenuDocument.roundedTo))}. `}
        What is free stays free.
      </p>
      {changes.length > 0 && (
        <ul aria-label="New prices" className="grid max-h-64 gap-1 overflow-y-auto text-sm">
          {changes.map(({ what, dishes }) => (
            <li key={what}>
              {what} {dishes.length > 1 && <span className="text-soft">({dishes.join(', ')})</span>}
            </li>
          ))}
        </ul>
      )}
      <Button disabled={changes.length === 0} onClick={() => onApply({ ...draft, categories: after })}>
        Put into the draft
      </Button>
    </div>
  )
}
