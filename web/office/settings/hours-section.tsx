import { type ReactNode, useRef, useState } from 'react'
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

/** A day of the week as typed. A closed day keeps its typed hours. */
type Day = { readonly isOpen: boolean; readonly spans: readonly Span[] }

const usual: Day = { isOpen: true, spans: [{ from: '10:00', until: '22:00' }] }
const places = [...Array(mostSpans).keys()]

type Props = {
  readonly hours: RestaurantSettings['hours']
  /** Shows the week as it is typed. */
  readonly hasPicture?: boolean
}

/** The opening hours of the restaurant. */
export function HoursSection({ hours, hasPicture = false }: Props) {
  const { errors, forgive } = useSettingsForm()
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

  /** Moves the focus to the fields of a day, or to the switch while the restaurant is always open. */
  function goToDay(weekday: number) {
    const row = list.current?.children[weekday]
    const first = (selector: string) => row?.querySelector<HTMLElement>(selector)
    const field = first('[type=time]') ?? first('input') ?? switchOf.current?.querySelector('input')
    field?.scrollIntoView({ block: 'center' })
    field?.focus({ preventScroll: true })
  }

  const time = (index: number, place: number, name: 'from' | 'until', label: string) => {
    const { spans = [] } = weekly[index] ?? {}
    const field = `hours.weekly.${index}.${place}.${name}`
    return (
      <Field
        label={label}
        aria-label={`${days[index]}, ${place > 0 ? `hours ${place + 1}, ` : ''}${label.toLowerCase()}`}
        name={field}
        type="time"
        value={spans[place]?.[name] ?? ''}
        error={errors[field]}
        onChange={({ target }) => {
          set(index, {
            spans: spans.map((span, other) => (other === place ? { ...span, [name]: target.value } : span)),
          })
          forgive(field)
        }}
      />
    )
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
              <li key={day} className="grid items-start gap-x-3 sm:grid-cols-[9rem_minmax(0,1fr)]">
                <div className="flex sm:pt-6.5">
                  <CheckRow
                    label={day}
                    checked={weekly[index]?.isOpen ?? false}
                    onChange={({ target }) => set(index, { isOpen: target.checked })}
                  />
                </div>
                {weekly[index]?.isOpen && (
                  <Spans day={day} spans={weekly[index].spans} onSpans={(spans) => set(index, { spans })}>
                    {(place) => (
                      <>
                        {time(index, place, 'from', 'From')}
                        {time(index, place, 'until', 'Until')}
                      </>
                    )}
                  </Spans>
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

type SpansProps = {
  readonly day: string
  readonly spans: readonly Span[]
  readonly onSpans: (spans: readonly Span[]) => void
  /** Renders the two fields of the span with this index. */
  readonly children: (place: number) => ReactNode
}

/** The hours of one day, of which the last can be removed while there are others. */
function Spans({ day, spans, onSpans, children }: SpansProps) {
  return (
    <div className="grid gap-2">
      {places.slice(0, spans.length).map((place) => (
        <div key={place} className="grid grid-cols-2 gap-2">
          {children(place)}
        </div>
      ))}
      <div className="-my-2 flex flex-wrap gap-x-4">
        {spans.length < mostSpans && (
          <Button variant="quiet" onClick={() => onSpans([...spans, { from: '', until: '' }])} className="px-0!">
            <Icon name="plus" /> Add hours<span className="sr-only"> on {day}</span>
          </Button>
        )}
        {spans.length > 1 && (
          <Button variant="quiet" onClick={() => onSpans(spans.slice(0, -1))} className="px-0!">
            <Icon name="bin" /> Remove the last<span className="sr-only"> hours on {day}</span>
          </Button>
        )}
      </div>
    </div>
  )
}
