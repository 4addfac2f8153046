import type { Quote } from '#contract/order/quotes.ts'
import * as Phone from '#domain/text/phone.ts'
import { ChefComment } from '#web/orders/chef-comment.tsx'
import { LineChoices } from '#web/orders/line-choices.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Price } from '#web/ui/price.tsx'
import { RowIcon } from '#web/ui/row.tsx'

export function QuoteSummary({ quote, isOpen }: { quote: Quote; isOpen: boolean }) {
  const count = quote.items.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <details open={isOpen} className="group">
      <summary className="flex min-h-[60px] items-center gap-3 rounded-card px-3.5 py-1.5 sm:px-5 sm:py-3">
        <RowIcon name="bag" className="size-5.25 text-soft" />
        <span className="min-w-0 flex-1 leading-snug wrap-anywhere">
          <strong className="block font-semibold">
            {count} {count === 1 ? 'item' : 'items'}
            {quote.deliveryLocation ? ` to ${quote.deliveryLocation}` : ' to pick up'}
          </strong>
          <span className="line-clamp-2 text-soft text-sm">{quote.items.map(({ name }) => name).join(', ')}</span>
        </span>
        <Icon name="chevron" className="size-5 text-soft transition-[rotate] group-open:rotate-180" />
      </summary>
      <div className="grid gap-4 px-3.5 pb-4 sm:px-5">
        <ul className="grid gap-3">
          {quote.items.map((line, index) => (
            // The lines of a quote never change, so their index is a stable key.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <li key={index} className="grid grid-cols-[1fr_auto] gap-x-4">
              <span className="wrap-anywhere">
                {line.quantity} × {line.name}
              </span>
              <Price amount={line.itemTotal} />
              <LineChoices choices={line.extras} />
              <ChefComment text={line.chefComment} />
            </li>
          ))}
        </ul>
        <p className="text-soft">
          {quote.deliveryMethod === 'delivery' ? `Delivery to ${quote.deliveryAddress}` : 'Pick-up'}
          {quote.deliveryLocation && `, ${quote.deliveryLocation}`}
          {quote.useDifferentPhone && ` · we call ${Phone.format(quote.contactPhone)}`}
          {quote.differentPayer && ` · paid by ${quote.payerName}`}
        </p>
      </div>
    </details>
  )
}
