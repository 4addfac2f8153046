import { changeDetails, choosePickUp, detailsStore, type OrderDetails } from '#web/details-store.ts'
import { Choice } from './choice.tsx'

/** Delivery or pick-up (CART-5). */
export function MethodChoice({ details, pickUpAt }: { details: OrderDetails; pickUpAt: string }) {
  return (
    <Choice
      legend="How do you want it?"
      name="deliveryMethod"
      value={details.deliveryMethod}
      onChange={(method) =>
        method === 'pick-up' ? detailsStore.set(choosePickUp) : changeDetails({ deliveryMethod: method })
      }
      options={[
        { value: 'pick-up', label: 'Pick-up', hint: details.deliveryMethod === 'pick-up' ? pickUpAt : 'No fee' },
        { value: 'delivery', label: 'Delivery', hint: 'Hot, at your door' },
      ]}
    />
  )
}
