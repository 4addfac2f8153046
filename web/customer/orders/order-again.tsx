import { useQueryClient } from '@tanstack/react-query'
import type { Order } from '#contract/order/orders.ts'
import * as Cart from '#domain/order/cart.ts'
import { orderCode } from '#domain/order/quote.ts'
import { reorder } from '#domain/order/reorder.ts'
import { useNavigation } from '#web/app/navigation/navigation.tsx'
import { queries } from '#web/data/api/queries.ts'
import { setCartNotice } from '#web/data/storage/cart-notice.ts'
import { cartStore } from '#web/data/storage/cart-store.ts'
import { changeDetails } from '#web/data/storage/details-store.ts'
import { toastFailed } from '#web/data/toast.ts'
import { Button, type ButtonVariant } from '#web/ui/button.tsx'
import { useSend } from '#web/ui/use-send.ts'
import { ReorderNote } from './reorder-note.tsx'

/**
 * Puts the dishes of a past order into the cart at today's prices, and opens the cart. A notice there names the dishes
 * that are not available.
 */
export function OrderAgain({
  order,
  variant = 'secondary',
  className = 'min-h-11',
}: {
  order: Order
  variant?: ButtonVariant
  className?: string
}) {
  const client = useQueryClient()
  const { go } = useNavigation()
  const { busy, send } = useSend()

  async function orderAgain() {
    const ids = [...new Set(order.items.map(({ itemId }) => itemId))].sort()
    // `staleTime: 0` always fetches: while the live stream is cut, cached dishes may be out of date.
    const today = await client.fetchQuery({ ...queries.menuItems(ids), staleTime: 0 })
    let made = 0
    const { lines, missing, repriced } = reorder(order.items, today, () => {
      made += 1
      return `again-${Date.now().toString(36)}-${made}`
    })
    const cart = lines.reduce(Cart.add, cartStore.get())
    if (cart.items.length > Cart.mostLines) {
      toastFailed('Your cart is full. Please order what is in it first.')
      return
    }
    if (order.deliveryMethod === 'delivery' && cartStore.get().items.length === 0) await deliverAgain()
    cartStore.set(() => cart)
    if (repriced || missing.length > 0) {
      setCartNotice(<ReorderNote missing={missing} repriced={repriced} any={lines.length > 0} />)
    }
    go('/cart')
  }

  /** Reuse the previous address; a new cart defaults to pick-up. */
  async function deliverAgain() {
    const { user } = await client.ensureQueryData(queries.session())
    const places = await client.ensureQueryData(queries.locations())
    const locationId = places.find(({ name }) => name === order.deliveryLocation)?.id ?? ''
    const deliveryAddress = order.deliveryAddress ?? ''
    const isOwn = user?.address === deliveryAddress && user.location === locationId
    changeDetails({
      deliveryMethod: 'delivery',
      differentAddress: !isOwn,
      ...(!isOwn && { deliveryAddress, locationId }),
    })
  }

  return (
    <Button variant={variant} className={className} busy={busy} onClick={() => void send(orderAgain)}>
      Order again<span className="sr-only"> (order {orderCode(order.orderId)})</span>
    </Button>
  )
}
