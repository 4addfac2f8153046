import type { User } from '#contract/session.ts'
import type { Site } from '#contract/site.ts'
import { isOneOf, policy } from '#domain/restaurant/policy.ts'
import { KitchenLoadPanel } from '#web/desk/kitchen-load/kitchen-load-panel.tsx'
import { DishesPanel } from '#web/desk/stock/dishes-panel.tsx'
import { Sheet } from '#web/ui/sheet.tsx'

type Props = {
  /** The name of the open panel. This component renders nothing for the panels of other components. */
  readonly open: string | undefined
  readonly onClose: () => void
  readonly user: User
  readonly site: Site
}

export function SharedSheets({ open, onClose, user, site }: Props) {
  return (
    <>
      <Sheet open={open === 'kitchen-load'} onClose={onClose} title="Rush, pause and calls">
        <KitchenLoadPanel user={user} />
      </Sheet>
      <Sheet open={open === 'dishes'} onClose={onClose} title="Dishes">
        <DishesPanel categories={site.categories} setsPrices={isOneOf(user.role, policy.owners)} />
      </Sheet>
    </>
  )
}
