import { useState } from 'react'
import type { RestaurantSettings } from '#contract/settings.ts'
import { days } from '#domain/office/hours.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { CheckRow } from '#web/ui/forms/option-row.tsx'
import { typedAmount } from '#web/ui/forms/typed-amount.ts'
import { type KeyedRow, Rows } from './rows.tsx'
import { SettingsSection, useSection } from './settings-section.tsx'

type Day = { readonly isOpen: boolean; readonly from: string; readonly until: string }

const usual = { isOpen: true, from: '10:00', until: '22:00' }

/** When the restaurant takes orders. */
export function HoursSection({ hours }: { hours: RestaurantSettings['hours'] }) {
  const section = useSection()
  const { errors, forgive } = section
  const week = hours && !hours.always ? hours : undefined
  const [always, setAlways] = useState(!week)
  const [weekly, setWeekly] = useState<Day[]>(
    () =>
      week?.weekly.map((span) => (span ? { isOpen: true, ...span } : { ...usual, isOpen: false })) ??
      days.map(() => usual),
  )
  const [closed, setClosed] = useState<KeyedRow<'date'>[]>(
    () => week?.closed.map((date, key) => ({ key, row: { date } })) ?? [],
  )
  const [lastOrder, setLastOrder] = useState(String(week?.lastOrder ?? 30))

  function set(index: number, change: Partial<Day>) {
    setWeekly((before) => before.map((day, other) => (other === index ? { ...day, ...change } : day)))
  }

  function save() {
    const change = always
      ? { always }
      : {
          always,
          weekly: weekly.map(({ isOpen, from, until }) => (isOpen ? { from, until } : null)),
          closed: closed.map(({ row }) => row.date),
          lastOrder: typedAmount(lastOrder) ?? Number.NaN,
        }
    void section.save({ hours: change })
  }

  const time = (index: number, name: 'from' | 'until', label: string) => {
    const field = `hours.weekly.${index}.${name}`
    return (
      <Field
        label={label}
        aria-label={`${days[index]}, ${label.toLowerCase()}`}
        name={field}
        type="time"
        value={weekly[index]?.[name] ?? ''}
        error={errors[field]}
        onChange={({ target }) => {
          set(index, { [name]: target.value })
          forgive(field)
        }}
      />
    )
  }

  return (
    <SettingsSection
      title="Hours"
      hint="Outside them customers read when you open, and cannot pay. What is being paid still goes through."
      section={section}
      onSave={save}
    >
      <CheckRow label="Always open" checked={always} onChange={({ target }) => setAlways(target.checked)} />
      {!always && (
        <>
          <ul className="grid gap-2">
            {days.map((day, index) => (
              <li key={day} className="grid items-start gap-x-3 sm:grid-cols-[9rem_minmax(0,1fr)]">
                <div className="flex sm:pt-6.5">
                  <CheckRow
                    label={day}
                    checked={weekly[index]?.isOpen ?? false}
                    onChange={({ target }) => set(index, { isOpen: target.checked })}
                  />
                </div>
                {weekly[index]?.isOpen && (
                  <div className="grid grid-cols-2 gap-2">
                    {time(index, 'from', 'From')}
                    {time(index, 'until', 'Until')}
                  </div>
                )}
              </li>
            ))}
          </ul>
          <Field
            label="Last order, minutes before closing"
            name="hours.lastOrder"
            value={lastOrder}
            error={errors['hours.lastOrder']}
            inputMode="numeric"
            autoComplete="off"
            maxLength={3}
            onChange={({ target }) => {
              setLastOrder(target.value)
              forgive('hours.lastOrder')
            }}
          />
          <Rows
            name="hours.closed"
            of="closed day"
            columns={[{ name: 'date', label: 'Closed on', type: 'date' }]}
            rows={closed}
            onRows={setClosed}
            errors={errors}
            forgive={forgive}
          />
        </>
      )}
    </SettingsSection>
  )
}
