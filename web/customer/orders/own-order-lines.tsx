import type { Order } from '#contract/order/orders.ts'
import * as Substitution from '#domain/order/substitution.ts'
import { ChefComment } from '#web/orders/chef-comment.tsx'
import { LineChoices } from '#web/orders/line-choices.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Price } from '#web/ui/price.tsx'

export function OrderLines({
  order: { items: lines, substitutions },
}: {
  order: Pick<Order, 'items' | 'substitutions'>
}) {
  return (
    <ul className="grid gap-3 border-line border-b pb-3">
      {lines.map((line, index) => (
        // The index is the key, because two lines may be equal and lines never move.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <li key={index} className="grid break-inside-avoid grid-cols-[1fr_auto] gap-x-4 gap-y-0.5">
          <span className="font-semibold wrap-anywhere">
            <span className="figures text-soft">{line.quantity} ×</span> {line.name}{' '}
            {line.soldOutAt !== undefined && <Badge variant="bad">Sold out</Badge>}
          </span>
          <Price amount={line.itemTotal} />
          <LineChoices choices={line.extras} />
          <ChefComment text={line.chefComment} />
        </li>
      ))}
      {substitutions.map((answer, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: substitutions are only appended
        <li key={index} className="text-soft text-sm wrap-anywhere">
          {Substitution.say(answer)}
        </li>
      ))}
    </ul>
  )
}
