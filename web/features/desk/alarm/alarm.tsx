import { useEffect } from 'react'
import type { DeskOrder } from '#contract/orders.ts'
import { orderCode } from '#domain/quote.ts'
import { waiting } from '#web/features/desk/orders/board.ts'
import { useClock } from '#web/features/desk/orders/clock.ts'
import { ring, type Sound } from './sound.ts'

/** Milliseconds between two vibrations, and the pattern of one. */
const vibrateEvery = 4000
const vibration = [300, 150, 300]

/** How many orders have a button in the bar. */
const mostNamed = 3

export const newOrders = (count: number) => (count === 1 ? '1 new order' : `${count} new orders`)
export const toStart = (count: number) => (count === 1 ? '1 order to start' : `${count} orders to start`)

type Props = {
  /** The unacknowledged orders. */
  readonly orders: readonly DeskOrder[]
  readonly sound: Sound
  /** '2 new orders'. */
  readonly words: (count: number) => string
  /** Acknowledges an order for every tablet. Without it the alarm ends when somebody acts on the order. */
  readonly onAcknowledge?: (order: DeskOrder) => void
}

/** Rings, vibrates and flashes while an order is unacknowledged. It stands at the foot, so that the board does not move. */
export function Alarm({ orders, sound: { wanted, heard }, words, onAcknowledge }: Props) {
  const isOn = orders.length > 0
  useEffect(() => {
    return isOn && heard ? ring() : undefined
  }, [isOn, heard])
  useEffect(() => {
    if (!(isOn && wanted)) return
    const vibrate = () => {
      if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(vibration)
    }
    vibrate()
    const timer = setInterval(vibrate, vibrateEvery)
    return () => {
      clearInterval(timer)
      navigator.vibrate?.(0)
    }
  }, [isOn, wanted])

  return (
    <section aria-label="Alarm" className="sticky bottom-0 z-10">
      <p aria-live="assertive" className="sr-only">
        {isOn && words(orders.length)}
      </p>
      {isOn && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 bg-alarm px-4 py-1.5 text-ground">
          <p aria-hidden="true" className="flex items-center gap-2 font-semibold text-lg">
            <span className="size-3 rounded-full bg-current motion-safe:animate-alarm" />
            {words(orders.length)}
          </p>
          {orders.slice(0, mostNamed).map((order) =>
            onAcknowledge ? (
              <button
                key={order.id}
                type="button"
                onClick={() => onAcknowledge(order)}
                className="inline-flex min-h-11 items-center gap-1.5 rounded-control px-3 font-semibold ring-2 ring-current"
              >
                Acknowledge <span className="figures">{orderCode(order.id)}</span>
                <Age order={order} />
              </button>
            ) : (
              <span key={order.id} className="inline-flex min-h-11 items-center gap-1.5 px-1 font-semibold">
                <span className="figures">{orderCode(order.id)}</span>
              </span>
            ),
          )}
          {orders.length > mostNamed && <span>and {orders.length - mostNamed} more</span>}
        </div>
      )}
    </section>
  )
}

function Age({ order }: { order: DeskOrder }) {
  const words = useClock((now) => waiting(order, now))
  return words !== null && <span className="font-normal text-sm max-sm:hidden">{words}</span>
}
