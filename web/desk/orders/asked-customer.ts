import type { DeskOrder } from '#contract/order/orders.ts'
import { mustBeCalled } from '#domain/order/counter.ts'
import * as Phone from '#domain/text/phone.ts'

/** Returns, for example, 'call 0803 123 4567' if staff must ask the customer; '' if the customer's own screen asks. */
export function callToAsk(order: DeskOrder): string {
  if (!mustBeCalled(order)) return ''
  const [number] = Phone.toCall(order.contactPhone ?? '', order.customerPhone).numbers
  if (number !== undefined) return `call ${Phone.format(number)}`
  // The kitchen's document has no phone.
  return order.contactPhone === undefined ? 'the desk calls' : 'the customer gave no phone'
}
