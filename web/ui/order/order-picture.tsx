import { useQuery } from '@tanstack/react-query'
import type { Order } from '#contract/orders.ts'
import { queries } from '#web/api/queries.ts'
import { Picture } from '#web/ui/picture.tsx'
import { tiles } from '#web/ui/tiles.ts'

type Props = {
  readonly order: Order
  /** The `sizes` attribute. */
  readonly sizes: string
  /** Size and shape. */
  readonly className: string
}

/** The dearest dish of the order, as it is on the menu now. */
export function OrderPicture({ order: { lines }, sizes, className }: Props) {
  const [dish] = [...lines].sort((a, b) => b.total - a.total)
  const { data } = useQuery({ ...queries.menuItems(dish ? [dish.itemId] : []), enabled: dish !== undefined })
  const item = data?.items[0]
  return (
    <div className={`overflow-hidden ${className} ${tiles[item?.tile ?? 'ember']}`}>
      <Picture picture={item?.picture ?? null} sizes={sizes} />
    </div>
  )
}
