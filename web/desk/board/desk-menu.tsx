import { type MouseEvent, type ReactNode, type ToggleEvent, useId } from 'react'
import type { User } from '#contract/session.ts'
import { isOneOf, policy } from '#domain/restaurant/policy.ts'
import { Link } from '#web/app/navigation/navigation.tsx'
import { KitchenLoadButton } from '#web/desk/kitchen-load/kitchen-load-panel.tsx'
import { type Filter, methodNames } from '#web/desk/orders/board.ts'
import { Kbd } from '#web/staff/kbd.tsx'
import { SignOut } from '#web/staff/sign-out.tsx'
import { Icon } from '#web/ui/icon.tsx'

export type DeskPanel = 'dishes' | 'kitchen-load' | 'refunds' | 'statement' | 'till' | 'ratings' | 'done' | 'keys'

type Props = {
  readonly user: User
  readonly filter: Filter
  readonly owed: number
  readonly onFilter: (filter: Filter) => void
  readonly onPanel: (panel: DeskPanel) => void
  readonly className: string
}

export function DeskMenu({ user, filter, owed, onFilter, onPanel, className }: Props) {
  const till = isOneOf(user.role, policy.till)
  const owner = isOneOf(user.role, policy.owners)
  return (
    <ConsoleMenu className={className} mark={owed}>
      <KitchenLoadButton onOpen={() => onPanel('kitchen-load')} className={menuRow} />
      <button type="button" onClick={() => onPanel('dishes')} className={menuRow}>
        Dishes
      </button>
      {till && (
        <button type="button" data-key="s" onClick={() => onPanel('statement')} className={menuRow}>
          Statement <Kbd>S</Kbd>
        </button>
      )}
      {till && (
        <button type="button" onClick={() => onPanel('till')} className={menuRow}>
          Till
        </button>
      )}
      {owed > 0 && till && (
        <button type="button" onClick={() => onPanel('refunds')} className={menuRow}>
          Refunds <span className="figures text-alarm">{owed}</span>
        </button>
      )}
      <button type="button" onClick={() => onPanel('done')} className={menuRow}>
        Done
      </button>
      {owner && (
        <button type="button" onClick={() => onPanel('ratings')} className={menuRow}>
          Ratings
        </button>
      )}
      <label className={`${menuRow} relative`}>
        Show
        <select
          aria-label="Show"
          value={filter.method}
          onChange={({ target }) => {
            const method = methods.find((id) => id === target.value)
            onFilter({ ...filter, method: method ?? 'all' })
          }}
          className="min-h-11 min-w-0 appearance-none rounded-control bg-transparent pr-7 text-right text-soft"
        >
          {methods.map((id) => (
            <option key={id} value={id} className="bg-raise text-text">
              {methodNames[id]}
            </option>
          ))}
        </select>
        <Icon name="chevron" className="pointer-events-none absolute right-3 size-5 text-soft" />
      </label>
      <button type="button" data-key="?" onClick={() => onPanel('keys')} className={menuRow}>
        Keyboard <Kbd>?</Kbd>
      </button>
      <hr className="my-1 border-line" />
      <p className="wrap-anywhere px-3 py-1 text-soft text-sm">
        <span className="sr-only">Signed in: </span>
        {user.name ?? user.username}
        {(user.name ?? user.username) !== user.role && `, ${user.role}`}
      </p>
      <Link to="/kitchen" className={menuRow}>
        Kitchen
      </Link>
      {till && (
        <Link to="/office/orders" className={menuRow}>
          All orders
        </Link>
      )}
      {owner && (
        <Link to="/office" className={menuRow}>
          Office
        </Link>
      )}
      <SignOut className={menuRow} />
    </ConsoleMenu>
  )
}

const methods = ['all', 'delivery', 'pick-up'] as const

export const menuRow =
  'flex min-h-11 w-full items-center justify-between gap-3 rounded-control px-3 text-left font-semibold text-control outline-offset-[-2px] hover:bg-raise2'

/** A button 'More' with a menu. The browser opens the menu, and closes it on Escape and on a press outside. */
export function ConsoleMenu({
  className,
  mark = 0,
  children,
}: {
  readonly className: string
  /** The number shown on the button, such as the number of orders with a refund owed. */
  readonly mark?: number
  readonly children: ReactNode
}) {
  const id = useId()

  /** Closes the menu after a press on a row, which is a button or a link. A press on the filter keeps the menu open. */
  function close({ target, currentTarget }: MouseEvent<HTMLElement>) {
    if (target instanceof Element && target.closest('button, a')) currentTarget.hidePopover()
  }

  /** Moves the focus to the first row. The browser returns the focus when the menu closes. */
  function enter({ newState, currentTarget }: ToggleEvent<HTMLElement>) {
    if (newState === 'open') currentTarget.querySelector<HTMLElement>('button, a')?.focus()
  }

  return (
    <>
      <button type="button" popoverTarget={id} data-key="m" className={`${className} relative`}>
        <Icon name="menu" />
        <span className="max-md:sr-only">More</span>
        {mark > 0 && (
          <span className="-top-1 -right-1 absolute grid size-5 place-items-center rounded-full bg-alarm text-on-alarm text-xs">
            {mark}
          </span>
        )}
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the rows are buttons and links, whose keys click */}
      <nav
        id={id}
        popover="auto"
        aria-label="More"
        onClick={close}
        onToggle={enter}
        className="fixed inset-auto top-14 right-2 m-0 max-h-[calc(100dvh-4rem)] w-72 max-w-[calc(100vw-1rem)] overflow-y-auto rounded-card border border-line bg-raise p-2 text-text shadow-card open:animate-arrive"
      >
        {children}
      </nav>
    </>
  )
}
