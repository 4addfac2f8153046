import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { OrderStory as Story } from '#contract/found-orders.ts'
import type { TillOrder } from '#contract/order/orders.ts'
import type { User } from '#contract/session.ts'
import type { Site } from '#contract/site.ts'
import * as Money from '#domain/money/money.ts'
import { orderCode } from '#domain/order/quote.ts'
import { Link } from '#web/app/navigation/navigation.tsx'
import { AuditEntries } from '#web/office/audit/audit-entries.tsx'
import { Card } from '#web/office/frame/card.tsx'
import { OfficeFrame } from '#web/office/frame/office-frame.tsx'
import { QueryView } from '#web/office/frame/query-view.tsx'
import { Stars } from '#web/orders/stars.tsx'
import { StatusBadge } from '#web/orders/status-badge.tsx'
import { CustomerNotes } from '#web/staff/customer-notes.tsx'
import { movementWords } from '#web/staff/money-words.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { clock, day } from '#web/ui/lagos-time.ts'
import { Price } from '#web/ui/price.tsx'
import { channelWords, isOut, orderStoryQuery, troublesOf } from './orders-store.ts'

type Props = {
  readonly id: string
  readonly user: User
  readonly site: Site
  /** The desk's components for the parts of an order, which the page passes in. */
  readonly parts: {
    readonly lines: (order: TillOrder) => ReactNode
    readonly contact: (order: TillOrder) => ReactNode
    readonly actions: (order: TillOrder) => ReactNode
  }
}

export function OrderStory({ id, user, site, parts }: Props) {
  const story = useQuery(orderStoryQuery(id))
  return (
    <OfficeFrame user={user} site={site}>
      <main id="main" tabIndex={-1} className="grid flex-1 content-start gap-4 px-4 pb-10">
        <Link to="/office/orders" className={buttonClass('secondary', 'justify-self-start px-3!')}>
          All orders
        </Link>
        <QueryView what="order" query={story}>
          {(data) => <Whole story={data} user={user} parts={parts} />}
        </QueryView>
      </main>
    </OfficeFrame>
  )
}

function Whole({ story, user, parts }: { story: Story; user: User; parts: Props['parts'] }) {
  const { order, entries, names, tickets, rating } = story
  const { createdAt, channel, deliveryMethod, deliveryLocation, cancelReason, deliveryProblem, assignedRider } = order
  return (
    <>
      <header className="grid gap-1">
        <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-3xl">
          <span className="figures">{orderCode(order.orderId)}</span>
          <StatusBadge status={order.status} isOut={isOut(order)} />
          {troublesOf(order).map(({ variant, text }) => (
            <Badge key={text} variant={variant}>
              {text}
            </Badge>
          ))}
        </h2>
        <p className="wrap-anywhere text-soft">
          {order.customerName} · {deliveryMethod === 'delivery' ? (deliveryLocation ?? 'delivery') : 'pick-up'} · placed{' '}
          {channelWords[channel]} on {day(createdAt)}, {clock(createdAt)}
        </p>
        {cancelReason && <p className="wrap-anywhere">Cancelled: “{cancelReason}”</p>}
      </header>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="grid gap-4">
          <Card level={3} title="Dishes">
            {parts.lines(order)}
            <p className="flex justify-between gap-4 border-line border-t pt-3 font-semibold">
              Total <Price amount={order.totalAmount} />
            </p>
            {parts.contact(order)}
            {parts.actions(order)}
          </Card>
          <MoneyCard story={story} />
          {deliveryMethod === 'delivery' && (
            <Card level={3} title="Rider">
              <p className="wrap-anywhere">{assignedRider ? assignedRider.name : 'No rider had this order.'}</p>
              {deliveryProblem && <p className="wrap-anywhere text-alarm">Not delivered: {deliveryProblem}</p>}
            </Card>
          )}
          {order.customerId !== null && (
            <Card level={3} title="About the customer">
              <CustomerNotes customerId={order.customerId} />
            </Card>
          )}
          <Card level={3} title="Tickets">
            {tickets.length === 0 ? (
              <p className="text-soft">No ticket yet.</p>
            ) : (
              <ul className="grid gap-1">
                {tickets.map(({ kind, number, at, by, prints = [] }) => (
                  <li key={`${kind} ${number}`} className="wrap-anywhere">
                    {kind === 'kitchen' ? 'Kitchen' : 'Packing'} ticket{number > 1 && `, copy ${number}`}{' '}
                    <span className="text-soft text-sm">
                      {by}, {day(at)}, {clock(at)}
                    </span>
                    {prints.map(({ printer, state }) => (
                      <span
                        key={printer}
                        className={`block text-sm ${state === 'printed' ? 'text-soft' : 'font-semibold text-alarm'}`}
                      >
                        {printWords[state]} {printer}
                      </span>
                    ))}
                  </li>
                ))}
              </ul>
            )}
          </Card>
          {rating && (
            <Card level={3} title="Rating">
              <Stars count={rating.stars} />
              {rating.comment !== '' && <p className="wrap-anywhere">“{rating.comment}”</p>}
            </Card>
          )}
        </div>
        <Card level={3} title="What happened">
          <AuditEntries
            entries={entries}
            reader={{ self: user.id, named: (id) => names[id] }}
            label="What happened, oldest first"
          />
        </Card>
      </div>
    </>
  )
}

const printWords = { printed: 'Printed on', waiting: 'Waits for', 'not-printed': 'Not printed on' } as const

function MoneyCard({ story: { money, order } }: { story: Story }) {
  const { received, refunded, owed, totalAmount: total } = order
  return (
    <Card level={3} title="Money">
      {money.length === 0 ? (
        <p className="text-soft">No money received.</p>
      ) : (
        <ul className="grid divide-y divide-line">
          {money.map((moved) => {
            const { at, amount, reference, sender } = moved
            return (
              <li key={`${at} ${reference} ${amount}`} className="grid grid-cols-[1fr_auto] gap-x-4 py-2">
                <span className="wrap-anywhere">
                  {movementWords(moved)}
                  <span className="block text-soft text-sm">
                    {day(at)}, {clock(at)}
                    {sender !== '' && ` · ${sender}`}
                    {reference !== null && ` · ${reference}`}
                  </span>
                </span>
                <strong className="figures">
                  {amount < 0 && '−'}
                  {Money.format(Money.naira(Math.abs(amount)))}
                </strong>
              </li>
            )
          })}
        </ul>
      )}
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-line border-t pt-2 *:even:text-right">
        <dt className="text-soft">Total of the order</dt>
        <dd>
          <Price amount={total} />
        </dd>
        <dt className="text-soft">Received</dt>
        <dd>
          <Price amount={received} />
        </dd>
        {refunded > 0 && (
          <>
            <dt className="text-soft">Refunded</dt>
            <dd>
              <Price amount={refunded} />
            </dd>
          </>
        )}
        {owed > 0 && (
          <>
            <dt className="font-semibold text-alarm">Refund owed</dt>
            <dd className="font-semibold text-alarm">
              <Price amount={owed} />
            </dd>
          </>
        )}
      </dl>
    </Card>
  )
}
