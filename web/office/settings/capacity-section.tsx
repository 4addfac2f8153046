import { useState } from 'react'
import type { RestaurantSettings } from '#contract/settings.ts'
import { Field, Select } from '#web/ui/forms/field.tsx'
import { CheckRow } from '#web/ui/forms/option-row.tsx'
import { typedAmount } from '#web/ui/forms/typed-amount.ts'
import { useSettingsForm } from './settings-form.tsx'
import { SettingsSection } from './settings-section.tsx'

/** Returns the typed number, or NaN, which the server refuses with a sentence. */
const number = (typed: string) => typedAmount(typed) ?? Number.NaN

type Props = { readonly settings: Pick<RestaurantSettings, 'quarterCapacity' | 'later' | 'preparation' | 'capacity'> }

/** The settings of the kitchen's capacity in a quarter-hour, and of the time that an order takes. */
export function CapacitySection({ settings: { quarterCapacity, preparation, capacity } }: Props) {
  const form = useSettingsForm()
  const [isLimited, setIsLimited] = useState(quarterCapacity !== null)
  const [values, setValues] = useState({
    'quarterCapacity.dishes': String(quarterCapacity?.dishes ?? 12),
    'quarterCapacity.reserve': String(quarterCapacity?.reserve ?? 2),
    'preparation.least': String(preparation.least),
    'preparation.most': String(preparation.most),
    capacity: String(capacity),
  })
  const field = (name: keyof typeof values, label: string, hint?: string) => (
    <Field
      {...form.field(name, values[name], (text) => setValues((before) => ({ ...before, [name]: text })))}
      label={label}
      hint={hint}
      inputMode="numeric"
      autoComplete="off"
      maxLength={3}
    />
  )
  const change = {
    quarterCapacity: isLimited
      ? { dishes: number(values['quarterCapacity.dishes']), reserve: number(values['quarterCapacity.reserve']) }
      : null,
    preparation: { least: number(values['preparation.least']), most: number(values['preparation.most']) },
    capacity: number(values.capacity),
  }
  return (
    <SettingsSection
      title="Kitchen"
      hint="At most this much is promised for each quarter of an hour. A dish counts once, or by its own minutes in the menu."
      change={change}
    >
      <CheckRow
        label="Limit what is promised"
        checked={isLimited}
        onChange={({ target }) => setIsLimited(target.checked)}
      />
      {isLimited && (
        <div className="grid gap-3 sm:grid-cols-2">
          {field('quarterCapacity.dishes', 'Dishes in 15 minutes')}
          {field(
            'quarterCapacity.reserve',
            'Kept for people at the counter',
            'Part of the dishes above, in every quarter of an hour.',
          )}
        </div>
      )}
      <div className="grid gap-3 sm:grid-cols-3">
        {field('preparation.least', 'Shortest time, minutes')}
        {field('preparation.most', 'Longest time, minutes', 'Customers read this time. A rush adds to it.')}
        {field('capacity', 'Orders side by side', 'With this many, customers read the longest time.')}
      </div>
    </SettingsSection>
  )
}

const notices = {
  0: 'At once',
  30: '30 minutes',
  60: '1 hour',
  120: '2 hours',
  180: '3 hours',
  360: '6 hours',
  1440: '1 day',
}
const days = [0, 1, 2, 3, 4, 5, 6, 7, 10, 14]

/** The settings of orders for later: whether they are taken, the least time before a slot, and the days ahead. */
export function LaterSection({ later }: { later: RestaurantSettings['later'] }) {
  const { field } = useSettingsForm()
  const [isTaken, setIsTaken] = useState(later !== null)
  const [notice, setNotice] = useState(later?.notice ?? 60)
  const [ahead, setAhead] = useState(later?.days ?? 14)
  const choices = Object.entries({
    ...notices,
    [notice]: notices[notice as keyof typeof notices] ?? `${notice} minutes`,
  })
  return (
    <SettingsSection
      title="Orders for later"
      hint="Customers choose a day and a quarter of an hour. The kitchen sees the order when it must be started."
      change={{ later: isTaken ? { notice, days: ahead } : null }}
    >
      <CheckRow label="Take orders for later" checked={isTaken} onChange={({ target }) => setIsTaken(target.checked)} />
      {isTaken && (
        <div className="grid gap-3 sm:grid-cols-2">
          <Select
            {...field('later.notice', notice, (text) => setNotice(Number(text)))}
            label="Earliest, after it is placed"
          >
            {choices.map(([minutes, words]) => (
              <option key={minutes} value={minutes}>
                {words}
              </option>
            ))}
          </Select>
          <Select
            label="How far ahead"
            {...field('later.days', ahead, (text) => setAhead(Number(text)))}
            hint="The stock of that day is counted."
          >
            {[...new Set([...days, ahead])]
              .sort((a, b) => a - b)
              .map((count) => (
                <option key={count} value={count}>
                  {count === 0 ? 'Today only' : count === 1 ? '1 day' : `${count} days`}
                </option>
              ))}
          </Select>
        </div>
      )}
    </SettingsSection>
  )
}
