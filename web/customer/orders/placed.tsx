import { useEffect, useState } from 'react'
import type { Order } from '#contract/order/orders.ts'
import type { User } from '#contract/session.ts'
import * as Bill from '#domain/order/bill.ts'
import * as Payment from '#domain/order/payment.ts'
import { useMinute } from '#web/data/clock.ts'
import { justPlaced, setJustPlaced } from '#web/data/storage/just-placed.ts'
import { conditionOf, nowOf, promiseOf } from '#web/orders/stages.ts'
import { Mark } from '#web/ui/mark.tsx'
import { Price } from '#web/ui/price.tsx'

/** Confirms a placed order once (PAY-6), while the order waits for the kitchen and needs nothing from the customer. */
export default function Placed({ orders, user }: { orders: readonly Order[]; user: User }) {
  const [id] = useState(justPlaced)
  const now = useMinute()
  useEffect(() => () => setJustPlaced(''), [])
  const order = orders.find((order) => order.orderId === id)
  if (order?.status !== 'pending' || nowOf(order).isTrouble) return null
  const { label, time } = promiseOf(order, now)
  return (
    <section
      aria-label="Your order is placed"
      className="grid grid-cols-[minmax(0,1fr)] animate-arrive justify-items-center gap-2.5 rounded-card bg-wash-ember px-4 py-4 text-center"
    >
      <span className="grid size-16 animate-bump place-items-center rounded-full bg-raise">
        <Mark className="size-9" />
      </span>
      <p role="status" className="font-display font-extrabold text-[min(1.75rem,9vw)] leading-tight tracking-tight">
        Order placed successfully!
      </p>
      {time && (
        <p className="text-balance">
          {label} <time className="figures text-promise text-sheet leading-none">{time}</time> {conditionOf(order)}
        </p>
      )}
      <p className="max-w-md text-balance wrap-anywhere">
        Thank you, {user.username.split(' ')[0]}.{' '}
        {Payment.covers(order.payment) ? (
          'We have your money, and the kitchen is next.'
        ) : (
          <>
            We are looking for your{' '}
            <span className="whitespace-nowrap">
              <Price amount={Bill.due(order)} />.
            </span>{' '}
            Most transfers show within minutes, and there is nothing more to do.
          </>
        )}
      </p>
    </section>
  )
}
