import { useSuspenseQuery } from '@tanstack/react-query'
import { queries } from '#web/data/api/queries.ts'
import { DeskPresence } from '#web/desk/alarm/desk-presence.ts'
import { LineEditor } from '#web/orders/dishes/line-editor.tsx'
import { StaffGate } from '#web/staff/staff-gate.tsx'
import { NewOrder } from './new-order.tsx'

/** A counter order, by phone or walk-in. */
export default function DeskNewPage() {
  const { data: site } = useSuspenseQuery(queries.site())
  return (
    <StaffGate restaurant={site.name} title="New order" screen="/desk/new">
      {(user) => (
        <>
          <DeskPresence />
          <NewOrder key={user.id} account={user.id} site={site} Editor={LineEditor} />
        </>
      )}
    </StaffGate>
  )
}
