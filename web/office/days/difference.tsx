import type { Difference, OpenPlace, StatementLine } from '#contract/books/days.ts'
import * as BusinessDay from '#domain/books/business-day.ts'
import { orderCode } from '#domain/order/quote.ts'
import { Link } from '#web/app/navigation/navigation.tsx'
import { Field } from '#web/ui/forms/field.tsx'

type Reason = { readonly reason: string; readonly onReason: (reason: string) => void }

const card = 'grid gap-2 rounded-card bg-raise p-4 shadow-card'

export function CountDifference({ place, reason, onReason }: Reason & { place: OpenPlace }) {
  const { name, expected, counted, unexplained } = place
  const kind = counted === null ? undefined : BusinessDay.countKind({ place: place.place, expected, counted })
  if (!kind || counted === null) return null
  return (
    <li className={card}>
      <Title title={BusinessDay.countTitles[kind]} amount={unexplained ?? 0} />
      <p className="wrap-anywhere text-sm">
        {name}: {BusinessDay.format(expected)} should be there, {BusinessDay.format(counted)} is.
        {unexplained !== counted - expected && ' The statement explains the rest.'}
      </p>
      <CollectedFor orders={place.collected} />
      <Field
        label={`Reason: ${name}`}
        maxLength={200}
        value={reason}
        onChange={(event) => onReason(event.target.value)}
      />
    </li>
  )
}

export function StatementDifference({
  difference,
  places,
  reason,
  onReason,
}: Reason & { difference: Difference; places: readonly OpenPlace[] }) {
  const { kind, effects, orderIds, recorded, lines } = difference
  const nameOf = (place: string) => places.find((each) => each.place === place)?.name ?? 'another account'
  const title = BusinessDay.differenceTitle({ kind, lines })
  return (
    <li className={card}>
      <Title title={title} amount={effects.reduce((sum, { amount }) => sum + amount, 0)} />
      {orderIds.length > 0 && (
        <p className="flex flex-wrap gap-x-3">
          {orderIds.map((id) => (
            <Link
              key={id}
              to={`/office/orders/${id}`}
              className="inline-flex min-h-11 items-center font-semibold underline"
            >
              {orderCode(id)}
            </Link>
          ))}
        </p>
      )}
      <ul className="wrap-anywhere grid gap-1 text-sm">
        {lines.map((line) => (
          <BankLine key={`${line.place} ${line.line}`} line={line} placeName={nameOf(line.place)} />
        ))}
        {recorded.map(({ place, amount, reference }) => (
          <li key={`${place} ${reference}`}>
            <span className="text-soft">Recorded, {nameOf(place)}:</span>{' '}
            <strong className="figures">{BusinessDay.format(amount)}</strong> {reference ?? ''}
          </li>
        ))}
        {recorded.length === 0 && <li className="text-soft">Nothing was recorded for it.</li>}
      </ul>
      <Field
        label={`Reason (optional): ${[title, ...orderIds.map(orderCode)].join(' ')}`}
        maxLength={200}
        value={reason}
        onChange={(event) => onReason(event.target.value)}
      />
    </li>
  )
}

export function BankLine({ line, placeName }: { line: StatementLine; placeName: string }) {
  return (
    <li>
      <span className="text-soft">
        Bank, row {line.line}
        {line.day ? `, ${line.day}` : ''}, {placeName}:
      </span>{' '}
      <strong className="figures">{BusinessDay.format(line.amount)}</strong> {BusinessDay.wordsOf(line)}
    </li>
  )
}

export function CollectedFor({ orders }: { orders: OpenPlace['collected'] }) {
  if (orders.length === 0) return null
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-sm">
      <span className="text-soft">Collected for</span>
      {orders.map(({ orderId, amount }) => (
        <Link key={orderId} to={`/office/orders/${orderId}`} className="inline-flex min-h-11 items-center gap-1.5">
          <span className="font-semibold underline">{orderCode(orderId)}</span>{' '}
          <span className="figures">{BusinessDay.format(amount)}</span>
        </Link>
      ))}
    </p>
  )
}

function Title({ title, amount }: { title: string; amount: number }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3">
      <h3 className="font-semibold text-lg">{title}</h3>
      {amount !== 0 && (
        <strong className={`figures ml-auto text-lg ${amount < 0 ? 'text-alarm' : 'text-promise'}`}>
          {amount > 0 ? '+' : ''}
          {BusinessDay.format(Math.round(amount * 100) / 100)}
        </strong>
      )}
    </div>
  )
}
