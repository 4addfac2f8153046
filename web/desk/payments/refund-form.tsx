import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import type { Refund, TillOrder } from '#contract/order/orders.ts'
import * as DoubtfulSum from '#domain/books/doubtful-sum.ts'
import * as Money from '#domain/money/money.ts'
import * as Payment from '#domain/order/payment.ts'
import { orderCode } from '#domain/order/quote.ts'
import { call } from '#web/data/api/client.ts'
import { useConfirmAmount } from '#web/data/confirm-action.ts'
import { useDeskForm } from '#web/desk/orders/order-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Choice } from '#web/ui/forms/choice.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { clock, day } from '#web/ui/lagos-time.ts'
import { Price } from '#web/ui/price.tsx'
import { MoneyNeedsNetwork } from './money-needs-network.tsx'
import { usePayments } from './order-payments.ts'
import { tillQuery } from './till-query.ts'

/** Records a refund that was already paid in cash or by the bank's app. */
export function RefundForm({ order, onDone }: { order: TillOrder; onDone: () => void }) {
  const [method, setMethod] = useState<Refund['method']>(order.channel === 'walk-in' ? 'cash' : 'transfer')
  const { form, errors, busy, fields, field, send } = useDeskForm({
    record: (body: Refund) => call('POST /api/orders/:id/refund', { params: { id: order.orderId }, body }),
    order,
    onDone,
    initial: { reference: '' },
    unanswered: 'Could not reach the restaurant. Press again: a refund is recorded only once.',
  })
  const owed = Money.format(order.owed)
  const { data: till } = useQuery({ ...tillQuery, enabled: method === 'cash' })
  const confirmAmount = useConfirmAmount(method === 'cash' ? DoubtfulSum.askOut(order.owed, till?.holds ?? null) : '')

  async function submit() {
    const reference = fields.reference.trim()
    const body: Refund = { amount: order.owed, ...(method === 'cash' ? { method } : { method, reference }) }
    const wrong: Record<string, string> =
      method === 'transfer' && reference.length < Payment.shortestSession
        ? { reference: "Enter our bank's reference of the refund." }
        : {}
    if (await confirmAmount(wrong)) await send(wrong, body, () => `${orderCode(order.orderId)}: ${owed} refunded.`)
  }

  return (
    <Form form={form} errors={errors} onSubmit={() => void submit()}>
      <MoneyNeedsNetwork />
      <WhoPaid order={order} />
      <Choice
        legend="Refund by"
        name="method"
        value={method}
        onChange={setMethod}
        options={[
          { value: 'transfer', label: 'Transfer' },
          { value: 'cash', label: 'Cash' },
        ]}
      />
      {method === 'cash' ? (
        <p>
          First hand out <strong className="figures">{owed}</strong>. The refund is recorded in your name.
        </p>
      ) : (
        <>
          <p>
            First send <strong className="figures">{owed}</strong> from the bank's app to the account it came from. The
            customer reads the reference.
          </p>
          <Field
            label="Reference of the refund"
            {...field('reference')}
            autoComplete="off"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            maxLength={60}
          />
        </>
      )}
      <Button type="submit" busy={busy}>
        Refund {owed}
      </Button>
    </Form>
  )
}

function WhoPaid({ order }: { order: TillOrder }) {
  const payments = usePayments(order)
  return (
    <dl className="wrap-anywhere grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 rounded-control bg-raise2 px-4 py-3">
      <dt className="text-soft">To</dt>
      <dd className="font-semibold">{order.payerName}</dd>
      {payments.map(({ at, amount, method, reference, sender }) => (
        <Fragment key={at}>
          <dt className="text-soft">{paidBy[method ?? 'transfer']}</dt>
          <dd>
            <Price amount={Money.naira(amount)} />
            {sender !== '' && ` from ${sender}`}
            <span className="block text-sm text-soft">
              {day(at)}, {clock(at)}
              {reference !== null && `, ${method === 'card' ? 'slip' : 'session'} ${reference}`}
            </span>
          </dd>
        </Fragment>
      ))}
    </dl>
  )
}

const paidBy = { transfer: 'Transfer', cash: 'Cash', card: 'Card' } as const
