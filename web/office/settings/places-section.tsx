import { useState } from 'react'
import type { LocationList } from '#contract/menu/menu.ts'
import { typedAmount } from '#web/ui/forms/typed-amount.ts'
import { asAmount, emptyPlace, type KeyedPlace, PlaceRows } from './place-rows.tsx'
import { SettingsSection } from './settings-section.tsx'

/** Returns the typed amount, or NaN, which the server refuses with a sentence. */
const amount = (typed: string) => typedAmount(typed) ?? Number.NaN

const optionalAmount = (typed: string) => (typed.trim() === '' ? undefined : amount(typed))

export function PlacesSection({ places }: { places: LocationList }) {
  const [before] = useState(() =>
    places.map(({ id, name, fee, minimum, freeAbove, drivingMinutes }) => ({
      id,
      name,
      fee: asAmount(String(fee)),
      minimum: asAmount(String(minimum ?? '')),
      freeAbove: asAmount(String(freeAbove ?? '')),
      drivingMinutes: String(drivingMinutes ?? ''),
    })),
  )
  const [rows, setRows] = useState<readonly KeyedPlace[]>(() =>
    before.length > 0 ? before.map((row, key) => ({ key, row })) : [{ key: 0, row: emptyPlace }],
  )
  const change = rows.map(({ row: { id, name, fee, minimum, freeAbove, drivingMinutes } }) => ({
    id,
    name,
    fee: amount(fee),
    minimum: optionalAmount(minimum),
    freeAbove: optionalAmount(freeAbove),
    drivingMinutes: optionalAmount(drivingMinutes),
  }))
  return (
    <SettingsSection
      title="Delivery places"
      hint="Minimum, free delivery and the minutes to a door can be left empty. An order that is being paid keeps the fee that it was shown."
      change={{ locations: change }}
    >
      <PlaceRows rows={rows} before={before} onRows={setRows} />
    </SettingsSection>
  )
}
