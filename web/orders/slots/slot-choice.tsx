import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Slot, Slots } from '#contract/order/slots.ts'
import * as Lagos from '#domain/restaurant/lagos.ts'
import { slotDay } from '#domain/restaurant/slot-words.ts'
import { openingTime, partOfDay, slotWords } from '#domain/restaurant/slots.ts'
import { serverNow } from '#web/data/api/client.ts'
import { Button } from '#web/ui/button.tsx'
import { Stroke } from '#web/ui/icon.tsx'
import { LoadTrouble } from '#web/ui/load-trouble.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type Props = {
  readonly query: Parameters<typeof LoadTrouble>[0]['query'] & { readonly data: Slots | undefined }
  readonly names: readonly string[]
  readonly chosen: string
  readonly onDay: (date: string) => void
  readonly onChoose: (slot: string) => void
}

/** The number of days shown at first: as many as fit on the narrowest phone. */
const firstDays = 3

export function SlotChoice({ query, names, chosen, onDay, onChoose }: Props) {
  const { data } = query
  const list = useRef<HTMLDivElement>(null)
  const openAt = useEffectEvent((slots: readonly Slot[]) => {
    const times = slots.map((slot) => ({ ...slot, at: Date.parse(slot.at) }))
    const time = openingTime(times, Date.parse(chosen), serverNow())
    list.current?.querySelector(`[data-at="${time}"]`)?.scrollIntoView({ block: 'center' })
  })
  const date = data?.date
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list stays where it is when its slots are refetched
  useEffect(() => openAt(data?.slots ?? []), [date])
  return (
    <div ref={list} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <LoadTrouble what="The times did not load." query={query} />
      {data && <Days slots={data} onDay={onDay} />}
      {data ? (
        <Quarters slots={data.slots} names={names} chosen={chosen} onChoose={onChoose} />
      ) : (
        !query.error && (
          <>
            <p role="status" className="sr-only">
              Looking for free times…
            </p>
            <Skeleton className="h-11 rounded-control" />
            <Skeleton className="h-64 rounded-control" />
          </>
        )
      )}
      {data?.slots.length === 0 && <NoTimes slots={data} onDay={onDay} />}
    </div>
  )
}

function Days({ slots: { days, date }, onDay }: { slots: Slots; onDay: (date: string) => void }) {
  const chosen = days.findIndex((day) => day.date === date)
  const [isWhole, setIsWhole] = useState(chosen >= firstDays)
  const today = serverNow()
  return (
    <fieldset
      className={isWhole ? '' : '-mx-5 sticky top-[min(-0.25rem,(100vw-15rem)*99)] z-10 bg-raise px-5 pt-1 pb-2'}
    >
      <legend className="sr-only">Day</legend>
      <div
        className={isWhole ? 'grid grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-2' : 'flex flex-wrap gap-1.5'}
      >
        {days.slice(0, isWhole ? days.length : firstDays).map((day) => (
          <label key={day.date} className={`${chip} ${day.isOpen ? '' : 'text-soft'}`}>
            <input
              type="radio"
              name="day"
              checked={day.date === date}
              disabled={!day.isOpen}
              onChange={() => onDay(day.date)}
              className="sr-only"
            />
            <span>
              {dayName(day.date, today, isWhole)}
              {!day.isOpen && <span className="block text-xs">Closed</span>}
            </span>
          </label>
        ))}
        {!isWhole && days.length > firstDays && (
          <button type="button" aria-label="All days" onClick={() => setIsWhole(true)} className={chip}>
            <Stroke d="M5 6.500h14v13H5zM5 10.500h14M9 4v4M15 4v4" className="size-5" />
          </button>
        )}
      </div>
    </fieldset>
  )
}

/** Returns 'Today', 'Tomorrow' or 'Mon 30'; `hasMonth` adds the month. */
function dayName(date: string, today: number, hasMonth: boolean): string {
  const name = slotDay(Lagos.midnight(Lagos.dayOfDate(date)), today)
  return hasMonth ? name : name.split(' ').slice(0, 2).join(' ')
}

const chip =
  'flex min-h-11 cursor-pointer items-center justify-center rounded-control bg-raise2 px-3 text-center font-semibold text-control leading-tight has-checked:bg-text has-checked:text-ground has-disabled:cursor-default has-focus-visible:outline-3 has-focus-visible:outline-ember has-focus-visible:outline-offset-2'

const parts = ['Night', 'Morning', 'Afternoon', 'Evening'] as const

function Quarters({ slots, names, chosen, onChoose }: { slots: readonly Slot[] } & Omit<Props, 'query' | 'onDay'>) {
  return parts.map((part) => {
    const quarters = slots.filter(({ at }) => partOfDay(Date.parse(at)) === part)
    return quarters.length === 0 ? null : (
      <section key={part} aria-label={part} className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <h3 className="text-base">{part}</h3>
          <Without quarters={quarters} names={names} />
        </div>
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(4.25rem,1fr))] gap-1.5">
          {quarters.map((slot) => (
            <li key={slot.at} data-at={Date.parse(slot.at)} className="grid scroll-mt-16">
              <Quarter slot={slot} isChosen={slot.at === chosen} onChoose={onChoose} />
            </li>
          ))}
        </ul>
      </section>
    )
  })
}

type QuarterProps = Pick<Props, 'onChoose'> & { readonly slot: Slot; readonly isChosen: boolean }

function Quarter({ slot: { at, reason }, isChosen, onChoose }: QuarterProps) {
  const time = Lagos.clock(Date.parse(at))
  if (reason) {
    return (
      <p className="grid min-h-12 content-center justify-items-center rounded-control border border-line text-center text-soft text-xs leading-tight">
        <s className="figures text-sm">{time}</s> {slotWords[reason]}
      </p>
    )
  }
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={() => onChoose(at)}
      className="figures min-h-12 rounded-control bg-raise2 text-base hover:brightness-105 aria-pressed:bg-ember aria-pressed:text-on-ember"
    >
      {time}
    </button>
  )
}

/**
 * Names the dishes that at least one free slot in this part of the day cannot serve. If another free slot serves them
 * all, says until or from which time.
 */
function Without({ quarters, names }: { quarters: readonly Slot[]; names: readonly string[] }): ReactNode {
  const free = quarters.filter(({ reason }) => !reason)
  const missing = [...new Set(free.flatMap(({ without }) => without))]
  if (missing.length === 0) return null
  const name = missing.map((index) => names[index] ?? 'a dish').join(' and ')
  const isWith = ({ without }: Slot) => !without.some((index) => missing.includes(index))
  const last = free.findLast(isWith)
  const first = free.find(isWith)
  if (!last || !first) {
    return (
      <p className="flex items-center gap-1 font-semibold text-promise text-small">
        <Stroke d="M12 4 21.500 20h-19zM12 10v4M12 17h.01" className="size-4" /> without {name}
      </p>
    )
  }
  const end = Lagos.clock(Date.parse(last.at))
  const isUntil = first === free[0]
  return (
    <p className="text-small text-soft">
      {name} {isUntil ? `until ${end}` : `from ${Lagos.clock(Date.parse(first.at))}`}
    </p>
  )
}

function NoTimes({ slots: { first, date }, onDay }: { slots: Slots; onDay: (date: string) => void }) {
  const next = first && Lagos.dateOf(Date.parse(first))
  return (
    <div className="grid justify-items-center gap-3 rounded-card border-2 border-line border-dashed px-6 py-10 text-center">
      <p className="text-soft">
        {date === null || !first
          ? 'There is no free time in the days ahead. Please call us.'
          : 'No free time on this day.'}
      </p>
      {next && next !== date && (
        <Button variant="secondary" onClick={() => onDay(next)}>
          Show {slotDay(Date.parse(first), serverNow())}
        </Button>
      )}
    </div>
  )
}
