import type { Order } from '#contract/orders.ts'
import { type OrderTab, tab } from '#domain/order.ts'
import { Badge } from '#web/ui/badge.tsx'
import { statusWords } from '#web/ui/order/status-words.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { OrderCard, type OrderQuestion } from './order-card.tsx'

/** ORDER-2: only tabs with `counted` show the number of their orders. */
const tabs = [
  { id: 'pending', counted: true, none: 'No pending orders.' },
  { id: 'preparing', counted: true, none: 'No orders in preparation.' },
  { id: 'ready', counted: false, none: 'No ready orders.' },
] as const satisfies readonly { id: OrderTab; counted: boolean; none: string }[]

type Props = {
  /** Newest first. */
  readonly orders: readonly Order[]
  readonly selected: OrderTab
  readonly onSelect: (tab: OrderTab) => void
  readonly onAsk: (question: OrderQuestion) => void
}

export default function OrderTabs({ orders, selected, onSelect, onAsk }: Props) {
  const ordersIn = (wanted: OrderTab) => orders.filter(({ status }) => tab(status) === wanted)
  const shown = ordersIn(selected)

  return (
    <Tabs
      label="Orders by status"
      tabs={tabs.map(({ id, counted }) => {
        const count = counted ? ordersIn(id).length : 0
        return {
          id,
          title: (
            <>
              {statusWords[id]}
              {count > 0 && <Badge look={id === selected ? 'ember' : 'plain'}>{count}</Badge>}
            </>
          ),
        }
      })}
      selected={selected}
      onSelect={onSelect}
    >
      {shown.length === 0 ? (
        <p className="rounded-card border-2 border-line border-dashed px-6 py-12 text-center text-soft">
          {tabs.find(({ id }) => id === selected)?.none}
        </p>
      ) : (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-8 divide-y divide-line">
          {shown.map((order) => (
            <li key={order.id} className="grid grid-cols-[minmax(0,1fr)] not-last:pb-8">
              <OrderCard order={order} onAsk={onAsk} />
            </li>
          ))}
        </ul>
      )}
    </Tabs>
  )
}
