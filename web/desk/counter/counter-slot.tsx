import { useState } from 'react'
import type { Cart } from '#domain/order/cart.ts'
import type * as Delivery from '#domain/restaurant/delivery.ts'
import { slotTitle } from '#domain/restaurant/slot-words.ts'
import { serverNow } from '#web/data/api/client.ts'
import type { CounterDetails } from '#web/data/storage/counter-draft.ts'
import SlotSheet from '#web/orders/slots/slot-sheet.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { requestOf } from './counter-form.ts'

type Props = {
  readonly cart: Cart
  readonly details: CounterDetails
  readonly place: Delivery.Location | undefined
  readonly error: string | undefined
  /** Called with the chosen slot; with undefined for as soon as possible. */
  readonly onSlot: (slot: string | undefined) => void
}

export function CounterSlot({ cart, details, place, error, onSlot }: Props) {
  const [isPicking, setIsPicking] = useState(false)
  const { slot } = details
  const { items, deliveryMethod, locationId } = requestOf(cart, details)
  return (
    <div className="rounded-control bg-raise2 px-4 py-1">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p className="flex min-h-11 items-center">
          <span className="sr-only">When: </span>
          <span className="font-semibold">
            {slot === undefined ? 'As soon as possible' : slotTitle(Date.parse(slot), serverNow())}
          </span>
        </p>
        <div className="flex gap-x-4">
          {slot !== undefined && <TextButton onClick={() => onSlot(undefined)}>Now</TextButton>}
          <TextButton onClick={() => setIsPicking(true)}>
            {slot === undefined ? (
              'For later'
            ) : (
              <>
                Change<span className="sr-only"> time</span>
              </>
            )}
          </TextButton>
        </div>
      </div>
      {error !== undefined && (
        <p role="alert" className="pb-2 text-alarm text-sm">
          {error}
        </p>
      )}
      {isPicking && (
        <SlotSheet
          about={{ cart: { items, deliveryMethod, locationId }, atCounter: true }}
          isDelivery={deliveryMethod === 'delivery'}
          place={place}
          names={cart.items.map(({ seen }) => seen.name)}
          chosen={slot ?? ''}
          onChoose={onSlot}
          onClose={() => setIsPicking(false)}
        />
      )}
    </div>
  )
}
