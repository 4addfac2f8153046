import { useRef, useState } from 'react'
import type { RestaurantSettings } from '#contract/settings.ts'
import type * as Hours from '#domain/restaurant/hours.ts'
import { days } from '#domain/restaurant/lagos.ts'
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

/** The typed hours of a weekday. A closed day keeps its typed hours. */
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
  const [always, setAlways] = useState(!week)
  const [weekly, setWeekly] = useState<Day[]>(
    () =>
      week?.weekly.map((spans) => (spans.length > 0 ? { isOpen: true, spans } : { ...usual, isOpen: false })) ??
      days.map(() => usual),
  )
  const [closed, setClosed] = useState<KeyedRow<'date'>[]>(
    () => week?.closed.map((date, key) => ({ key, row: { date } })) ?? [],
  )
  const [lastOrder, setLastOrder] = useState(String(week?.lastOrder ?? 30))

  const list = useRef<HTMLUListElement>(null)
  const switchOf = useRef<HTMLDivElement>(null)

  function set(index: number, change: Partial<Day>) {
    setWeekly((before) => before.map((day, other) => (other === index ? { ...day, ...change } : day)))
  }

  const change = always
    ? { always: true as const }
    : {
        always: false as const,
        weekly: weekly.map(({ isOpen, spans }) => (isOpen ? [...spans] : [])),
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

  /** Focuses the fields of a day, or the switch 'Always open' if the days have no fields. */
  function goToDay(weekday: number) {
    const row = list.current?.children[weekday]
    const first = (selector: string) => row?.querySelector<HTMLElement>(selector)
    const field = first('[type=time]') ?? first('input') ?? switchOf.current?.querySelector('input')
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
      <div ref={switchOf} className="grid">
        <CheckRow label="Always open" checked={always} onChange={({ target }) => setAlways(target.checked)} />
      </div>
      {!always && (
        <>
          <ul ref={list} className="grid gap-2">
            {days.map((day, index) => (
              <DayRow key={day} index={index} day={weekly[index] ?? usual} onChange={(change) => set(index, change)} />
            ))}
          </ul>
          <Field
            {...field('hours.lastOrder', lastOrder, setLastOrder)}
            label="Last order, minutes before closing"
            inputMode="numeric"
            autoComplete="off"
            maxLength={3}
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
    <li className="grid items-start gap-x-3 sm:grid-cols-[9rem_minmax(0,1fr)]">
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
