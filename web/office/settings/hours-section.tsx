import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { RestaurantSettings } from '#contract/settings.ts'
import { same } from '#domain/menu/same.ts'
import * as Hours from '#domain/restaurant/hours.ts'
import { dateOf, dayOf, days, weekdayOf } from '#domain/restaurant/lagos.ts'
import { mostSpans, type Span } from '#domain/text/spans.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { CheckRow } from '#web/ui/forms/option-row.tsx'
import { typedAmount } from '#web/ui/forms/typed-amount.ts'
import { Icon } from '#web/ui/icon.tsx'
import { type KeyedRow, Rows } from './rows.tsx'
import { useSettingsForm } from './settings-form.tsx'
import { SettingsSection } from './settings-section.tsx'
import { WeekPicture } from './week-picture.tsx'

/** The typed hours of a weekday. If the day is switched to closed, the hours are kept for when it is opened again. */
type Day = { readonly isOpen: boolean; readonly spans: readonly Span[] }

const usual: Day = { isOpen: true, spans: [{ from: '10:00', until: '22:00' }] }
const places = [...Array(mostSpans).keys()]

type Props = {
  readonly hours: RestaurantSettings['hours']
  /** True to draw the typed week as a picture. */
  readonly hasPicture?: boolean
}

export function HoursSection({ hours, hasPicture = false }: Props) {
  const { errors, forgive, field } = useSettingsForm()
  const week = hours && !hours.always ? hours : undefined
  const [always, setAlways] = useState(!week || same(week.weekly, Hours.wholeWeek))
  const [weekly, setWeekly] = useState<Day[]>(
    () =>
      week?.weekly.map((spans) => (spans.length > 0 ? { isOpen: true, spans } : { ...usual, isOpen: false })) ??
      // A restaurant that is always open starts with whole days, so that saving the days does not close it at night by
      // mistake.
      Hours.wholeWeek.map((spans) => (hours ? { isOpen: true, spans } : usual)),
  )
  const [closed, setClosed] = useState<KeyedRow<'date'>[]>(
    () => week?.closed.map((date, key) => ({ key, row: { date } })) ?? [],
  )
  const [lastOrder, setLastOrder] = useState(String(week?.lastOrder ?? 30))

  const fields = useRef<HTMLDivElement>(null)

  function set(index: number, change: Partial<Day>) {
    setWeekly((before) => before.map((day, other) => (other === index ? { ...day, ...change } : day)))
  }

  const openIn = always ? Hours.wholeWeek : weekly.map(({ isOpen, spans }) => (isOpen ? spans : []))
  const change =
    closed.length === 0 && same(openIn, Hours.wholeWeek)
      ? { always: true as const }
      : {
          always: false as const,
          weekly: openIn.map((spans) => [...spans]),
          closed: closed.map(({ row }) => row.date),
          lastOrder: typedAmount(lastOrder) ?? Number.NaN,
        }

  const typed: Hours.OpeningHours = change.always
    ? change
    : {
        ...change,
        weekly: change.weekly.map((spans) => spans.filter(({ from, until }) => from !== '' && until !== '')),
        lastOrder: 0,
      }

  /** Focuses the field of a closed date, or the hours of its weekday. Shows the days if they are hidden. */
  function goToDay(midnight: number) {
    const find = (selector: string) => fields.current?.querySelector<HTMLElement>(selector)
    const date = closed.findIndex(({ row }) => row.date === dateOf(midnight))
    if (date === -1) flushSync(() => setAlways(false))
    const day = `[data-weekday="${weekdayOf(dayOf(midnight))}"]`
    const field =
      date === -1 ? (find(`${day} [type=time]`) ?? find(`${day} input`)) : find(`[name="hours.closed.${date}"]`)
    field?.scrollIntoView({ block: 'center' })
    field?.focus({ preventScroll: true })
  }

  return (
    <SettingsSection
      title="Hours"
      hint="Outside these hours customers read when you open, and cannot pay. Orders that are being paid still go through."
      change={{ hours: change }}
    >
      {hasPicture && <WeekPicture hours={typed} saved={hours ?? { always: true }} onDay={goToDay} />}
      <div ref={fields} className="grid gap-4">
        <CheckRow label="Always open" checked={always} onChange={({ target }) => setAlways(target.checked)} />
        {!always && (
          <ul className="grid gap-2">
            {days.map((day, index) => (
              <DayRow key={day} index={index} day={weekly[index] ?? usual} onChange={(change) => set(index, change)} />
            ))}
          </ul>
        )}
        {!(always && closed.length === 0) && (
          <Field
            {...field('hours.lastOrder', lastOrder, setLastOrder)}
            label="Last order, minutes before closing"
            inputMode="numeric"
            autoComplete="off"
            maxLength={3}
          />
        )}
        <Rows
          name="hours.closed"
          of="closed day"
          columns={[{ name: 'date', label: 'Closed on', type: 'date' }]}
          rows={closed}
          onRows={setClosed}
          errors={errors}
          forgive={forgive}
        />
      </div>
    </SettingsSection>
  )
}

type DayRowProps = {
  readonly index: number
  readonly day: Day
  readonly onChange: (change: Partial<Day>) => void
}

function DayRow({ index, day: { isOpen, spans }, onChange }: DayRowProps) {
  const { field } = useSettingsForm()
  const name = days[index]
  const onSpans = (spans: readonly Span[]) => onChange({ spans })

  const time = (place: number, end: 'from' | 'until', label: string) => (
    <Field
      {...field(`hours.weekly.${index}.${place}.${end}`, spans[place]?.[end] ?? '', (text) =>
        onSpans(spans.map((span, other) => (other === place ? { ...span, [end]: text } : span))),
      )}
      label={label}
      aria-label={`${name}, ${place > 0 ? `hours ${place + 1}, ` : ''}${label.toLowerCase()}`}
      type="time"
    />
  )

  return (
    <li
      data-weekday={index}
      className="-mx-2 grid items-start gap-x-3 rounded-control px-2 focus-within:outline-2 focus-within:outline-edge sm:grid-cols-[9rem_minmax(0,1fr)]"
    >
      <div className="flex sm:pt-6.5">
        <CheckRow label={name} checked={isOpen} onChange={({ target }) => onChange({ isOpen: target.checked })} />
      </div>
      {isOpen && (
        <div className="grid gap-2">
          {places.slice(0, spans.length).map((place) => (
            <div key={place} className="grid grid-cols-2 gap-2">
              {time(place, 'from', 'From')}
              {time(place, 'until', 'Until')}
            </div>
          ))}
          <div className="-my-2 flex flex-wrap gap-x-4">
            {spans.length < mostSpans && (
              <Button variant="quiet" onClick={() => onSpans([...spans, { from: '', until: '' }])} className="px-0!">
                <Icon name="plus" /> Add hours<span className="sr-only"> on {name}</span>
              </Button>
            )}
            {spans.length > 1 && (
              <Button variant="quiet" onClick={() => onSpans(spans.slice(0, -1))} className="px-0!">
                <Icon name="bin" /> Remove the last<span className="sr-only"> hours on {name}</span>
              </Button>
            )}
          </div>
        </div>
      )}
    </li>
  )
}
