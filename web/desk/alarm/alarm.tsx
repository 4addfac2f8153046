import { useEffect } from 'react'
import type { DeskOrder } from '#contract/order/orders.ts'
import { unacknowledgedSince } from '#domain/order/alarm.ts'
import { orderCode } from '#domain/order/quote.ts'
import { useClock } from '#web/data/clock.ts'
import { isUnseenStart, waitedFor } from '#web/desk/orders/board.ts'
import { useOrderActions } from '#web/desk/orders/order-actions.ts'
import { Kbd } from '#web/staff/kbd.tsx'
import { ring, type Sound } from './sound.ts'

/** Milliseconds from one vibration to the next. `vibration` is one vibration: milliseconds on, off and on. */
const vibrateEvery = 4000
const vibration = [300, 150, 300]

export const newOrders = (count: number) => (count === 1 ? '1 new order' : `${count} new orders`)
const toStart = (count: number) => (count === 1 ? '1 order to start' : `${count} orders to start`)
const onTheFire = (count: number) => `${newOrders(count)} on the fire`

type Props = {
  readonly orders: readonly DeskOrder[]
  readonly sound: Sound
  readonly words: (count: number) => string
  /** Acknowledges the orders on every tablet. Without this function, the alarm ends only by an action on the order. */
  readonly onAcknowledge?: (orders: readonly DeskOrder[]) => void
}

/**
 * Rings, vibrates and flashes while an order is unacknowledged. A bar below the header names the order that has been
 * unacknowledged for longest.
 */
export function Alarm({ orders, sound: { wanted, heard }, words, onAcknowledge }: Props) {
  const oldest = orders.toSorted((a, b) => Date.parse(unacknowledgedSince(a)) - Date.parse(unacknowledgedSince(b)))[0]
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
    <section aria-label="Alarm">
      <p aria-live="assertive" className="sr-only">
        {isOn && words(orders.length)}
      </p>
      {oldest && (
        <div className="flex flex-wrap items-center gap-x-3 bg-alarm px-3 py-1 text-on-alarm sm:gap-x-4 sm:px-4">
          <p className="flex min-h-11 min-w-28 flex-1 items-center gap-x-2 font-semibold text-[0.9375rem] leading-snug sm:text-[1.0625rem]">
            <span aria-hidden="true" className="size-3 shrink-0 rounded-full bg-current motion-safe:animate-alarm" />
            <span className="flex flex-wrap gap-x-2">
              <span aria-hidden="true">{words(orders.length)}.</span>
              <span>
                {orders.length > 1 && <span className="max-sm:sr-only">The oldest, </span>}
                <span className="figures">{orderCode(oldest.orderId)}</span>
                {orders.length > 1 && <span className="max-sm:sr-only">,</span>}
                <Age order={oldest} />
              </span>
            </span>
          </p>
          {onAcknowledge && (
            <>
              <button
                type="button"
                data-key={orders.length === 1 ? 'a' : undefined}
                onClick={() => onAcknowledge([oldest])}
                className={`${button} ${orders.length === 1 ? filled : 'ring-2 ring-current max-xl:hidden'}`}
              >
                Acknowledge
                <span className={`figures ${orders.length === 1 ? 'max-sm:sr-only' : ''}`}>
                  {orderCode(oldest.orderId)}
                </span>
                {orders.length === 1 && <Kbd>A</Kbd>}
              </button>
              {orders.length > 1 && (
                <button
                  type="button"
                  data-key="a"
                  onClick={() => onAcknowledge(orders)}
                  className={`${button} ${filled}`}
                >
                  Acknowledge all {orders.length} <Kbd>A</Kbd>
                </button>
              )}
            </>
          )}
        </div>
      )}
    </section>
  )
}

/**
 * The kitchen's alarm. An order to start rings until it is started. An order that the desk started unpaid rings until
 * the kitchen acknowledges the start; the bar names such an order first.
 */
export function KitchenAlarm({ orders, sound }: Pick<Props, 'orders' | 'sound'>) {
  const { acknowledgeStart } = useOrderActions()
  const started = orders.filter(isUnseenStart)
  if (started.length === 0) return <Alarm orders={orders} sound={sound} words={toStart} />
  const acknowledge = async (all: readonly DeskOrder[]) => {
    for (const order of all) await acknowledgeStart(order)
  }
  return <Alarm orders={started} sound={sound} words={onTheFire} onAcknowledge={(all) => void acknowledge(all)} />
}

const button =
  'inline-flex min-h-11 max-w-full shrink-0 items-center gap-2 rounded-control px-3.5 font-semibold max-sm:px-3 max-sm:text-control'
const filled = 'bg-on-alarm text-alarm'

function Age({ order }: { order: DeskOrder }) {
  const words = useClock((now) => waitedFor(order, now))
  return words !== null && ` ${words}`
}
