import type { Order } from '#contract/order/orders.ts'
import { isIn } from '#domain/order/statuses.ts'
import { useMinute } from '#web/data/clock.ts'
import { conditionOf, minutesTo, readyText } from './stages.ts'
import { timeTo } from './time-to.ts'

/** Shows whether an order is on time, how late it is, or where it is. */
export function Standing({ order }: { order: Order }) {
  const now = useMinute()
  if (isIn(order.status, 'cooked')) {
    const colour = order.deliveryStatus === 'failed' ? 'text-promise' : 'text-leaf'
    return <span className={`font-semibold ${colour}`}>{readyText(order)}.</span>
  }
  const condition = conditionOf(order)
  if (condition !== '') return <span className="text-promise">{condition}</span>
  if (order.slot && isIn(order.status, 'waiting')) {
    return (
      <>
        <span className="block font-semibold text-leaf">Your time is kept</span> {timeTo(order.slot, now)}
      </>
    )
  }
  const { text, isLate } = minutesTo(order, now)
  return (
    <>
      <span className={`block font-semibold ${isLate ? 'text-alarm' : 'text-leaf'}`}>
        {isLate ? 'A little late' : 'On time'}
      </span>{' '}
      {isLate ? 'We are on it' : text}
    </>
  )
}
