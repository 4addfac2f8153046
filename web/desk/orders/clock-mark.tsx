import type { DeskOrder } from '#contract/order/orders.ts'
import type { Pace } from '#domain/order/lateness.ts'
import { useClock } from '#web/data/clock.ts'
import { isForLater, pace, timing } from './board.ts'

/** The state of an order's clock: its pace, or 'later' for an order whose day and time are shown instead of minutes. */
type State = Pace | 'later'

const colours: Record<State, string> = {
  later: 'text-soft',
  fine: 'text-leaf',
  soon: 'text-promise',
  late: 'text-alarm',
}

/** A shape for each state, because some people see no colours. */
const shapes: Record<State, { readonly name: string; readonly drawing: React.ReactNode }> = {
  later: {
    name: 'For later',
    drawing: (
      <path
        d="M8 13.500a5.500 5.500 0 1 0 0-11 5.500 5.500 0 0 0 0 11ZM8 5v3l2 1.500"
        fill="none"
        strokeWidth="1.800"
      />
    ),
  },
  fine: { name: 'On time', drawing: <circle cx="8" cy="8" r="5.5" fill="none" strokeWidth="2.5" /> },
  soon: {
    name: 'Due soon',
    drawing: (
      <>
        <circle cx="8" cy="8" r="5.5" fill="none" strokeWidth="2.5" />
        <path d="M8 2.5a5.500 5.500 0 0 0 0 11z" fill="currentColor" stroke="none" />
      </>
    ),
  },
  late: { name: 'Late', drawing: <path d="M8 2 15 14H1z" fill="currentColor" stroke="none" /> },
}

export function ClockMark({
  order,
  className = '',
  isBrief = false,
}: {
  readonly order: DeskOrder
  readonly className?: string
  /** True to leave out 'min', as in '19 late'. Used where the figures are in large type. */
  readonly isBrief?: boolean
}) {
  const state = useClock<State>((now) => (isForLater(order, now) ? 'later' : pace(order, now))) ?? 'fine'
  const text = useClock((now) => timing(order, now))
  const { name, drawing } = shapes[state]
  return (
    <p className={`figures inline-flex items-center gap-1.5 whitespace-nowrap ${colours[state]} ${className}`}>
      <svg viewBox="0 0 16 16" role="img" aria-label={name} stroke="currentColor" className="size-[0.85em] shrink-0">
        {drawing}
      </svg>
      {(isBrief ? text?.replace(' min late', ' late') : text) ?? '-- min'}
    </p>
  )
}
