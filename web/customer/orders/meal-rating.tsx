import { useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import type { Order } from '#contract/order/orders.ts'
import type { Rating } from '#contract/ratings.ts'
import { orderCode } from '#domain/order/quote.ts'
import { serverNow } from '#web/data/api/client.ts'
import { Stars } from '#web/orders/stars.tsx'
import { useLoadOnPress } from '#web/ui/motion/load-on-press.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { useSend } from '#web/ui/use-send.ts'
import { giveRating } from './give-rating.ts'

type SheetProps = { readonly order: Order; readonly before: Rating | undefined; readonly onClose: () => void }

export function MealRating({ order, rating }: { order: Order; rating: Rating | undefined }) {
  const client = useQueryClient()
  const [RateSheet, setRateSheet] = useState<ComponentType<SheetProps>>()
  const { load, line } = useLoadOnPress()
  const { send } = useSend()
  const open = rating === undefined || Date.parse(rating.until) > serverNow()

  async function ask() {
    const loaded = await load(() => import('./rate-sheet.tsx'))
    if (loaded) setRateSheet(() => loaded.RateSheet)
  }

  const hide = ({ stars, comment }: Rating) => giveRating(client, order, { stars, comment, mayShow: false })

  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-4">
      {rating && <Stars count={rating.stars} />}
      {open && (
        <TextButton onClick={() => void ask()}>
          {rating ? 'Change' : 'Rate the meal'}
          <span className="sr-only"> of order {orderCode(order.orderId)}</span>
        </TextButton>
      )}
      {rating?.mayShow && !open && (
        <TextButton onClick={() => void send(() => hide(rating), { done: 'The restaurant no longer shows it.' })}>
          Stop showing it<span className="sr-only">, order {orderCode(order.orderId)}</span>
        </TextButton>
      )}
      {rating?.comment && <p className="w-full text-sm wrap-anywhere">{rating.comment}</p>}
      {line}
      {RateSheet && <RateSheet order={order} before={rating} onClose={() => setRateSheet(undefined)} />}
    </div>
  )
}
