import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { DeskOrder } from '#contract/order/orders.ts'
import type { Preparation } from '#contract/quarters.ts'
import * as Lagos from '#domain/restaurant/lagos.ts'
import { slotDay } from '#domain/restaurant/slot-words.ts'
import { serverNow } from '#web/data/api/client.ts'
import { query, setAnswer } from '#web/data/api/query.ts'
import { slotOf } from '#web/desk/orders/later-orders.ts'
import { Icon, Stroke } from '#web/ui/icon.tsx'
import { clock } from '#web/ui/lagos-time.ts'
import { useSend } from '#web/ui/use-send.ts'
import { dishCounts } from './cooking.ts'
import { UnfoldButton } from './unfold-button.tsx'

const preparationsQuery = query('GET /api/desk/preparations')

const snow = 'M12 3v18M4.200 7.500l15.600 9M19.800 7.500l-15.600 9'

type Group = { readonly slot: number; readonly orders: readonly DeskOrder[] }

function bySlot(orders: readonly DeskOrder[]): Group[] {
  return [...Map.groupBy(orders, slotOf)].map(([slot, orders]) => ({ slot, orders }))
}

const count = (orders: number) => (orders === 1 ? '1 order' : `${orders} orders`)

const what = ({ task, count, name }: Preparation) => `${task} ${count} ${name}`

const isDone = ({ done, count }: Preparation) => done !== null && done.count >= count

/**
 * The orders for later. Folded, shows the next slots and the next task in one line; unfolded, all tasks and the dishes
 * of each slot.
 */
export function LaterList({ orders }: { orders: readonly DeskOrder[] }) {
  const [isOpen, setIsOpen] = useState(false)
  const { data } = useQuery(preparationsQuery)
  const preparations = data?.preparations ?? []
  const now = serverNow()
  const groups = bySlot(orders)
  const today = groups.filter(({ slot }) => Lagos.dayOf(slot) === Lagos.dayOf(now))
  const next = preparations.find((preparation) => !isDone(preparation))
  if (orders.length === 0 && preparations.length === 0) return null
  return (
    <section
      aria-label="Later"
      className={`mx-3 my-1.5 overflow-hidden rounded-control border border-line ${isOpen ? 'bg-raise' : ''}`}
    >
      <div className="flex flex-wrap items-center gap-x-5 gap-y-0 pr-1 pl-4 text-lg">
        <h2 className="flex min-h-12 items-center font-sans font-semibold text-[1.0625rem] text-soft">Later</h2>
        <ul className="flex min-w-0 flex-1 flex-wrap items-center gap-x-5">
          {today.slice(0, 4).map(({ slot, orders }) => (
            <li key={slot} className="whitespace-nowrap">
              <span className="figures text-xl">{Lagos.clock(slot)}</span> {count(orders.length)}
            </li>
          ))}
          <OtherDays orders={orders} hidden={today.slice(4)} now={now} />
        </ul>
        {next && (
          <p className="flex items-center gap-2 font-semibold text-promise max-lg:order-last max-lg:basis-full max-lg:pb-2">
            <Stroke d={snow} className="size-5 shrink-0" />
            {next.task} by {Lagos.hourOf(Date.parse(next.by), now)}: {next.count} {next.name}
          </p>
        )}
        <UnfoldButton label="Orders for later" isOpen={isOpen} onOpen={setIsOpen} />
      </div>
      {isOpen && (
        <div
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by the keyboard
          tabIndex={0}
          className="grid max-h-[45dvh] grid-cols-[repeat(auto-fit,minmax(min(17rem,100%),1fr))] overflow-y-auto overflow-x-hidden overscroll-contain *:-ml-px *:border-line *:border-t *:border-l"
        >
          {preparations.length > 0 && <ToPrepare preparations={preparations} now={now} />}
          {groups.map((group) => (
            <SlotDishes key={group.slot} {...group} now={now} />
          ))}
        </div>
      )}
    </section>
  )
}

type OthersProps = { readonly orders: readonly DeskOrder[]; readonly hidden: readonly Group[]; readonly now: number }

/** Says how many orders the line has no room for, such as '2 more today, tomorrow 6'. */
function OtherDays({ orders, hidden, now }: OthersProps) {
  const more = hidden.reduce((sum, { orders }) => sum + orders.length, 0)
  const days = Map.groupBy(
    orders.filter((order) => Lagos.dayOf(slotOf(order)) > Lagos.dayOf(now)),
    (order) => slotDay(slotOf(order), now),
  )
  const words = [
    ...(more > 0 ? [`${more} more today`] : []),
    ...[...days].map(([day, { length }]) => `${day.replace('Tomorrow', 'tomorrow')} ${length}`),
  ]
  return words.length > 0 && <li className="text-soft">{words.join(', ')}</li>
}

function SlotDishes({ slot, orders, now }: Group & { now: number }) {
  const starts = orders.flatMap(({ startAt }) => startAt ?? []).sort()[0]
  const isToday = Lagos.dayOf(slot) === Lagos.dayOf(now)
  return (
    <section aria-label={Lagos.hourOf(slot, now)} className="grid content-start gap-2 px-4 py-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="figures text-2xl">{Lagos.clock(slot)}</span>
        <span className="text-[1.0625rem] text-soft">
          {!isToday && `${slotDay(slot, now)}, `}
          {count(orders.length)}
        </span>
      </p>
      {starts && (
        <p className="text-[1.0625rem] text-soft">
          {orders.length > 1 ? 'The first starts' : 'Starts'} at{' '}
          <span className="figures text-text">{clock(starts)}</span>
        </p>
      )}
      <ul className="grid gap-1">
        {dishCounts(orders).map(({ name, count }) => (
          <li key={name} className="wrap-anywhere grid grid-cols-[2.25rem_1fr] items-baseline text-xl leading-tight">
            <span className="figures">{count}</span> {name}
          </li>
        ))}
      </ul>
    </section>
  )
}

function ToPrepare({ preparations, now }: { preparations: readonly Preparation[]; now: number }) {
  return (
    <section aria-labelledby="to-prepare" className="grid content-start gap-1 bg-wash-plantain px-4 py-3">
      <h3 id="to-prepare" className="flex items-center gap-2 text-xl">
        <Stroke d={snow} className="size-6" /> To prepare
      </h3>
      <ul className="grid">
        {preparations.map((preparation) => (
          <li key={`${preparation.itemId} ${preparation.due}`} className="grid">
            <Task preparation={preparation} now={now} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Task({ preparation, now }: { preparation: Preparation; now: number }): ReactNode {
  const client = useQueryClient()
  const { busy, send, callOnce } = useSend()
  const { itemId, due, count, by, done } = preparation
  const ticked = isDone(preparation)

  function tick() {
    void send(async () => {
      const body = { itemId, due, count: ticked ? 0 : count }
      setAnswer(client, 'GET /api/desk/preparations', await callOnce('PUT /api/desk/preparations', { body }))
    })
  }

  const missing = done && done.count > 0 && !ticked ? `, ${count - done.count} more` : ''
  return (
    <label className="flex min-h-14 cursor-pointer items-center gap-3 py-1 leading-snug">
      <span className="relative grid shrink-0 text-on-leaf">
        <input
          type="checkbox"
          checked={ticked}
          aria-busy={busy}
          onChange={tick}
          className="peer size-8 appearance-none rounded-lg border-2 border-soft checked:border-leaf checked:bg-leaf aria-busy:opacity-60"
        />
        <span className="pointer-events-none absolute inset-0 hidden place-items-center peer-checked:grid">
          <Icon name="check" className="size-5" />
        </span>
      </span>
      <span className="min-w-0 wrap-anywhere">
        <span className={`block font-semibold text-lg ${ticked ? 'text-soft' : ''}`}>
          {what(preparation)}
          {missing}
        </span>
        <span className="text-[1.0625rem] text-soft">
          {ticked && done
            ? `${done.by}, ${clock(done.at)}`
            : `by ${Lagos.hourOf(Date.parse(by), now)}, for ${Lagos.hourOf(Date.parse(due), now)}`}
        </span>
      </span>
    </label>
  )
}
