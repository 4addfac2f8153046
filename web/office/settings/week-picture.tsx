import { useQuery } from '@tanstack/react-query'
import { same } from '#domain/menu/same.ts'
import * as Hours from '#domain/restaurant/hours.ts'
import * as Lagos from '#domain/restaurant/lagos.ts'
import { type Piece, piecesOf } from '#domain/restaurant/week.ts'
import type { Span } from '#domain/text/spans.ts'
import { Link } from '#web/app/navigation/navigation.tsx'
import { serverNow } from '#web/data/api/client.ts'
import { useClock } from '#web/data/clock.ts'
import { publishedQuery } from '#web/office/menu-editor/menu-draft.ts'

type Served = { readonly id: string; readonly title: string; readonly served: readonly Span[] }

type Props = {
  readonly hours: Hours.OpeningHours
  readonly saved: Hours.OpeningHours
  readonly onDay: (midnight: number) => void
}

const share = (minutes: number) => `${(minutes / 1440) * 100}%`

/** The colours of the categories, which repeat if there are more categories than colours. */
const tones = ['bg-plantain', 'bg-wash-leaf ring-[1.5px] ring-leaf ring-inset', 'bg-alarm', 'bg-edge']
const toneOf = (index: number) => tones[index % tones.length]

/** A picture of the opening hours of the next seven days, with the served hours of the categories below. */
export function WeekPicture({ hours, saved, onDay }: Props) {
  const today = useClock((now) => String(Lagos.dayOf(now)))
  const { data: menu } = useQuery(publishedQuery)
  const categories = (menu?.categories ?? []).flatMap(({ id, title, served }) =>
    served ? [{ id, title, served }] : [],
  )
  const first = Number(today ?? Lagos.dayOf(serverNow()))
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="text-lg">The next seven days</h3>
        <p className="text-soft text-sm">Press a bar to change it</p>
      </div>
      <ol>
        {Lagos.days.map((name, index) => (
          <DayRow
            key={name}
            midnight={Lagos.midnight(first + index)}
            isToday={index === 0}
            hours={hours}
            saved={saved}
            categories={categories}
            onDay={onDay}
          />
        ))}
      </ol>
      <p aria-hidden="true" className="figures flex justify-between text-soft text-xs sm:ml-32">
        {['00', '06', '12', '18', '24'].map((hour) => (
          <span key={hour}>{hour}</span>
        ))}
      </p>
      <ul className="flex flex-wrap items-center gap-2 pt-1">
        <li className="flex min-h-11 items-center gap-2 pr-2 text-sm">
          <span aria-hidden="true" className="h-4 w-6 rounded-[5px] bg-wash-leaf ring-[1.5px] ring-leaf ring-inset" />
          Open
        </li>
        {categories.map(({ id, title, served }, index) => (
          <li key={id}>
            <Link
              to="/office/menu"
              className="flex min-h-11 items-center gap-2 rounded-control bg-raise2 px-3 text-sm hover:brightness-105"
            >
              <span aria-hidden="true" className={`h-2 w-6 shrink-0 rounded-full ${toneOf(index)}`} />
              <span>
                {title}{' '}
                <span className="figures">{served.map(({ from, until }) => `${from} – ${until}`).join(', ')}</span>
              </span>
            </Link>
          </li>
        ))}
        <li>
          <Link
            to="/office/menu"
            className="inline-flex min-h-11 items-center font-semibold text-ember text-sm underline-offset-4 hover:underline"
          >
            {categories.length > 0 ? 'Change in the menu' : 'Give a category hours in the menu'}
          </Link>
        </li>
      </ul>
    </div>
  )
}

type DayProps = Props & {
  readonly midnight: number
  readonly isToday: boolean
  readonly categories: readonly Served[]
}

function DayRow({ midnight, isToday, hours, saved, categories, onDay }: DayProps) {
  const pieces = piecesOf(hours, midnight)
  const isChanged = !same(pieces, piecesOf(saved, midnight))
  const weekday = Lagos.weekdayOf(Lagos.dayOf(midnight))
  const fits = pieces.every(({ from, until, begun }) => until - from >= 330 || begun)
  const words = pieces.map((piece) => piece.words).join(', ') || 'Closed all day'
  const note = isChanged ? ' · not saved' : ''
  const closedFrom = pieces.at(-1)?.until ?? 0
  const [date, month = ''] = Lagos.dayAndMonth(midnight).split(' ')
  return (
    <li className="border-line border-t sm:grid sm:grid-cols-[8rem_minmax(0,1fr)] sm:items-center">
      <p className="flex flex-wrap items-baseline justify-between gap-x-2 pt-1.5 text-sm sm:block sm:py-1.5 sm:pr-2">
        <span className="font-semibold">
          {isToday ? (
            <>
              Today, <Time />
            </>
          ) : (
            Lagos.days[weekday]?.slice(0, 3)
          )}
        </span>
        <span className="text-soft sm:block sm:text-small">
          {isToday && `${Lagos.days[weekday]?.slice(0, 3)} `}
          {date} {month.slice(0, 3)}
        </span>
        <span className={`ml-auto text-small ${fits ? 'sm:hidden' : 'sm:block'}`}>
          {words}
          {isChanged && <span className="text-promise">{note}</span>}
        </span>
      </p>
      <div
        className="relative grid gap-1 overflow-hidden py-1.5"
        style={{ background: 'repeating-linear-gradient(to right, var(--line) 0 1px, transparent 1px 12.5%)' }}
      >
        <div className="relative h-9">
          {pieces.map((piece) => (
            <Bar
              key={piece.from}
              piece={piece}
              isChanged={isChanged}
              words={fits && !(piece.begun && piece.until < 330) ? `${piece.words}${note}` : undefined}
              label={`${Lagos.days[weekday]}, ${piece.words}${note}`}
              onPress={() => onDay(midnight)}
            />
          ))}
          {pieces.every(({ begun, until }) => begun && until < 1440) && (
            <button
              type="button"
              aria-label={`${Lagos.days[weekday]}, closed${note}`}
              onClick={() => onDay(midnight)}
              className={`hatched absolute inset-y-0 right-0 rounded-[10px] border-[1.5px] px-2.5 text-left font-semibold text-small ${isChanged ? 'border-plantain' : 'border-edge'}`}
              style={{ left: share(closedFrom) }}
            >
              <span className="max-sm:sr-only">{pieces.length > 0 ? 'Closed' : `Closed all day${note}`}</span>
            </button>
          )}
          {fits &&
            pieces
              .filter(({ begun, until }) => begun && until < 330)
              .map(({ until, words }) => (
                <span
                  key={until}
                  aria-hidden="true"
                  className="figures pointer-events-none absolute inset-y-0 flex items-center bg-raise px-1.5 text-small text-soft max-sm:hidden"
                  style={{ left: share(until) }}
                >
                  {words}
                </span>
              ))}
        </div>
        {categories.map(({ id, served }, index) => (
          <div key={id} aria-hidden="true" className="relative h-1.5">
            {piecesOf(Hours.daily(served), midnight).map(({ from, until }) => (
              <span
                key={from}
                className={`absolute inset-y-0 rounded-full ${toneOf(index)}`}
                style={{ left: share(from), width: share(until - from) }}
              />
            ))}
          </div>
        ))}
        {isToday && <Now midnight={midnight} />}
      </div>
    </li>
  )
}

type BarProps = {
  readonly piece: Piece
  readonly isChanged: boolean
  /** Undefined if the bar is too short for words. */
  readonly words: string | undefined
  readonly label: string
  readonly onPress: () => void
}

/** A bar has no edge where its hours continue across midnight. A bar of 24 hours has both edges. */
function Bar({ piece: { from, until, begun, goesOn }, isChanged, words, label, onPress }: BarProps) {
  const isWhole = from === 0 && until === 1440
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onPress}
      className={`figures absolute inset-y-0 min-w-0 overflow-hidden whitespace-nowrap border-[1.5px] bg-wash-leaf px-2.5 text-left font-semibold text-small hover:brightness-105 ${isChanged ? 'border-plantain border-[3px]' : 'border-leaf'} ${begun && !isWhole ? 'border-l-0' : 'rounded-l-[10px]'} ${goesOn && !isWhole ? 'border-r-0' : 'rounded-r-[10px]'}`}
      style={{ left: share(from), width: share(until - from) }}
    >
      {words !== undefined && <span className="max-sm:hidden">{words}</span>}
    </button>
  )
}

function Time() {
  return <span className="figures">{useClock((now) => Lagos.clock(now))}</span>
}

function Now({ midnight }: { midnight: number }) {
  const time = useClock((now) => Lagos.clock(now))
  return (
    <span
      aria-hidden="true"
      className="pointer-events-none absolute inset-y-0 border-text border-l-2"
      style={{ left: share(Lagos.minutesOf(time ?? Lagos.clock(midnight))) }}
    />
  )
}
