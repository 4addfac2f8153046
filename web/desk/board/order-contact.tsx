import { useState } from 'react'
import type { DeskOrder } from '#contract/order/orders.ts'
import { noPhone, orderCode } from '#domain/order/quote.ts'
import * as Phone from '#domain/text/phone.ts'
import { call } from '#web/data/api/client.ts'
import { followFocus } from '#web/desk/orders/card-focus.ts'
import { useOrderActions } from '#web/desk/orders/order-actions.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { TextButton } from '#web/ui/text-button.tsx'

/**
 * Shows the person to call and, after a press, the address. Renders nothing for kitchen staff, whose orders have no
 * phone number.
 */
export function OrderContact({ order }: { order: DeskOrder }) {
  const { contactPhone, customerName } = order
  if (contactPhone === undefined) return null
  const { numbers, isOwn } = Phone.toCall(contactPhone, order.customerPhone)
  return (
    <div className="wrap-anywhere flex flex-wrap items-center justify-between gap-3 border-line border-t pt-3 text-sm leading-snug">
      <div className="min-w-0">
        <p className="font-semibold text-soft">{customerName}</p>
        {contactPhone !== noPhone && Phone.sole(contactPhone) === undefined && <p>{contactPhone}</p>}
        {order.deliveryMethod === 'delivery' && <Address key={order.orderId} order={order} />}
      </div>
      {numbers.map((number) => (
        <a
          key={number}
          href={`tel:${number}`}
          aria-label={`Call ${customerName}, ${isOwn ? 'the account’s number ' : ''}${Phone.format(number)}`}
          className={buttonClass('secondary', 'min-h-11! max-w-full shrink-0 px-3!')}
        >
          <Icon name="phone" />
          {isOwn && 'Account: '}
          {Phone.format(number)}
        </a>
      ))}
    </div>
  )
}

/** Shows the address after a press. Each request for the address is audited. */
function Address({ order }: { order: DeskOrder }) {
  const { showRefusal } = useOrderActions()
  const [address, setAddress] = useState<string | null>()
  const ask = () => {
    followFocus(order)
    return call('POST /api/orders/:id/address-request', { params: { id: order.orderId } }).then(
      ({ deliveryAddress }) => setAddress(deliveryAddress),
      (error: unknown) => showRefusal(error, order),
    )
  }
  if (address !== undefined) return <p role="status">{address}</p>
  return (
    <TextButton aria-label={`Address of ${orderCode(order.orderId)}`} onClick={() => void ask()}>
      Address
    </TextButton>
  )
}
