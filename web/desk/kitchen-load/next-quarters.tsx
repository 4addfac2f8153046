import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Quarter } from '#contract/quarters.ts'
import { query, setAnswer } from '#web/data/api/query.ts'
import { toastUndoable } from '#web/desk/orders/order-actions.ts'
import { clock } from '#web/ui/lagos-time.ts'
import { useSend } from '#web/ui/use-send.ts'
import { CloseQuarter } from './close-quarter.tsx'

/** Polled, because the quarter-hours move with the clock and publish no event. */
const quartersQuery = query('GET /api/desk/quarters', { refetchInterval: 60_000 })

export function NextQuarters({ isTall = false }: { isTall?: boolean }) {
  const client = useQueryClient()
  const { data } = useQuery(quartersQuery)
  const { sending, send, callOnce } = useSend()
  const [closing, setClosing] = useState<Quarter>()
  if (!data) return null
  const { capacity, quarters } = data
  const isQuiet = capacity === null && quarters.every(({ isClosed, waiting }) => !isClosed && waiting === 0)
  // The bar beside the board is shown only with a capacity, a closed quarter-hour or an order for later. The tall bar
  // is always shown.
  if (isQuiet && !isTall) return null

  async function change(quarter: Quarter, isClosed: boolean, asks = false) {
    const { at, waiting } = quarter
    const body = { at, isClosed, ...(asks && { asks }) }
    setAnswer(client, 'GET /api/desk/quarters', await callOnce('PUT /api/desk/quarters', { body }))
    const kept = isClosed && waiting > 0 ? ` ${laterWords(waiting, asks)}` : ''
    toastUndoable(
      `${clock(at)} ${isClosed ? 'closed' : 'open again'}.${kept}`,
      () => void send(() => change(quarter, !isClosed), { what: at }),
    )
  }

  function press(quarter: Quarter) {
    if (!quarter.isClosed && quarter.waiting > 0) setClosing(quarter)
    else void send(() => change(quarter, !quarter.isClosed), { what: quarter.at })
  }

  const list = (
    <ul className="grid grid-cols-4 gap-1 sm:grid-cols-8">
      {quarters.map((quarter) => (
        <li key={quarter.at} className="grid gap-1">
          <QuarterButton
            quarter={quarter}
            share={capacity === null ? 0 : Math.min(1, quarter.booked / capacity.dishes)}
            isTall={isTall}
            busy={sending === quarter.at}
            onPress={() => press(quarter)}
          />
        </li>
      ))}
    </ul>
  )
  return (
    <>
      {/* The tall bar gets no section, because it is in a section with the same title. */}
      {isTall ? (
        <>
          {list}
          <p className="text-soft text-sm">
            {capacity === null
              ? 'Due: the orders that are to be ready in this quarter of an hour, paid or not.'
              : 'Free: the usual dishes that still fit into this quarter of an hour.'}
          </p>
        </>
      ) : (
        <section aria-label="The next two hours" className="border-line border-b px-3 py-1.5 max-sm:hidden">
          {list}
        </section>
      )}
      {closing && (
        <CloseQuarter
          quarter={closing}
          change={(asks) => change(closing, true, asks)}
          onClose={() => setClosing(undefined)}
        />
      )}
    </>
  )
}

function laterWords(waiting: number, asks: boolean): string {
  if (asks)
    return waiting === 1
      ? 'Its customer is asked for another time.'
      : `${waiting} customers are asked for another time.`
  return `${waiting} for later ${waiting === 1 ? 'stays' : 'stay'}.`
}

type Props = {
  readonly quarter: Quarter
  /** The share of the capacity that is booked, from 0 to 1. */
  readonly share: number
  readonly isTall: boolean
  readonly busy: boolean
  readonly onPress: () => void
}

function QuarterButton({ quarter, share, isTall, busy, onPress }: Props) {
  const { at, free, due, isClosed, waiting } = quarter
  const isFull = free === 0
  const words = isClosed ? 'Closed' : isFull ? 'Full' : free === null ? `${due} due` : `${free} free`
  const later = waiting > 0 ? `, ${waiting} for later` : ''
  return (
    <>
      <button
        type="button"
        aria-pressed={isClosed}
        aria-busy={busy || undefined}
        aria-label={`${clock(at)}, ${words}${later}. Close`}
        onClick={onPress}
        className={`relative grid overflow-hidden rounded-[10px] border text-center text-xs leading-tight aria-busy:opacity-60 ${
          isTall ? 'h-24 content-start pt-2 sm:h-36' : 'min-h-11 content-center px-1'
        } ${isClosed ? 'hatched border-edge' : 'border-leaf/40 bg-wash-leaf'}`}
      >
        {!isClosed && (
          <span
            aria-hidden="true"
            className={`absolute bg-leaf ${isTall ? 'inset-x-0 bottom-0' : 'bottom-0 left-0 h-1.5'}`}
            style={isTall ? { height: `${share * 100}%` } : { width: `${share * 100}%` }}
          />
        )}
        {!isTall && <span className="figures text-sm">{clock(at)}</span>}
        <span
          className={`relative ${isClosed ? 'bg-raise font-semibold' : isFull && isTall ? 'font-bold text-on-leaf' : 'text-soft'}`}
        >
          {words}
        </span>
      </button>
      {isTall && (
        <span aria-hidden="true" className="figures text-center text-soft text-xs">
          {clock(at)}
        </span>
      )}
    </>
  )
}
