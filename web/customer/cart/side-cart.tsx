import { useSuspenseQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { besideOf, portion } from '#domain/menu/line-choices.ts'
import * as Pricing from '#domain/menu/pricing.ts'
import * as Cart from '#domain/order/cart.ts'
import { Link } from '#web/app/navigation/navigation.tsx'
import { ReadyBy } from '#web/customer/frame/ready-by.tsx'
import { queries } from '#web/data/api/queries.ts'
import { cartStore, useCart } from '#web/data/storage/cart-store.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { Price } from '#web/ui/price.tsx'
import { Stepper } from '#web/ui/stepper.tsx'
import { tiles } from '#web/ui/tiles.ts'
import { type Removal, removalOf, restore } from './removal.ts'

/**
 * The cart beside the menu on a wide screen, at the prices last seen. Only the cart's own page compares them with the
 * current prices.
 */
export function SideCart() {
  const cart = useCart()
  const { data: site } = useSuspenseQuery(queries.site())
  const [removed, setRemoved] = useState<Removal>([])
  const heading = useRef<HTMLHeadingElement>(null)
  const count = Cart.count(cart)

  function remove(id: string) {
    setRemoved(removalOf(cart, [id]))
    cartStore.set((cart) => Cart.remove(cart, id))
    // The line disappears with its focused button, so the heading gets the focus.
    heading.current?.focus({ preventScroll: true })
  }

  return (
    <>
      <div className="flex items-baseline justify-between gap-3">
        <h2 ref={heading} tabIndex={-1} className="text-sheet outline-none">
          Your cart
        </h2>
        {count > 0 && (
          <p className="text-control text-soft">
            {count} {count === 1 ? 'item' : 'items'}
          </p>
        )}
      </div>
      {count === 0 && <p className="py-2 text-soft">Your cart is empty!</p>}
      <ul className="-mr-2 max-h-[calc(100dvh-25rem)] min-h-0 overflow-y-auto overscroll-contain pr-2">
        {cart.items.map((line) => {
          const { seen, quantity, chefComment: note } = line
          const tile = site.categories.find(({ id }) => id === line.category)?.tile ?? 'ember'
          const details = [...besideOf(seen.extras).map(portion), ...(note ? [`P.S.: ${note}`] : [])]
          return (
            <li key={line.id} className="flex gap-2.5 border-line border-b py-3">
              <span className={`size-[52px] shrink-0 overflow-hidden rounded-[12px] ${tiles[tile]}`}>
                <Picture picture={line.picture === '' ? null : { name: line.picture }} sizes="4.5rem" />
              </span>
              <div className="min-w-0 flex-1">
                <p className="font-semibold leading-tight wrap-anywhere">{seen.name}</p>
                {details.length > 0 && <p className="text-sm text-soft wrap-anywhere">{details.join(' · ')}</p>}
                <div className="mt-1.5 flex flex-wrap items-center justify-between gap-2">
                  <Stepper
                    compact
                    value={quantity}
                    onChange={(quantity) => cartStore.set((cart) => Cart.setQuantity(cart, line.id, quantity))}
                    label={`${seen.name} in the cart`}
                    most={Pricing.highestQuantity}
                    onRemove={() => remove(line.id)}
                  />
                  <Price amount={seen.itemTotal} />
                </div>
              </div>
            </li>
          )
        })}
      </ul>
      {removed[0] && (
        <p className="flex min-h-11 items-center justify-between gap-3 text-sm text-soft">
          {removed[0].line.seen.name} removed.
          <button
            type="button"
            onClick={() => {
              cartStore.set((cart) => restore(cart, removed))
              setRemoved([])
              heading.current?.focus({ preventScroll: true })
            }}
            className="min-h-11 font-semibold text-text underline underline-offset-4"
          >
            Undo
          </button>
        </p>
      )}
      <p className="flex items-baseline justify-between gap-3 py-2.5 text-soft">
        <ReadyBy />
      </p>
      {count > 0 && (
        <>
          <p className="flex items-baseline justify-between gap-3 border-line border-t pt-2.5 pb-4 font-semibold">
            Subtotal <Price amount={Cart.subtotal(cart)} className="text-[1.625rem]" />
          </p>
          <Link to="/cart" className={buttonClass('primary', 'min-h-13 w-full')}>
            View cart <Icon name="arrow" className="size-4.5" />
          </Link>
        </>
      )}
    </>
  )
}
