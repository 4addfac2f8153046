import { useQuery } from '@tanstack/react-query'
import type { Order } from '#contract/order/orders.ts'
import { pictured } from '#domain/order/reorder.ts'
import { queries } from '#web/data/api/queries.ts'
import { Picture } from '#web/ui/picture.tsx'
import { tiles } from '#web/ui/tiles.ts'

type Props = {
  readonly order: Order
  readonly large?: boolean
  readonly sizes: string
  readonly className: string
}

/**
 * The picture of one dish of the order, from today's menu. If the list of orders lacks this picture, it is requested.
 */
export function OrderPicture({ order, large = false, sizes, className }: Props) {
  const id = pictured(order) ?? ''
  const listed = useQuery(queries.orders()).data?.looks?.[id]
  const asked = useQuery({ ...queries.menuItems([id]), enabled: !listed && id !== '' }).data?.items[0]
  const { picture = null, tile = 'ember' } = listed ?? asked ?? {}
  return (
    <div className={`overflow-hidden ${className} ${tiles[tile]}`}>
      <Picture picture={picture} large={large} sizes={sizes} first />
    </div>
  )
}
