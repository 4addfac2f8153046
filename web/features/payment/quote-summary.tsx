import type { Quote } from '#contract/quotes.ts'
import * as Phone from '#domain/phone.ts'
import { LineChoices } from '#web/ui/order/line-choices.tsx'
import { Totals } from '#web/ui/order/totals.tsx'
import { Price } from '#web/ui/price.tsx'

/** The lines and totals of a quote. */
export function QuoteSummary({ quote }: { quote: Quote }) {
  return (
    <div className="grid gap-4">
      <details className="group">
        <summary className="flex min-h-11 items-center justify-between gap-4 font-semibold">
          {quote.lines.length === 1 ? 'Your dish' : `Your ${quote.lines.length} dishes`}
          <span className="text-soft text-sm underline underline-offset-4 group-open:hidden">Show</span>
          <span className="hidden text-soft text-sm underline underline-offset-4 group-open:inline">Hide</span>
        </summary>
        <ul className="grid gap-3 pt-2">
          {quote.lines.map((line, index) => (
            // The lines of a quote never change, so their index is a stable key.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <li key={index} className="grid grid-cols-[1fr_auto] gap-x-4">
              <span className="wrap-anywhere">
                {line.quantity} × {line.name}
              </span>
              <Price amount={line.total} />
              <LineChoices choices={line.choices} />
            </li>
          ))}
        </ul>
      </details>
      <p className="text-soft">
        {quote.deliveryMethod === 'delivery' ? `Delivery to ${quote.deliveryAddress}` : 'Pick-up'}
        {quote.deliveryLocation && `, ${quote.deliveryLocation}`}
        {quote.useDifferentPhone && ` · we call ${Phone.format(quote.contactPhone)}`}
        {quote.differentPayer && ` · paid by ${quote.payerName}`}
      </p>
      <Totals subtotal={quote.subtotal} fee={quote.deliveryFee} />
    </div>
  )
}
