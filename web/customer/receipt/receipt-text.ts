import type { Receipt } from '#contract/order/orders.ts'
import type { Site } from '#contract/site.ts'
import { besideOf, portion } from '#domain/menu/line-choices.ts'
import * as Money from '#domain/money/money.ts'
import * as Tax from '#domain/money/tax.ts'
import * as Bill from '#domain/order/bill.ts'
import { orderCode } from '#domain/order/quote.ts'
import * as Substitution from '#domain/order/substitution.ts'
import { writtenSlot } from '#domain/restaurant/slot-words.ts'
import * as Phone from '#domain/text/phone.ts'
import { clock, day } from '#web/ui/lagos-time.ts'

type Restaurant = Pick<Site, 'name' | 'address' | 'phone'>

export function receiptText({ order, payments, refunds }: Receipt, restaurant: Restaurant): string {
  const { items: lines, substitutions, subtotal, deliveryFee, taxLines = [], totalAmount: total, createdAt } = order
  const taxes = (included: boolean) =>
    taxLines
      .filter((line) => line.included === included)
      .map((line) => `${Tax.label(line)}: ${Money.format(line.amount)}`)
  return [
    restaurant.name,
    [restaurant.address, Phone.format(restaurant.phone)].filter(Boolean).join(', '),
    '',
    `Order ${orderCode(order.orderId)}, ${moment(createdAt)}`,
    ...(order.slot ? [`For ${writtenSlot(Date.parse(order.slot))}`] : []),
    ...lines.flatMap((line) => [
      `${line.quantity} × ${line.name}: ${Money.format(line.itemTotal)}`,
      ...beside(line).map((choice) => `  ${choice}`),
    ]),
    ...substitutions.map(Substitution.say),
    `Subtotal: ${Money.format(subtotal)}`,
    ...(order.deliveryMethod === 'delivery' ? [`Delivery: ${Money.format(deliveryFee)}`] : []),
    ...taxes(false),
    `Total: ${Money.format(total)}`,
    ...taxes(true),
    ...payments.map(({ amount, account, at }) =>
      [`Paid ${Money.format(amount)}, ${moment(at)}`, account && `to ${account.bank} ${account.number}`]
        .filter(Boolean)
        .join(', '),
    ),
    ...refunds.map(
      ({ amount, reference, at }) =>
        `Refunded ${Money.format(amount)}, ${moment(at)}, ${reference === null ? 'in cash' : `reference ${reference}`}`,
    ),
    Bill.describe(order),
  ].join('\n')
}

export function moment(iso: string): string {
  return `${day(iso)}, ${clock(iso)}`
}

function beside({ extras: choices }: Substitution.OrderLine): string[] {
  return besideOf(choices).map((choice) => `${choice.label}: ${portion(choice)}`)
}
