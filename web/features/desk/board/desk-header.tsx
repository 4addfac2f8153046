import { useQuery } from '@tanstack/react-query'
import type { DeskOrder } from '#contract/orders.ts'
import type { User } from '#contract/session.ts'
import type { Site } from '#contract/site.ts'
import { isOpen } from '#domain/order.ts'
import { isOneOf, policy } from '#domain/policy.ts'
import { queries } from '#web/api/queries.ts'
import { Link } from '#web/app/navigation/navigation.tsx'
import type { Sound } from '#web/features/desk/alarm/sound.ts'
import { SoundButton } from '#web/features/desk/alarm/sound-button.tsx'
import { KitchenLoadButton } from '#web/features/desk/kitchen-load/kitchen-load-panel.tsx'
import { owedTo } from '#web/features/desk/orders/board.ts'
import { SignOut } from '#web/frame/staff/sign-out.tsx'
import { buttonClass } from '#web/ui/button.tsx'

export type DeskPanel = 'dishes' | 'kitchen-load' | 'refunds' | 'statement' | 'ratings'

type Props = {
  readonly user: User
  readonly site: Site
  /** Undefined while they load. */
  readonly orders: readonly DeskOrder[] | undefined
  readonly sound: Sound
  readonly onPanel: (panel: DeskPanel) => void
}

const small = buttonClass('secondary', 'px-3! text-sm sm:px-3.5! sm:text-base')

/** The signed-in user, the number of open orders, the current ready-by time, and the panels of the desk. */
export function DeskHeader({ user, site, orders, sound, onPanel }: Props) {
  const owed = owedTo(orders ?? []).length
  const open = orders?.filter(({ status }) => isOpen(status)).length
  const { data: promise } = useQuery(queries.promise())
  const till = isOneOf(user.role, policy.till)
  const owner = isOneOf(user.role, policy.owners)
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1">
        <h1 className="text-2xl sm:text-3xl">
          {site.name} <span className="text-soft">desk</span>
        </h1>
        <p className="min-h-6 text-sm text-soft sm:text-base">
          {open !== undefined && `${open} open`}
          {open !== undefined && promise && ` · ready-by now ${promise.minutes} min`}
        </p>
      </div>
      <p className="wrap-anywhere max-w-40 text-right text-sm leading-snug">
        <span className="sr-only">Signed in: </span>
        <span className="font-semibold">{user.username}</span>
        {user.username !== user.role && <span className="block text-soft">{user.role}</span>}
      </p>
      {/* One row that scrolls on a phone, to leave room for the board. */}
      <div className="-mx-4 -my-1 flex w-[calc(100%+2rem)] gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] *:shrink-0 *:whitespace-nowrap lg:mx-0 lg:w-auto lg:flex-wrap lg:overflow-visible lg:px-0">
        {till && (
          <Link to="/desk/new" className={buttonClass('primary', 'px-3! text-sm sm:px-3.5! sm:text-base')}>
            New order
          </Link>
        )}
        <SoundButton sound={sound} className={small} />
        <KitchenLoadButton onOpen={() => onPanel('kitchen-load')} className={small} />
        <button type="button" onClick={() => onPanel('dishes')} className={small}>
          Dishes
        </button>
        {till && (
          <button type="button" onClick={() => onPanel('statement')} className={small}>
            Statement
          </button>
        )}
        {owner && (
          <button type="button" onClick={() => onPanel('ratings')} className={small}>
            Ratings
          </button>
        )}
        {owed > 0 && till && (
          <button type="button" onClick={() => onPanel('refunds')} className={small}>
            Refunds <span className="figures text-alarm">{owed}</span>
          </button>
        )}
        {owner && (
          <Link to="/office" className={small}>
            Office
          </Link>
        )}
        <SignOut />
      </div>
    </header>
  )
}
