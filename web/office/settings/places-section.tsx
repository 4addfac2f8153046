import type { LocationList } from '#contract/menu/menu.ts'
import { typedAmount } from '#web/ui/forms/typed-amount.ts'
import { ListSection } from './list-section.tsx'

/** An amount as it was typed; the server has the sentence for what is none. */
const amount = (typed: string) => typedAmount(typed) ?? Number.NaN

/** Left out where nothing is typed. */
const optionalAmount = (typed: string) => (typed.trim() === '' ? undefined : amount(typed))

/** Where the restaurant delivers, and on which terms. */
export function PlacesSection({ places }: { places: LocationList }) {
  return (
    <ListSection
      title="Delivery places"
      hint="Minimum and free delivery can be left empty. An order that is being paid keeps the fee that it was shown."
      name="locations"
      of="place"
      columns={[
        { name: 'name', label: 'Place', maxLength: 60 },
        { name: 'fee', label: 'Fee (₦)', inputMode: 'numeric', maxLength: 12 },
        { name: 'minimum', label: 'Minimum (₦)', inputMode: 'numeric', maxLength: 12 },
        { name: 'freeAbove', label: 'Free above (₦)', inputMode: 'numeric', maxLength: 12 },
      ]}
      initial={
        places.length > 0
          ? places.map(({ id, name, fee, minimum, freeAbove }) => ({
              id,
              name,
              fee: String(fee),
              minimum: String(minimum ?? ''),
              freeAbove: String(freeAbove ?? ''),
            }))
          : [{ name: '', fee: '', minimum: '', freeAbove: '' }]
      }
      change={(rows) => ({
        locations: rows.map(({ id, name, fee, minimum, freeAbove }) => ({
          id,
          name,
          fee: amount(fee),
          minimum: optionalAmount(minimum),
          freeAbove: optionalAmount(freeAbove),
        })),
      })}
    />
  )
}
