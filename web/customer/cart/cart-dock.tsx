import type { ReactNode } from 'react'
import * as Money from '#domain/money/money.ts'
import { slotDay } from '#domain/restaurant/slot-words.ts'
import { DockAction } from '#web/customer/frame/dock.tsx'
import { serverNow } from '#web/data/api/client.ts'
import type { Amounts } from '#web/orders/totals.tsx'
import { clock } from '#web/ui/lagos-time.ts'
import { Price } from '#web/ui/price.tsx'
import type { Today } from './cart-check.ts'

type Props = {
  readonly amounts: Amounts
  readonly slot: string
  /** The ready-by time, shown if no slot is chosen. */
  readonly readyBy: ReactNode
  readonly today: Today
  /** The number of lines in the total: those available at the chosen time. */
  readonly counted: number
  readonly children: ReactNode
}

export function CartDock({ amounts, slot, readyBy, today, counted, children }: Props) {
  const { subtotal, deliveryFee: fee, totalAmount: total } = amounts
  const notice =
    today.unsettled > 0
      ? // Show the number, because the lines themselves may be above or below the screen.
        `${dishes(today.unsettled)} to settle`
      : today.notThen.length > 0
        ? `${dishes(counted)} · ${today.notThen.length} not counted`
        : ''
  const onTop = Money.naira(total - subtotal - (fee ?? 0))
  return (
    <DockAction>
      <div data-raised className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
        {/* The negative margin is the width of the chat button and its gap: this row begins above the chat button. */}
        <div className="-ml-[60px] flex flex-wrap items-end justify-between gap-x-4 px-1">
          <p className="text-sm text-soft">
            <Price amount={total} className="block text-[1.625rem] text-text leading-tight" />
            {notice !== '' ? (
              <span className="font-semibold text-promise">{notice}</span>
            ) : fee === 0 ? (
              'No delivery fee'
            ) : fee === undefined ? (
              'Without the delivery fee'
            ) : (
              <>
                With <Price amount={fee} /> delivery
              </>
            )}
            {today.unsettled === 0 && onTop > 0 && (
              <>
                {' '}
                + <Price amount={onTop} /> tax
              </>
            )}
          </p>
          <p className="flex flex-col items-end text-sm text-soft">
            {slot === '' ? (
              readyBy
            ) : (
              <>
                {slotDay(Date.parse(slot), serverNow())}{' '}
                <time dateTime={slot} className="figures text-promise text-xl">
                  {clock(slot)}
                </time>
              </>
            )}
          </p>
        </div>
        {children}
      </div>
    </DockAction>
  )
}

const dishes = (count: number) => (count === 1 ? '1 dish' : `${count} dishes`)
