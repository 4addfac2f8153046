import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { soughtStates } from '#contract/books/sought-states.ts'
import type { FoundOrder } from '#contract/found-orders.ts'
import type { User } from '#contract/session.ts'
import type { Site } from '#contract/site.ts'
import { orderCode } from '#domain/order/quote.ts'
import { Link, useNavigation } from '#web/app/navigation/navigation.tsx'
import { queries } from '#web/data/api/queries.ts'
import { OfficeFrame } from '#web/office/frame/office-frame.tsx'
import { PagedList } from '#web/office/frame/paged-list.tsx'
import { StatusBadge } from '#web/orders/status-badge.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field, Select } from '#web/ui/forms/field.tsx'
import { clock, day } from '#web/ui/lagos-time.ts'
import { Price } from '#web/ui/price.tsx'
import {
  addressOf,
  channelWords,
  type FilterName,
  filtersOf,
  isOut,
  type OrderFilters,
  ordersPage,
  stateWord,
  troublesOf,
} from './orders-store.ts'

type Props = { readonly user: User; readonly site: Site }

/** All orders, newest first. The address contains the filters, so a link opens the list with the same filters. */
export function OrdersList({ user, site }: Props) {
  const { search, restate } = useNavigation()
  const filters = filtersOf(search)
  const change = (name: FilterName, value: string) => restate(addressOf({ ...filters, [name]: value }))

  return (
    <OfficeFrame user={user} site={site}>
      <main id="main" tabIndex={-1} className="grid flex-1 content-start gap-4 px-4 pb-10">
        <h2 className="text-2xl">Orders</h2>
        <Filters filters={filters} onChange={change} onClear={() => restate('/office/orders')} />
        <PagedList
          noun={['order', 'orders']}
          label="Orders, newest first"
          search={addressOf(filters)}
          page={ordersPage}
          row={(order) => <OrderRow order={order} />}
          empty={(address) =>
            address === '/office/orders' ? (
              <p>No orders yet.</p>
            ) : (
              <>
                <p>No order matches.</p>
                <Button variant="secondary" onClick={() => restate('/office/orders')}>
                  Show all orders
                </Button>
              </>
            )
          }
        />
      </main>
    </OfficeFrame>
  )
}

type FiltersProps = {
  readonly filters: OrderFilters
  readonly onChange: (name: FilterName, value: string) => void
  readonly onClear: () => void
}

function Filters({ filters, onChange, onClear }: FiltersProps) {
  const menu = useQuery(queries.wholeMenu())
  const places = useQuery(queries.locations())
  const { q, ...others } = filters
  const count = Object.keys(others).length
  const [isOpen, setIsOpen] = useState(count > 0)
  const dishes = (menu.data?.items ?? []).toSorted((a, b) => a.name.localeCompare(b.name))
  const field = (name: FilterName) => ({
    value: filters[name] ?? '',
    onChange: ({ target }: { target: { value: string } }) => onChange(name, target.value),
  })

  return (
    <search className="grid gap-3">
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <Field
            label="Search orders"
            type="search"
            placeholder="Code, name, phone, dish"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            maxLength={100}
            {...field('q')}
          />
        </div>
        <Button
          variant="secondary"
          className="px-3! xl:hidden"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          Filters{count > 0 && ` (${count})`}
        </Button>
        {(count > 0 || q) && (
          <Button variant="secondary" className="px-3!" onClick={onClear}>
            Clear
          </Button>
        )}
      </div>
      <div className={`grid-cols-2 gap-3 xl:grid xl:grid-cols-5 ${isOpen ? 'grid' : 'hidden'}`}>
        <Select label="State" {...field('state')}>
          <option value="">Any</option>
          {soughtStates.map((state) => (
            <option key={state} value={state}>
              {stateWord(state)}
            </option>
          ))}
        </Select>
        <Select label="Place" {...field('place')}>
          <option value="">Any</option>
          <Options known={(places.data ?? []).map(({ name }) => ({ id: name, name }))} chosen={filters.place} />
        </Select>
        <div className="max-xl:col-span-2">
          <Select label="Dish" {...field('dish')}>
            <option value="">Any</option>
            <Options known={dishes} chosen={filters.dish} />
          </Select>
        </div>
        <Field label="From" type="date" className="min-w-0 px-2!" max={filters.to} {...field('from')} />
        <Field label="To" type="date" className="min-w-0 px-2!" min={filters.from} {...field('to')} />
      </div>
    </search>
  )
}

/**
 * The options of a filter. A chosen value that is no longer known, such as a dish that has left the menu, stays an
 * option.
 */
function Options({ known, chosen }: { known: readonly { id: string; name: string }[]; chosen: string | undefined }) {
  const isMissing = chosen !== undefined && !known.some(({ id }) => id === chosen)
  return [...known, ...(isMissing ? [{ id: chosen, name: chosen }] : [])].map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ))
}

/** A row of the list: one line on a wide screen, three lines on a phone. */
function OrderRow({ order }: { order: FoundOrder }) {
  const { id, createdAt, customerName, deliveryMethod, deliveryLocation, channel, dishes, total } = order
  const where = deliveryMethod === 'delivery' ? (deliveryLocation ?? 'delivery') : 'pick-up'
  return (
    <li>
      <Link
        to={`/office/orders/${id}`}
        className="-outline-offset-2 grid grid-cols-[1fr_auto] items-baseline gap-x-4 gap-y-0.5 px-4 py-3 hover:bg-raise2 xl:grid-cols-[6rem_10rem_minmax(0,2fr)_minmax(0,3fr)_6rem_12rem]"
      >
        <strong className="figures">{orderCode(id)}</strong>
        <span className="tabular-nums text-right text-soft text-sm xl:text-left">
          {day(createdAt)}, {clock(createdAt)}
        </span>
        <span className="wrap-anywhere min-w-0 max-xl:col-span-2">
          {customerName}{' '}
          <span className="inline-block text-soft text-sm">
            {where}
            {channel !== 'web' && ` · ${channelWords[channel]}`}
          </span>
        </span>
        <span className="wrap-anywhere line-clamp-2 text-sm text-soft max-xl:col-span-2">{dishes.join(', ')}</span>
        <Price amount={total} className="xl:text-right" />
        <span className="flex flex-wrap justify-end gap-1 xl:justify-start">
          <StatusBadge status={order.status} isOut={isOut(order)} />
          {troublesOf(order).map(({ variant, text }) => (
            <Badge key={text} variant={variant}>
              {text}
            </Badge>
          ))}
        </span>
      </Link>
    </li>
  )
}
