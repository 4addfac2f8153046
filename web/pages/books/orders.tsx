import { useSuspenseQuery } from '@tanstack/react-query'
import { queries } from '#web/api/queries.ts'
import { OrdersList } from '#web/features/books/orders/orders-list.tsx'
import { StaffGate } from '#web/frame/staff/staff-gate.tsx'

export default function OfficeOrdersPage() {
  const { data: site } = useSuspenseQuery(queries.site())
  return (
    <StaffGate restaurant={site.name} title="Orders" screen="/office/orders">
      {(user) => <OrdersList key={user.id} user={user} site={site} />}
    </StaffGate>
  )
}
