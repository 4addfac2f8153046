import type { DeskOrder } from '#contract/order/orders.ts'
import * as Tax from '#domain/money/tax.ts'
import { beside } from '#web/desk/orders/line-extras.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Price } from '#web/ui/price.tsx'

export function OrderLines({ order }: { order: DeskOrder }) {
  const { items: lines, deliveryFee, taxLines = [] } = order
  return (
    <ul className="grid gap-2.5">
      {lines.map((line, index) => {
        const shown = beside(line)
        return (
          // The index is the key, because two lines may be equal and lines never move.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={index} className="wrap-anywhere grid gap-1">
            <p className="flex items-baseline justify-between gap-3 font-semibold leading-snug">
              <span>
                <span className="figures">{line.quantity}</span> × {line.name}{' '}
                {line.soldOutAt !== undefined && <Badge variant="bad">Sold out</Badge>}
              </span>
              {line.itemTotal !== null && <Price amount={line.itemTotal} className="whitespace-nowrap" />}
            </p>
            {shown.length > 0 && (
              <p className="text-sm text-soft leading-snug">
                {line.quantity > 1 && 'each '}
                {shown.join(' · ')}
              </p>
            )}
            {line.chefComment !== '' && (
              <p className="justify-self-start rounded-lg bg-plantain px-2.5 py-1 font-semibold text-on-plantain text-sm">
                P.S.: {line.chefComment}
              </p>
            )}
          </li>
        )
      })}
      {deliveryFee !== null && deliveryFee > 0 && (
        <li className="flex items-baseline justify-between gap-3 text-soft">
          Delivery <Price amount={deliveryFee} />
        </li>
      )}
      {taxLines.map((line) => (
        // A tax that the prices include is not added to the total, so its amount is not in the column of amounts.
        <li
          key={line.name}
          className={`wrap-anywhere text-soft ${line.included ? 'text-sm' : 'flex items-baseline justify-between gap-3'}`}
        >
          {Tax.label(line)} <Price amount={line.amount} />
        </li>
      ))}
    </ul>
  )
}
