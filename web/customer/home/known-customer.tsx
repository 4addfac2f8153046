import type { ComponentType } from 'react'
import type { Order } from '#contract/order/orders.ts'
import { isOpen } from '#domain/order/statuses.ts'
import { described } from '#domain/order/substitution.ts'
import { ReadyBy } from '#web/customer/frame/ready-by.tsx'
import { OrderPicture } from '#web/orders/order-picture.tsx'
import OrderStrip from '#web/orders/order-strip.tsx'
import { day, greeting } from '#web/ui/lagos-time.ts'

type Props = {
  readonly username: string
  readonly orders: readonly Order[]
  readonly OrderAgain: ComponentType<{
    readonly order: Order
    readonly variant?: 'primary'
    readonly className?: string
  }>
}

/**
 * The head of the home page for a known customer: the open order, or else the last order with a button to order it
 * again.
 */
export function KnownCustomer({ username, orders, OrderAgain }: Props) {
  const last = orders.find(({ status }) => status === 'completed') ?? orders[0]
  if (orders.some(({ status }) => isOpen(status))) return <OrderStrip large />
  return (
    <section className="max-w-4xl">
      <h1 className="text-[1.875rem] wrap-anywhere lg:text-4xl">
        {greeting()}, {username.split(' ')[0]}.
      </h1>
      <p className="mt-1 mb-4 text-soft">
        <ReadyBy words="From the fire by" />
      </p>
      {last && (
        <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-3 rounded-card bg-raise p-3.5 shadow-card lg:grid-cols-[18rem_minmax(0,1fr)] lg:gap-x-8 lg:p-5">
          <OrderPicture
            order={last}
            sizes="(width >= 64rem) 18rem, 6rem"
            className="size-[84px] rounded-[18px] lg:row-span-2 lg:h-44 lg:w-full"
          />
          <div className="lg:self-end">
            <h2 className="font-sans font-semibold text-base tracking-normal lg:text-xl">{nameOf(last)}</h2>
            <p className="mt-0.5 text-soft text-control wrap-anywhere">{dishesOf(last)}</p>
          </div>
          <OrderAgain
            order={last}
            variant="primary"
            className="col-span-2 min-h-13 w-full lg:col-span-1 lg:max-w-sm lg:self-start"
          />
        </div>
      )}
    </section>
  )
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** Returns 'Today’s order' or 'Friday’s order'; an order older than a week has its date. */
function nameOf({ createdAt }: Order): string {
  const ordered = day(createdAt)
  const days = Math.round((Date.parse(day(new Date().toISOString())) - Date.parse(ordered)) / 86_400_000)
  if (days > 6) return `Your order of ${ordered}`
  return days === 0 ? 'Today’s order' : `${weekdays[new Date(ordered).getDay()]}’s order`
}

function dishesOf({ items }: Order): string {
  const dishes = items.map(described)
  const last = dishes.at(-1) ?? ''
  return dishes.length > 1 ? `${dishes.slice(0, -1).join(', ')} and ${last}` : last
}
