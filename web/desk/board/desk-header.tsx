import { useQuery } from '@tanstack/react-query'
import type { RefObject } from 'react'
import type { DeskOrder } from '#contract/order/orders.ts'
import type { User } from '#contract/session.ts'
import type { Site } from '#contract/site.ts'
import { isOpen } from '#domain/order/statuses.ts'
import { isOneOf, policy } from '#domain/restaurant/policy.ts'
import { Link } from '#web/app/navigation/navigation.tsx'
import { kitchenLoadQuery } from '#web/data/api/kitchen-load-query.ts'
import { queries } from '#web/data/api/queries.ts'
import type { Sound } from '#web/desk/alarm/sound.ts'
import { SoundButton } from '#web/desk/alarm/sound-button.tsx'
import { Countdown } from '#web/desk/kitchen-load/countdown.tsx'
import { type Filter, methodNames, owedTo } from '#web/desk/orders/board.ts'
import { openerOf, shownCards } from '#web/desk/orders/card-focus.ts'
import { useLater } from '#web/desk/orders/later-orders.ts'
import { Kbd } from '#web/staff/kbd.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Mark } from '#web/ui/mark.tsx'
import { DeskMenu, type DeskPanel } from './desk-menu.tsx'

type Props = {
  readonly user: User
  readonly site: Site
  /** Undefined while the orders load. */
  readonly orders: readonly DeskOrder[] | undefined
  readonly sound: Sound
  readonly filter: Filter
  readonly search: RefObject<HTMLInputElement | null>
  readonly onFilter: (filter: Filter) => void
  readonly onPanel: (panel: DeskPanel) => void
}

export function DeskHeader({ user, site, orders, sound, filter, search, onFilter, onPanel }: Props) {
  const till = isOneOf(user.role, policy.till)
  return (
    <header className="flex flex-wrap items-center gap-2 border-line border-b px-3 py-1 sm:max-xl:flex-nowrap">
      <Mark className="size-6" />
      <h1 className="text-lg max-lg:sr-only lg:shrink-0">
        {site.name} <span className="text-soft">desk</span>
      </h1>
      <Counts orders={orders} />
      {filter.method !== 'all' && (
        <button
          type="button"
          onClick={() => onFilter({ ...filter, method: 'all' })}
          className="inline-flex min-h-11 items-center gap-1.5 rounded-control bg-wash-plantain px-3 font-semibold text-control text-promise"
        >
          {methodNames[filter.method]} only
          <Icon name="close" className="size-4" />
          <span className="sr-only">Show all orders</span>
        </button>
      )}
      <search className="relative max-sm:order-last max-sm:w-full sm:ml-auto sm:min-w-44 sm:max-w-60 sm:flex-1">
        <Icon name="search" className="pointer-events-none absolute top-3 left-3 size-5 text-soft" />
        <input
          ref={search}
          type="search"
          aria-label="Search orders"
          aria-keyshortcuts="/"
          placeholder="Code, name or dish"
          autoComplete="off"
          value={filter.text}
          onChange={(event) => onFilter({ ...filter, text: event.target.value })}
          onKeyDown={({ key }) => {
            if (key === 'Enter') openerOf(shownCards()[0])?.click()
            if (key === 'Escape') onFilter({ ...filter, text: '' })
          }}
          className="min-h-11 w-full rounded-control border border-edge bg-ground pr-9 pl-10 text-control text-text placeholder:text-soft"
        />
        <span className="pointer-events-none absolute top-2.5 right-3 text-soft">
          {filter.text === '' && <Kbd>/</Kbd>}
        </span>
      </search>
      <SoundButton sound={sound} className={control} />
      {till && (
        <Link to="/desk/new" data-key="n" aria-keyshortcuts="n" className={`${control} max-sm:ml-auto`}>
          <Icon name="plus" />
          <span className="max-xl:sr-only">New order</span>
          <span className="max-xl:hidden">
            <Kbd>N</Kbd>
          </span>
        </Link>
      )}
      <DeskMenu
        user={user}
        filter={filter}
        owed={till ? owedTo(orders ?? []).length : 0}
        onFilter={onFilter}
        onPanel={onPanel}
        className={control}
      />
    </header>
  )
}

const control = buttonClass('secondary', 'min-h-11! px-3! text-control')

/** Shows, for example, '19 open · ready-by 35 min', and a pause or rush. */
function Counts({ orders }: { orders: readonly DeskOrder[] | undefined }) {
  const { data: promise } = useQuery(queries.promise())
  const { data: kitchenLoad } = useQuery(kitchenLoadQuery)
  const { later, due } = useLater(orders ?? [])
  if (!orders) return null
  const open = due.filter(({ status }) => isOpen(status)).length
  return (
    <p className="text-sm text-soft leading-snug max-sm:flex-1">
      <strong className="figures text-text">{open}</strong> open
      {later.length > 0 && (
        <>
          {' · '}
          <strong className="figures text-text">{later.length}</strong> later
        </>
      )}
      {promise && (
        // A tablet has no room for both the end of a pause and the ready-by time.
        <span className={kitchenLoad?.paused ? 'max-xl:hidden' : 'max-sm:hidden'}>
          {' · ready-by '}
          <strong className="figures whitespace-nowrap text-text">{promise.minutes} min</strong>
        </span>
      )}
      {kitchenLoad && kitchenLoad.readyToday > 0 && (
        <span className="max-xl:hidden">
          {' · kept '}
          <strong className="figures whitespace-nowrap text-text">
            {kitchenLoad.keptToday} of {kitchenLoad.readyToday}
          </strong>
          {' today'}
        </span>
      )}
      {kitchenLoad?.paused ? (
        <strong className="text-alarm">
          {' · paused '}
          <span className="max-sm:sr-only">
            <Countdown until={kitchenLoad.pausedUntil} />
          </span>
        </strong>
      ) : (
        kitchenLoad &&
        kitchenLoad.rushMinutes > 0 && (
          <strong className="text-promise">
            {' · rush '}
            <span className="max-sm:sr-only">
              <Countdown until={kitchenLoad.rushUntil} />
            </span>
          </strong>
        )
      )}
    </p>
  )
}
