import type { ComponentType } from 'react'
import type { Order } from '#contract/orders.ts'
import { orderCode } from '#domain/quote.ts'
import { Link } from '#web/app/navigation/navigation.tsx'
import { ReadyBy } from '#web/frame/ready-by.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { clock, day } from '#web/ui/lagos-time.ts'

type Props = {
  readonly username: string
  /** Newest first, not empty. */
  readonly orders: readonly Order[]
  /** Puts an order into the cart again. */
  readonly OrderAgain: ComponentType<{ readonly order: Order; readonly look?: 'primary'; readonly className?: string }>
}

/** The home page of a customer: the order that is under way, or the last one to order again. */
export function KnownCustomer({ username, orders, OrderAgain }: Props) {
  const underWay = orders.find(({ status }) => status !== 'completed' && status !== 'cancelled')
  const last = orders.find(({ status }) => status === 'completed') ?? orders[0]
  if (underWay) {
    return (
      <div className="grid content-start gap-3">
        <UnderWay order={underWay} />
        <p className="text-soft max-lg:sr-only">
          <ReadyBy />
        </p>
      </div>
    )
  }
  return (
    <section className="max-w-xl">
      <h1 className="text-[1.875rem] wrap-anywhere lg:text-4xl">
        {greeting()}, {username}.
      </h1>
      <p className="mt-1 mb-4 text-soft">
        <ReadyBy />
      </p>
      {last && (
        <div className="rounded-card bg-raise p-4 shadow-card">
          <h2 className="font-sans font-semibold text-base tracking-normal">
            {weekdays[new Date(day(last.createdAt)).getDay()]}’s order
          </h2>
          <p className="mt-0.5 mb-3 text-soft text-control wrap-anywhere">{dishesOf(last)}</p>
          <OrderAgain order={last} look="primary" className="min-h-13 w-full" />
        </div>
      )}
    </section>
  )
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

const states = {
  pending: 'We are looking for your transfer',
  preparing: 'On the fire',
  ready: 'Ready',
} as const

function UnderWay({ order }: { order: Order }) {
  const state = order.status in states ? states[order.status as keyof typeof states] : states.pending
  return (
    <section className="max-w-xl rounded-card bg-raise p-4 shadow-card">
      <h1 className="text-sheet">Your order {orderCode(order.id)}</h1>
      <p className="mt-1 mb-3 text-soft text-control wrap-anywhere">{dishesOf(order)}</p>
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <p className="text-soft">
          Ready by{' '}
          <time dateTime={order.readyBy} className="figures block text-5xl text-text leading-none">
            {clock(order.readyBy)}
          </time>
        </p>
        <Badge look={order.status === 'ready' ? 'done' : 'promise'}>{state}</Badge>
      </div>
      <Link to="/orders" className={buttonClass('secondary', 'min-h-13 w-full')}>
        Follow my order <Icon name="arrow" className="size-4.5" />
      </Link>
    </section>
  )
}

/** 'Half Grilled Chicken, Egusi Soup and 2 Chapman'. */
function dishesOf({ lines }: Order): string {
  const dishes = lines.map(({ quantity, name }) => (quantity > 1 ? `${quantity} ${name}` : name))
  const last = dishes.at(-1) ?? ''
  return dishes.length > 1 ? `${dishes.slice(0, -1).join(', ')} and ${last}` : last
}

function greeting(): string {
  const hour = Number(clock(new Date().toISOString()).slice(0, 2))
  return hour < 4 || hour >= 17 ? 'Good evening' : hour < 12 ? 'Good morning' : 'Good afternoon'
}
