import type { User } from '#contract/session.ts'
import type { Site } from '#contract/site.ts'
import { isOneOf, policy } from '#domain/policy.ts'
import { KitchenLoadPanel } from '#web/features/desk/kitchen-load/kitchen-load-panel.tsx'
import { DishesPanel } from '#web/features/desk/stock/dishes-panel.tsx'
import { Sheet } from '#web/ui/sheet.tsx'

type Props = {
  /** Any other is somebody else's. */
  readonly open: string | undefined
  readonly onClose: () => void
  readonly user: User
  readonly site: Site
}

/** What desk and kitchen set alike: the rush, and the dishes. */
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
