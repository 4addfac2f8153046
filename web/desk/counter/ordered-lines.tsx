import type { MenuItem } from '#contract/menu/menu.ts'
import type { Sources } from '#domain/menu/menu.ts'
import * as Pricing from '#domain/menu/pricing.ts'
import * as Cart from '#domain/order/cart.ts'
import { LineChoices } from '#web/orders/line-choices.tsx'
import { Price } from '#web/ui/price.tsx'
import { Stepper } from '#web/ui/stepper.tsx'
import { TextButton } from '#web/ui/text-button.tsx'

type Props = {
  readonly cart: Cart.Cart
  readonly onCart: (cart: Cart.Cart) => void
  /** Called after a line was removed together with its focused button, so that the caller can move the focus. */
  readonly onRemoved: () => void
  readonly items: readonly MenuItem[]
  readonly sources: Sources
  readonly onEdit: (item: MenuItem, line: Cart.CartLine) => void
}

export function OrderedLines({ cart, onCart, onRemoved, items, sources, onEdit }: Props) {
  if (cart.items.length === 0) {
    return (
      <p className="rounded-card border-2 border-line border-dashed px-4 py-8 text-center text-soft">
        Nothing chosen yet.
      </p>
    )
  }
  return (
    <ul className="grid divide-y divide-line">
      {cart.items.map((line) => {
        const item = items.find(({ id }) => id === line.itemId)
        const verdict = Cart.check(line, item, sources)
        const { name, itemTotal: total, extras: choices } = line.seen
        return (
          <li key={line.id} className="grid gap-0.5 py-2 first:pt-0">
            <div className="flex flex-wrap items-center gap-x-3">
              <h3 className="wrap-anywhere min-w-28 flex-1 font-sans text-base leading-snug">{name}</h3>
              <Stepper
                value={line.quantity}
                onChange={(quantity) => onCart(Cart.setQuantity(cart, line.id, quantity))}
                label={name}
                most={Pricing.highestQuantity}
              />
              <Price amount={total} className="min-w-16 text-right" />
            </div>
            <LineChoices choices={choices} />
            {line.chefComment !== '' && <p className="wrap-anywhere text-sm">P.S.: {line.chefComment}</p>}
            {verdict.state === 'unavailable' && (
              <p role="alert" className="font-semibold text-alarm">
                {verdict.problem.detail}
              </p>
            )}
            {verdict.state === 'repriced' && (
              <p role="alert" className="flex flex-wrap items-center gap-x-3 text-promise">
                <span>
                  New price: <Price amount={verdict.now.itemTotal} />.
                </span>
                <TextButton onClick={() => onCart(Cart.accept(cart, line.id, verdict.now))}>Accept</TextButton>
              </p>
            )}
            <div className="flex flex-wrap items-center gap-x-4 text-sm">
              {item && (item.groups.length > 0 || item.takesNote) && (
                <TextButton onClick={() => onEdit(item, line)}>
                  {item.groups.length > 0 ? 'Change' : 'Note'}
                  <span className="sr-only"> {name}</span>
                </TextButton>
              )}
              <TextButton
                aria-label={`Remove ${name}`}
                onClick={() => {
                  onCart(Cart.remove(cart, line.id))
                  onRemoved()
                }}
              >
                Remove
              </TextButton>
            </div>
          </li>
        )
      })}
    </ul>
  )
}
