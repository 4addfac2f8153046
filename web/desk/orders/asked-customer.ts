import type { DeskOrder } from '#contract/order/orders.ts'
import { mustBeCalled } from '#domain/order/counter.ts'
import { orderCode } from '#domain/order/quote.ts'
import * as Phone from '#domain/text/phone.ts'

/**
 * Returns, for example, 'call 0803 123 4567' if staff must ask the customer in person; '' if the customer is asked on
 * the orders page. A walk-in customer is called out at the counter.
 */
export function callToAsk(order: DeskOrder): string {
  if (!mustBeCalled(order)) return ''
  const [number] = Phone.toCall(order.contactPhone ?? '', order.customerPhone).numbers
  const call = number === undefined ? '' : `call ${Phone.format(number)}`
  if (order.channel === 'walk-in' && order.deliveryMethod === 'pick-up') {
    return [`call out ${orderCode(order.orderId)} at the counter`, ...(call === '' ? [] : [call])].join(', or ')
  }
  if (call !== '') return call
  // The server sends phone numbers to the desk, but not to kitchen staff.
  return order.contactPhone === undefined ? 'the desk calls' : 'the customer gave no phone'
}
