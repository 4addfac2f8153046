import { useSuspenseQuery } from '@tanstack/react-query'
import { queries } from '#web/api/queries.ts'
import { DeskPresence } from '#web/features/desk/alarm/presence.ts'
import { StaffGate } from '#web/frame/staff/staff-gate.tsx'
import { NewOrder } from '../features/counter/new-order.tsx'
import { LineEditor } from '../features/menu/line-editor.tsx'

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
