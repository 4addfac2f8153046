import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Overview as Facts } from '#contract/office/overview.ts'
import * as Money from '#domain/money/money.ts'
import { orderCode } from '#domain/order/quote.ts'
import { Link } from '#web/app/navigation/navigation.tsx'
import { deskPrintersQuery } from '#web/data/api/printers-query.ts'
import { warning } from '#web/staff/icons.ts'
import { noticesOf } from '#web/staff/printer-words.ts'
import { type ButtonVariant, buttonClass } from '#web/ui/button.tsx'
import { Icon, Stroke } from '#web/ui/icon.tsx'
import { clock } from '#web/ui/lagos-time.ts'

/** The most orders that the screen names for one kind of problem. */
const mostNamed = 3

const printersPath = '/office/settings/printers'

export function Needs({
  late,
  unacknowledged,
  refunds,
  failed = { count: 0, orders: [] },
}: Pick<Facts, 'late' | 'unacknowledged' | 'refunds' | 'failed'>) {
  const { data } = useQuery(deskPrintersQuery)
  const printers = data?.printers ?? []
  const inTrouble = printers.flatMap(noticesOf)
  const named = late.orders.slice(0, mostNamed)
  return (
    <ul className="grid divide-y divide-line">
      <Need
        isWrong={unacknowledged.count > 0}
        text={counted(unacknowledged.count, 'new order', 'New orders: none')}
        action={<Act to="/desk" variant="primary" title="Open the desk" />}
      >
        {unacknowledged.since && `The oldest came at ${clock(unacknowledged.since)}.`}
      </Need>
      <Need isWrong={late.count > 0} text={counted(late.count, 'late order', 'Late orders: none')}>
        {named.map(({ id, readyBy }) => (
          <NamedOrder key={id} id={id}>
            , promised for {clock(readyBy)}
          </NamedOrder>
        ))}
        {late.count > named.length && <span className="block">and {late.count - named.length} more</span>}
      </Need>
      <Need
        isWrong={failed.count > 0}
        text={counted(failed.count, 'failed delivery', 'Failed deliveries: none', 'failed deliveries')}
      >
        {failed.orders.slice(0, mostNamed).map(({ id, problem }) => (
          <NamedOrder key={id} id={id}>
            {problem && `: ${problem}`}
          </NamedOrder>
        ))}
        {failed.count > mostNamed && <span className="block">and {failed.count - mostNamed} more</span>}
      </Need>
      <Need
        isWrong={refunds.count > 0}
        text={counted(refunds.count, 'refund owed', 'Refunds owed: none', 'refunds owed')}
        action={<Act to="/office/orders?state=refund-owed" variant="secondary" title="Refunds" />}
      >
        {refunds.count > 0 && `${Money.format(refunds.owed)} together.`}
      </Need>
      {inTrouble.map(({ id, text, owed }) => (
        <Need key={id} isWrong text={text} action={<Act to={printersPath} variant="secondary" title="Printers" />}>
          {owed}
        </Need>
      ))}
      {printers.length > 0 && inTrouble.length === 0 && <Need isWrong={false} text="Printers: no trouble" />}
    </ul>
  )
}

function NamedOrder({ id, children }: { id: string; children: ReactNode }) {
  return (
    <span className="block">
      <Link to={`/office/orders/${id}`} className="font-semibold text-text underline underline-offset-4">
        {orderCode(id)}
      </Link>
      {children}
    </span>
  )
}

function Act({ to, variant, title }: { to: string; variant: ButtonVariant; title: string }) {
  return (
    <Link to={to} className={buttonClass(variant, 'max-w-full')}>
      {title}
    </Link>
  )
}

export function Need({
  text,
  isWrong,
  action,
  children,
}: {
  text: string
  isWrong: boolean
  action?: ReactNode
  children?: ReactNode
}) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="flex min-w-0 gap-3">
        {isWrong ? (
          <Stroke d={warning} className="mt-0.5 shrink-0 text-alarm" />
        ) : (
          <Icon name="check" className="mt-0.5 shrink-0 text-leaf" />
        )}
        <div className="min-w-0">
          <p className={isWrong ? 'font-semibold' : ''}>{text}</p>
          <div className="wrap-anywhere text-soft text-sm empty:hidden">{children}</div>
        </div>
      </div>
      {isWrong && action}
    </li>
  )
}

export function counted(count: number, one: string, none: string, many = `${one}s`): string {
  return count === 0 ? none : count === 1 ? `1 ${one}` : `${count} ${many}`
}
