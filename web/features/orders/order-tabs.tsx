import { type KeyboardEvent, useId, useRef } from 'react'
import type { Order } from '#contract/orders.ts'
import { tab } from '#domain/order.ts'
import { Badge } from '#web/ui/badge.tsx'
import { OrderCard } from './order-card.tsx'
import type { OrderTab } from './status-news.ts'

/** ORDER-2: what is counted is what still moves. */
const tabs = [
  { id: 'pending', title: 'Pending', counted: true, none: 'No pending orders.' },
  { id: 'preparing', title: 'Preparing', counted: true, none: 'No orders in preparation.' },
  { id: 'ready', title: 'Ready', counted: false, none: 'No ready orders.' },
] as const satisfies readonly { id: OrderTab; title: string; counted: boolean; none: string }[]

type Props = {
  /** Newest first. */
  readonly orders: readonly Order[]
  readonly selected: OrderTab
  readonly onSelect: (tab: OrderTab) => void
}

export function OrderTabs({ orders, selected, onSelect }: Props) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const ordersIn = (wanted: OrderTab) => orders.filter(({ status }) => tab(status) === wanted)

  function onKeyDown(event: KeyboardEvent) {
    const here = tabs.findIndex((tab) => tab.id === selected)
    const to = { ArrowRight: here + 1, ArrowLeft: here - 1, Home: 0, End: tabs.length - 1 }[event.key]
    const next = to === undefined ? undefined : tabs[(to + tabs.length) % tabs.length]
    if (!next) return
    event.preventDefault()
    onSelect(next.id)
    list.current?.querySelector<HTMLElement>(`[data-tab=${next.id}]`)?.focus()
  }

  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label="Orders by status"
        onKeyDown={onKeyDown}
        className="flex max-w-xl gap-1 rounded-control bg-raise p-1 shadow-card"
      >
        {tabs.map((tab) => {
          const count = tab.counted ? ordersIn(tab.id).length : 0
          const current = tab.id === selected
          return (
            <button
              key={tab.id}
              type="button"
              role="tab"
              id={`${id}-${tab.id}`}
              data-tab={tab.id}
              aria-selected={current}
              aria-controls={`${id}-panel`}
              tabIndex={current ? 0 : -1}
              onClick={() => onSelect(tab.id)}
              className="flex min-h-11 min-w-0 flex-auto flex-wrap items-center justify-center gap-x-1.5 gap-y-0.5 rounded-[10px] px-1 py-1 font-semibold text-soft text-sm aria-selected:bg-raise2 aria-selected:text-text sm:text-base"
            >
              {tab.title}
              {count > 0 && <Badge look={current ? 'ember' : 'plain'}>{count}</Badge>}
            </button>
          )
        })}
      </div>
      {tabs
        .filter((tab) => tab.id === selected)
        .map((tab) => {
          const shown = ordersIn(tab.id)
          return (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a tab's panel without anything to press in it is reached so
            <div key={tab.id} role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tab.id}`} tabIndex={0}>
              {shown.length === 0 ? (
                <p className="rounded-card border-2 border-line border-dashed px-6 py-12 text-center text-soft">
                  {tab.none}
                </p>
              ) : (
                <ul className="grid gap-4 lg:grid-cols-2">
                  {shown.map((order) => (
                    <li key={order.id} className="grid">
                      <OrderCard order={order} />
                    </li>
                  ))}
                </ul>
              )}
            </div>
          )
        })}
    </>
  )
}
