import { isBeside } from '#domain/menu/line-choices.ts'
import * as Pricing from '#domain/menu/pricing.ts'
import * as Cart from '#domain/order/cart.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Price } from '#web/ui/price.tsx'
import { Stepper } from '#web/ui/stepper.tsx'
import { portionWords } from './counter-form.ts'
import { continueToPayment, goToOrder } from './counter-panel.tsx'

type Props = { readonly cart: Cart.Cart; readonly onCart: (cart: Cart.Cart) => void }

/**
 * The bar at the foot of a phone's screen: the last line of the order, the subtotal, and buttons for the whole order
 * and for the payment.
 */
export function OrderDock({ cart, onCart }: Props) {
  const last = cart.items.at(-1)
  if (!last) return null
  const { name, itemTotal, extras } = last.seen
  const choices = extras.filter(isBeside).map(({ name }) => name)
  return (
    <section
      aria-label="Order so far"
      className="bottom-0 z-10 -mx-4 mt-4 -mb-6 grid gap-2 rounded-t-sheet bg-raise px-4 pt-1.5 pb-3 shadow-card lg:hidden [@media(min-height:36rem)]:sticky"
    >
      <button type="button" onClick={goToOrder} className="flex min-h-11 items-center gap-2 text-left">
        <strong>Order</strong>
        <span className="flex-1 text-soft">{portionWords(Cart.count(cart))}</span>
        <Icon name="chevron" className="size-4.5" />
      </button>
      <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1 border-line border-t pt-2">
        <span className="min-w-24 flex-1 leading-tight">
          <span className="wrap-anywhere font-semibold text-sm">{name}</span>
          {choices.length > 0 && <span className="block truncate text-small text-soft">{choices.join(' · ')}</span>}
        </span>
        <Stepper
          compact
          value={last.quantity}
          onChange={(quantity) => onCart(Cart.setQuantity(cart, last.id, quantity))}
          onRemove={() => onCart(Cart.remove(cart, last.id))}
          label={`${name}, the last dish`}
          most={Pricing.highestQuantity}
        />
        <Price amount={itemTotal} />
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <span className="text-small text-soft leading-tight">
          Subtotal
          <Price amount={Cart.subtotal(cart)} className="block text-text text-xl" />
        </span>
        <Button className="flex-1" onClick={continueToPayment}>
          Take payment
        </Button>
      </div>
    </section>
  )
}
