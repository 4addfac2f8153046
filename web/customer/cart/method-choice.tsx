import { useEffect } from 'react'
import type { DeliveryMethod } from '#domain/restaurant/delivery.ts'
import { changeDetails, choosePickUp, detailsStore, type OrderDetails } from '#web/data/storage/details-store.ts'
import { useDelivers } from '#web/ui/forms/location-select.tsx'
import { RowIcon, type RowIconName } from '#web/ui/row.tsx'

type Props = {
  readonly details: OrderDetails
  /** Called when the customer chooses pick-up, so that a form with its own address field can clear the field. */
  readonly onPickUp?: () => void
}

const methods = [
  { value: 'pick-up', label: 'Pick-up', icon: 'bag' },
  { value: 'delivery', label: 'Delivery', icon: 'bike' },
] as const satisfies readonly { value: DeliveryMethod; label: string; icon: RowIconName }[]

/** The choice between delivery and pick-up (CART-5). Renders nothing if the restaurant does not deliver. */
export function MethodChoice({ details, onPickUp }: Props) {
  const delivers = useDelivers()
  useEffect(() => {
    // The customer may have chosen delivery before the restaurant stopped its deliveries.
    if (!delivers) detailsStore.set(choosePickUp)
  }, [delivers])
  if (!delivers) return null

  function choose(method: DeliveryMethod) {
    if (method === 'delivery') return changeDetails({ deliveryMethod: method })
    detailsStore.set(choosePickUp)
    onPickUp?.()
  }
  return (
    <fieldset>
      <legend className="sr-only">How do you want it?</legend>
      <div className="grid grid-cols-2 gap-1 rounded-control bg-raise2 p-1">
        {methods.map(({ value, label, icon }) => (
          <label
            key={value}
            className="relative flex min-h-11 flex-wrap items-center justify-center gap-x-2 rounded-[10px] px-1 font-semibold text-control text-soft has-checked:bg-raise has-checked:text-text has-checked:shadow-card has-focus-visible:outline-3 has-focus-visible:outline-ember dark:has-checked:bg-line"
          >
            <input
              type="radio"
              name="deliveryMethod"
              value={value}
              checked={details.deliveryMethod === value}
              onChange={() => choose(value)}
              className="absolute inset-0 size-full appearance-none rounded-[10px] outline-none"
            />
            <RowIcon name={icon} className="size-5" />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
