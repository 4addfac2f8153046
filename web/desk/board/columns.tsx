import { useLayoutEffect, useRef, useState } from 'react'
import type { DeskOrder } from '#contract/order/orders.ts'
import type { Actor } from '#domain/restaurant/policy.ts'
import { Link } from '#web/app/navigation/navigation.tsx'
import { type ColumnId, type Filter, firstColumn, handlesMoney, openColumns } from '#web/desk/orders/board.ts'
import { focusCard } from '#web/desk/orders/card-focus.ts'
import type { FormName } from '#web/desk/orders/order-actions.ts'
import { useSteadyRows } from '#web/desk/orders/steady-rows.ts'
import type { Proposal } from '#web/desk/payments/statement-import.ts'
import { textButtonClass } from '#web/ui/text-button.tsx'
import { OrderCard } from './order-card.tsx'

type Props = {
  readonly columns: Record<ColumnId, readonly DeskOrder[]>
  readonly later: readonly DeskOrder[]
  readonly actor: Actor
  readonly filter: Filter
  readonly opened: string | undefined
  readonly onOpen: (order: DeskOrder) => void
  readonly onForm: (form: FormName, order: DeskOrder) => void
  /** The transfers of the imported bank statement that certainly pay an order, by order id. */
  readonly matched: ReadonlyMap<string, Proposal>
  readonly onConfirm: (proposal: Proposal) => void
  /** Opens the bank statement. Undefined for roles that may not record money. */
  readonly onStatement?: () => void
}

/**
 * Shows one column on a phone, two neighbouring columns on a tablet, and all columns on a wider screen. Beside an open
 * order, a tablet shows one column, and a laptop as many whole columns as fit.
 */
export function Board({ columns, filter, ...props }: Props) {
  const searched = filter.text.trim()
  const isFiltered = searched !== '' || filter.method !== 'all'
  const [picked, setPicked] = useState<ColumnId>(firstColumn(props.actor.role))
  // If no order in the picked column matches the filter, show the first column with a matching order.
  const found = openColumns.find(({ id }) => columns[id].length > 0)?.id
  const chosen = isFiltered && columns[picked].length === 0 ? (found ?? picked) : picked
  const place = openColumns.findIndex(({ id }) => id === chosen)
  const neighbour = openColumns[place + 1] ?? openColumns[place - 1]
  const isAlone = props.opened !== undefined
  const focused = useRef<string>(undefined)
  const steady = useSteadyRows()

  // A card that moves to another column is mounted again and loses the focus, so the card is focused again.
  useLayoutEffect(() => {
    focusCard(focused.current)
  })

  return (
    <main
      id="main"
      tabIndex={-1}
      onClickCapture={steady}
      onFocus={({ target }) => {
        focused.current = target.closest<HTMLElement>('[data-card]')?.dataset.card
      }}
      // Removing the focused element fires no blur event, so `focused` still names the removed card.
      onBlur={() => {
        focused.current = undefined
      }}
      className={`min-h-0 min-w-0 flex-1 flex-col ${isAlone ? 'hidden sm:flex' : 'flex'}`}
    >
      <nav aria-label="Columns" className="grid grid-cols-5 gap-1 border-line border-b px-2 py-1 lg:hidden">
        {openColumns.map(({ id, title }) => (
          <button
            key={id}
            type="button"
            aria-current={id === chosen || undefined}
            onClick={() => setPicked(id)}
            className={`flex min-h-11 min-w-0 flex-col-reverse items-center justify-end gap-0.5 rounded-control px-0.5 py-1 font-semibold text-xs leading-tight ${
              isAlone ? '' : 'md:flex-row md:justify-center md:gap-1.5 md:text-sm'
            } ${
              id === chosen
                ? 'bg-raise2'
                : `text-soft ${id === neighbour?.id && !isAlone ? 'sm:bg-raise2 sm:text-text' : ''}`
            }`}
          >
            {title}
            <Count value={columns[id].length} />
          </button>
        ))}
      </nav>
      {searched !== '' && found === undefined && props.later.length === 0 && handlesMoney(props.actor.role) && (
        <p className="px-4 pt-2">
          No open order fits “{searched}”.{' '}
          <Link to={`/office/orders?${new URLSearchParams({ q: searched })}`} className={textButtonClass}>
            Search all orders
          </Link>
        </p>
      )}
      <div
        className={`grid min-h-0 flex-1 grid-cols-1 grid-rows-[minmax(0,1fr)] sm:px-1 lg:snap-x lg:snap-mandatory lg:scroll-px-1 lg:overflow-x-auto lg:*:snap-start ${
          isAlone
            ? 'lg:grid-cols-[repeat(5,calc(100%/3))] xl:grid-cols-[repeat(5,25%)] min-[84rem]:grid-cols-[repeat(5,1fr)]'
            : 'sm:grid-cols-2 lg:grid-cols-[repeat(5,minmax(11.75rem,1fr))]'
        }`}
      >
        {openColumns.map(({ id, title, empty }) => (
          <section
            key={id}
            aria-labelledby={`column-${id}`}
            className={`min-h-0 min-w-0 flex-col ${
              id === chosen ? 'flex' : id === neighbour?.id && !isAlone ? 'hidden sm:flex' : 'hidden lg:flex'
            }`}
          >
            <Column
              {...props}
              id={id}
              title={title}
              orders={columns[id]}
              later={id === 'cook' ? props.later : []}
              empty={isFiltered ? 'Nothing found here.' : empty}
            />
          </section>
        ))}
      </div>
    </main>
  )
}

type ColumnProps = Omit<Props, 'columns' | 'filter'> & {
  readonly id: ColumnId
  readonly title: string
  readonly orders: readonly DeskOrder[]
  readonly empty: string
}

function Column({ id, title, orders, later, empty, opened, matched, onStatement, ...props }: ColumnProps) {
  return (
    <>
      <h2
        id={`column-${id}`}
        className="sr-only lg:not-sr-only lg:flex lg:items-center lg:gap-2 lg:px-2 lg:pt-2.5 lg:text-base"
      >
        {title} <Count value={orders.length} />
      </h2>
      {id === 'check' && onStatement && orders.length > 0 && (
        <StatementButton matching={matched.size} onPress={onStatement} />
      )}
      <ul className="flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto overscroll-contain px-2 pt-2 pb-6 sm:px-1">
        {[...orders, ...later].map((order, index) => (
          // Cards out of view are neither laid out nor painted; a column may have a hundred.
          <li
            key={order.orderId}
            className="[contain-intrinsic-block-size:auto_9.5rem] [content-visibility:auto] [overflow-clip-margin:1.5rem]"
          >
            {order === later[0] && (
              <h3 className="flex items-center gap-2 px-1 pt-1 pb-2 text-base text-soft">
                Later <Count value={later.length} />
              </h3>
            )}
            <OrderCard
              {...props}
              order={order}
              column={id}
              isFirst={index === 0 && orders.length > 0}
              isOpen={order.orderId === opened}
              match={matched.get(order.orderId)}
            />
          </li>
        ))}
        {orders.length === 0 && later.length === 0 && (
          <li className="rounded-control border-2 border-line border-dashed px-3 py-6 text-center text-sm text-soft">
            {empty}
          </li>
        )}
      </ul>
    </>
  )
}

function StatementButton({ matching, onPress }: { matching: number; onPress: () => void }) {
  return (
    <button
      type="button"
      onClick={onPress}
      className={`mx-2 mt-1.5 min-h-11 rounded-control px-2 font-semibold text-control sm:mx-1 ${
        matching > 0 ? 'bg-wash-leaf text-leaf' : 'border border-line border-dashed text-soft hover:text-text'
      }`}
    >
      {matching > 1 ? `Confirm all ${matching} that match` : 'Match a statement'}
    </button>
  )
}

function Count({ value }: { value: number }) {
  return <span className="figures text-sm text-soft">{value}</span>
}
