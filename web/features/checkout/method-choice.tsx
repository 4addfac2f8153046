import { changeDetails, choosePickUp, detailsStore, type OrderDetails } from '#web/sync/storage/details-store.ts'
import { Choice } from '#web/ui/forms/choice.tsx'

type Props = {
  readonly details: OrderDetails
  readonly pickUpAt: string
  /** For a form that holds the address in its own state. */
  readonly onPickUp?: () => void
}

/** Delivery or pick-up (CART-5). */
export function MethodChoice({ details, pickUpAt, onPickUp }: Props) {
  return (
    <Choice
      legend="How do you want it?"
      name="deliveryMethod"
      value={details.deliveryMethod}
      onChange={(method) => {
        if (method === 'delivery') return changeDetails({ deliveryMethod: method })
        detailsStore.set(choosePickUp)
        onPickUp?.()
      }}
      options={[
        { value: 'pick-up', label: 'Pick-up', hint: details.deliveryMethod === 'pick-up' ? pickUpAt : 'No fee' },
        { value: 'delivery', label: 'Delivery', hint: 'Hot, at your door' },
      ]}
    />
  )
}
