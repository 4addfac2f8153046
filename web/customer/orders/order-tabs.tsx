import { useEffect, useRef, useState } from 'react'
import type { Order } from '#contract/order/orders.ts'
import { type OrderTab, orderTabs, statuses, tabOf } from '#domain/order/statuses.ts'
import { Link } from '#web/app/navigation/navigation.tsx'
import { serverNow } from '#web/data/api/client.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { TextButton, textButtonClass } from '#web/ui/text-button.tsx'
import { OrderCard, type OrderQuestion } from './own-order-card.tsx'
import { type Announcement, cancellations, statusAnnouncements } from './status-announcements.ts'

/** ORDER-2: a tab that is `counted` shows the number of its orders. */
const tabs: Readonly<Record<OrderTab, { readonly counted: boolean; readonly none: string }>> = {
  pending: { counted: true, none: 'No pending orders.' },
  preparing: { counted: true, none: 'No orders in preparation.' },
  ready: { counted: false, none: 'No ready orders.' },
}

type Props = {
  readonly orders: readonly Order[]
  readonly selected: OrderTab
  readonly onSelect: (tab: OrderTab) => void
  readonly onAsk: (question: OrderQuestion) => void
}

export default function OrderTabs({ orders, selected, onSelect, onAsk }: Props) {
  const ordersIn = (wanted: OrderTab) => orders.filter(({ status }) => tabOf(status) === wanted)
  const shown = ordersIn(selected)
  const announcements = useAnnouncements(orders)

  return (
    <>
      <AnnouncementBar announcements={announcements} selected={selected} onShow={onSelect} />
      <Tabs
        label="Orders by status"
        tabs={orderTabs.map((id) => {
          const count = tabs[id].counted ? ordersIn(id).length : 0
          return {
            id,
            title: (
              <>
                {statuses[id].word}
                {count > 0 && <Badge variant={id === selected ? 'ember' : 'plain'}>{count}</Badge>}
              </>
            ),
          }
        })}
        selected={selected}
        onSelect={onSelect}
      >
        {shown.length === 0 ? (
          <p className="rounded-card border-2 border-line border-dashed px-6 py-12 text-center text-soft">
            {tabs[selected].none}
          </p>
        ) : (
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-8 divide-y divide-line">
            {shown.map((order) => (
              <li key={order.orderId} className="grid grid-cols-[minmax(0,1fr)] not-last:pb-8">
                <OrderCard order={order} onAsk={onAsk} />
              </li>
            ))}
          </ul>
        )}
      </Tabs>
    </>
  )
}

/**
 * Returns the latest changes of orders since the page was opened (ORDER-5). Before the first change, returns the
 * cancellations that the customer may have missed.
 */
function useAnnouncements(orders: readonly Order[]): readonly Announcement[] {
  const before = useRef(orders)
  const [announcements, setAnnouncements] = useState<readonly Announcement[]>()
  useEffect(() => {
    const fresh = statusAnnouncements(before.current, orders)
    before.current = orders
    if (fresh.length > 0) setAnnouncements(fresh)
  }, [orders])
  return announcements ?? cancellations(orders, serverNow())
}

/** Shows and announces changes above the tabs, because the changed order may be in another tab. */
function AnnouncementBar({
  announcements,
  selected,
  onShow,
}: {
  announcements: readonly Announcement[]
  selected: OrderTab
  onShow: (tab: OrderTab) => void
}) {
  return (
    <div role="status" className="contents">
      {announcements.map(({ text, tab }) => (
        <div
          key={text}
          className="flex min-h-14 animate-arrive items-center justify-between gap-x-4 rounded-control bg-plantain px-4 py-1.5 text-on-plantain"
        >
          <p className="min-w-0 font-semibold wrap-anywhere">{text}</p>
          {tab === 'done' ? (
            <Link to="/account" className={textButtonClass}>
              Show
            </Link>
          ) : (
            tab !== selected && <TextButton onClick={() => onShow(tab)}>Show</TextButton>
          )}
        </div>
      ))}
    </div>
  )
}
