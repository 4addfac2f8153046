import type { ReactNode } from 'react'
import type { Receipt } from '#contract/order/orders.ts'
import type { Site } from '#contract/site.ts'
import * as Tax from '#domain/money/tax.ts'
import * as Bill from '#domain/order/bill.ts'
import { orderCode } from '#domain/order/quote.ts'
import type { OrderStatus } from '#domain/order/statuses.ts'
import { writtenSlot } from '#domain/restaurant/slot-words.ts'
import * as Phone from '#domain/text/phone.ts'
import { OrderLines } from '#web/customer/orders/own-order-lines.tsx'
import { toastDone, toastFailed } from '#web/data/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy.ts'
import { Mark } from '#web/ui/mark.tsx'
import { Price } from '#web/ui/price.tsx'
import { moment, receiptText } from './receipt-text.ts'

export function OrderReceipt({ receipt, site }: { receipt: Receipt; site: Site }) {
  const { order, payments, refunds } = receipt
  const taxSums = (included: boolean) =>
    order.taxLines
      ?.filter((line) => line.included === included)
      .map((line) => (
        <Sum key={line.name} label={Tax.label(line)}>
          <Price amount={line.amount} />
        </Sum>
      ))
  return (
    <div className="grid max-w-xl gap-5 print:max-w-none">
      <article
        aria-label={`Receipt of order ${orderCode(order.orderId)}`}
        className="grid gap-5 rounded-card bg-raise p-5 shadow-card sm:p-8 print:p-0 print:shadow-none"
      >
        <header className="grid gap-1">
          <Mark className="size-10" />
          <h2 className="text-2xl">{site.name}</h2>
          {site.address && <p className="text-soft text-sm wrap-anywhere">{site.address}</p>}
          <p className="text-soft text-sm">{Phone.format(site.phone)}</p>
        </header>
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
          <Fact label="Order">
            <strong className="figures text-base">{orderCode(order.orderId)}</strong>
          </Fact>
          <Fact label="Placed">
            <time dateTime={order.createdAt}>{moment(order.createdAt)}</time>
          </Fact>
          {order.slot && (
            <Fact label="For">
              <time dateTime={order.slot}>{writtenSlot(Date.parse(order.slot))}</time>
            </Fact>
          )}
          <Fact label="Name">{order.customerName}</Fact>
          <Fact label={order.deliveryMethod === 'delivery' ? 'Delivery' : 'Pick-up'}>
            {order.deliveryMethod === 'delivery'
              ? [order.deliveryAddress, order.deliveryLocation].filter(Boolean).join(', ')
              : 'At the restaurant'}
          </Fact>
        </dl>
        <OrderLines order={order} />
        <dl className="grid gap-1.5">
          <Sum label="Subtotal">
            <Price amount={order.subtotal} />
          </Sum>
          {order.deliveryMethod === 'delivery' && (
            <Sum label="Delivery fee">
              <Price amount={order.deliveryFee} />
            </Sum>
          )}
          {taxSums(false)}
          <Sum label="Total" strong>
            <Price amount={order.totalAmount} className="text-2xl" />
          </Sum>
          {taxSums(true)}
          {payments.map(({ amount, account, at }) => (
            <Sum
              key={at}
              label={`Paid ${moment(at)}`}
              note={account && `To ${account.bank} ${account.number}, ${account.name}`}
            >
              <Price amount={amount} />
            </Sum>
          ))}
          {refunds.map(({ amount, reference, at }) => (
            <Sum
              key={at}
              label={`Refunded ${moment(at)}`}
              note={reference === null ? 'In cash' : `Reference ${reference}`}
            >
              <Price amount={amount} />
            </Sum>
          ))}
        </dl>
        <p className="font-semibold">
          {statusNotes[order.status]}
          {Bill.describe(order)}
        </p>
      </article>
      <div className="flex flex-wrap gap-3 print:hidden">
        <Button className="flex-auto" onClick={() => print()}>
          Print
        </Button>
        <Button variant="secondary" className="flex-auto" onClick={() => void share(receiptText(receipt, site))}>
          Share
        </Button>
      </div>
    </div>
  )
}

const statusNotes: Readonly<Record<OrderStatus, string>> = {
  pending: '',
  preparing: '',
  ready: '',
  completed: '',
  cancelled: 'This order was cancelled. ',
}

/** Opens the phone's share sheet or, without one, copies to the clipboard. */
async function share(text: string): Promise<void> {
  try {
    if (navigator.share) return await navigator.share({ text })
  } catch (error) {
    // An AbortError means that the person has closed the share sheet.
    if (error instanceof DOMException && error.name === 'AbortError') return
  }
  const copied = await copyText(text)
  if (copied) toastDone('Receipt copied to clipboard!')
  else toastFailed('Failed to copy the receipt.')
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-soft">{label}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  )
}

function Sum({
  label,
  note,
  strong = false,
  children,
}: {
  readonly label: string
  readonly note?: string | null
  readonly strong?: boolean
  readonly children: ReactNode
}) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt className={`wrap-anywhere ${strong ? 'font-semibold' : 'text-soft'}`}>{label}</dt>
      <dd className="ml-auto">{children}</dd>
      {note && <dd className="w-full text-soft text-sm wrap-anywhere">{note}</dd>}
    </div>
  )
}
