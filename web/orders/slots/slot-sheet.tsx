import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as Lagos from '#domain/restaurant/lagos.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { SlotChoice } from './slot-choice.tsx'
import { type SlotsFor, slotsQuery } from './slots-query.ts'

type Props = {
  readonly about: SlotsFor
  readonly isDelivery: boolean
  /** The location of a delivery, with its driving minutes, which each shown time includes. */
  readonly place?: { readonly name: string; readonly drivingMinutes?: number } | undefined
  readonly names: readonly string[]
  readonly chosen: string
  readonly onChoose: (slot: string) => void
  readonly onClose: () => void
}

/** Lets a person choose a day and then a time. Pressing a time closes the sheet. */
export default function SlotSheet({ about, isDelivery, place, names, chosen, onChoose, onClose }: Props) {
  const [date, setDate] = useState(chosen === '' ? undefined : Lagos.dateOf(Date.parse(chosen)))
  const slots = useQuery(slotsQuery(about, date))
  return (
    <Sheet open onClose={onClose} title={isDelivery ? 'At your door when?' : 'Collect it when?'} tall>
      <p className="-mt-2 pb-3 text-soft text-sm">
        {!isDelivery
          ? 'Ready at the counter then.'
          : place?.drivingMinutes
            ? `${place.drivingMinutes} min to ${place.name} are counted in`
            : 'The way to you is counted in.'}
      </p>
      <SlotChoice
        query={slots}
        names={names}
        chosen={chosen}
        onDay={setDate}
        onChoose={(slot) => {
          onChoose(slot)
          onClose()
        }}
      />
    </Sheet>
  )
}
