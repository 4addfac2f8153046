import type { ReactNode } from 'react'
import * as Cart from '#domain/order/cart.ts'
import { Link } from '#web/app/navigation/navigation.tsx'
import { DockAction } from '#web/customer/frame/dock.tsx'
import { useCart } from '#web/data/storage/cart-store.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Price } from '#web/ui/price.tsx'

/** The dock of pages with dishes: the cart's total at the prices last seen, or the children if the cart is empty. */
export function CartAction({ children }: { children?: ReactNode }) {
  const cart = useCart()
  const count = Cart.count(cart)
  return (
    <DockAction>
      {count === 0 ? (
        children
      ) : (
        <Link to="/cart" data-cart="" className={buttonClass('primary', 'min-h-13 w-full px-3.5 py-1')}>
          <span className="flex flex-1 flex-wrap justify-between gap-x-2 text-left leading-tight">
            <span>
              {count} {count === 1 ? 'item' : 'items'} · <Price amount={Cart.subtotal(cart)} />
            </span>
            <span>View cart</span>
          </span>
          <Icon name="arrow" className="size-4.5" />
        </Link>
      )}
    </DockAction>
  )
}
