import { useState } from 'react'
import type { DeskOrder } from '#contract/orders.ts'
import type { Actor } from '#domain/order.ts'
import { orderCode } from '#domain/quote.ts'
import { columns as allColumns, type ColumnId, firstColumn } from '#web/features/desk/orders/board.ts'
import type { FormName } from '#web/features/desk/orders/order-actions.ts'
import { clock } from '#web/ui/lagos-time.ts'
import { OrderCard } from './order-card.tsx'

type Props = {
  readonly columns: Record<ColumnId, readonly DeskOrder[]>
  readonly actor: Actor
  readonly onForm: (form: FormName, order: DeskOrder) => void
}

/** All columns side by side on a wide screen, two neighbours on a tablet, one on a phone. */
export function Board({ columns, actor, onForm }: Props) {
  const [chosen, setChosen] = useState<ColumnId>(firstColumn(actor.role))
  const place = allColumns.findIndex(({ id }) => id === chosen)
  const neighbour = allColumns[place + 1] ?? allColumns[place - 1]

  return (
    <main id="main" tabIndex={-1} className="flex min-h-0 flex-1 flex-col">
      <nav
        aria-label="Columns"
        className="sticky top-0 z-10 grid grid-cols-3 gap-1 border-line sm:grid-cols-6 border-b bg-ground px-2 pb-2 lg:hidden"
      >
        {allColumns.map(({ id, title }) => (
          <button
            key={id}
            type="button"
            aria-current={id === chosen || undefined}
            onClick={() => setChosen(id)}
            className={`flex min-h-14 flex-col-reverse items-center justify-end gap-1 py-1.5 rounded-control px-1 font-semibold text-xs leading-tight sm:flex-row sm:justify-center sm:gap-2 sm:text-base ${
              id === chosen ? 'bg-raise2' : `text-soft ${id === neighbour?.id ? 'md:bg-raise2 md:text-text' : ''}`
            }`}
          >
            {title}
            <Count value={columns[id].length} />
          </button>
        ))}
      </nav>
      <div className="grid min-h-0 flex-1 grid-cols-1 md:grid-cols-2 md:px-2 lg:grid-cols-[repeat(4,minmax(14.5rem,1.35fr))_minmax(13rem,1fr)_minmax(10.5rem,0.7fr)] lg:overflow-x-auto">
        {allColumns.map(({ id, title, empty }) => (
          <section
            key={id}
            aria-labelledby={`column-${id}`}
            className={`min-h-0 min-w-0 flex-col ${
              id === chosen ? 'flex' : id === neighbour?.id ? 'hidden md:flex' : 'hidden lg:flex'
            }`}
          >
            <h2
              id={`column-${id}`}
              className="sr-only lg:not-sr-only lg:flex lg:items-center lg:gap-2.5 lg:px-2 lg:pb-1 lg:text-xl"
            >
              {title} <Count value={columns[id].length} />
            </h2>
            <ul className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto overscroll-contain px-4 pt-3 pb-6 md:px-2">
              {columns[id].map((order) => (
                <li key={order.id}>
                  {id === 'done' ? (
                    <Done order={order} />
                  ) : (
                    <OrderCard order={order} column={id} actor={actor} onForm={onForm} />
                  )}
                </li>
              ))}
              {columns[id].length === 0 && (
                <li className="rounded-card border-2 border-line border-dashed px-4 py-10 text-center text-soft">
                  {empty}
                </li>
              )}
            </ul>
          </section>
        ))}
      </div>
    </main>
  )
}

/** A completed order, in short. */
function Done({ order }: { order: DeskOrder }) {
  return (
    <p className="wrap-anywhere flex flex-wrap items-baseline justify-between gap-x-3 rounded-control bg-raise px-3 py-2 text-sm">
      <strong className="figures text-base">{orderCode(order.id)}</strong>
      <span className="text-soft">{clock(order.updatedAt)}</span>
      <span className="w-full">
        {order.customerName} · {order.assignedRider?.name ?? 'Pick-up'}
      </span>
    </p>
  )
}

function Count({ value }: { value: number }) {
  return (
    <span className="figures grid min-w-7 place-items-center rounded-full px-2 text-base ring-1 ring-line">
      {value}
    </span>
  )
}
