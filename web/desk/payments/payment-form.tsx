import { type ReactNode, useState } from 'react'
import type { PaymentConfirmation, TillOrder } from '#contract/order/orders.ts'
import * as DoubtfulSum from '#domain/books/doubtful-sum.ts'
import { sum } from '#domain/books/kobo.ts'
import * as Money from '#domain/money/money.ts'
import * as Bill from '#domain/order/bill.ts'
import * as Payment from '#domain/order/payment.ts'
import { orderCode } from '#domain/order/quote.ts'
import { call } from '#web/data/api/client.ts'
import { useConfirmAmount } from '#web/data/confirm-action.ts'
import { useDeskForm } from '#web/desk/orders/order-form.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { SheetForm } from '#web/ui/forms/sheet-form.tsx'
import { typedKoboAmount } from '#web/ui/forms/typed-amount.ts'
import { TextButton } from '#web/ui/text-button.tsx'
import { AccountChoice, rememberAccount, useRememberedAccount } from './account-choice.tsx'
import { LikelyTransfers } from './likely-transfers.tsx'
import { MoneyNeedsNetwork } from './money-needs-network.tsx'
import { useMarkUsed } from './statement-import.ts'
import { useLikelyTransfers } from './statement-proposals.ts'

type Props = {
  readonly order: TillOrder
  readonly onDone: () => void
  /** True for a payment beyond the due sum, or for a finished order. */
  readonly extra?: boolean
  readonly children?: ReactNode
}

/**
 * Confirms a transfer that a person has read in the restaurant's own bank record; a customer's screenshot does not
 * suffice. Fills a bare sheet, whose foot keeps the button in view.
 */
export function PaymentForm({ order, onDone, extra = false, children }: Props) {
  const due = Bill.due(order)
  const likely = useLikelyTransfers(order)
  const remembered = useRememberedAccount()
  const markUsed = useMarkUsed()
  const form = useDeskForm({
    record: async (body: PaymentConfirmation) => {
      const after = await call('POST /api/orders/:id/confirm-payment', { params: { id: order.orderId }, body })
      rememberAccount(body.accountId)
      markUsed(body.sessionId, body.amount, after)
      return after
    },
    order,
    onDone,
    initial: { accountId: '', amount: extra ? '' : String(due), transferAmount: '', sender: '', sessionId: '' },
    confirms: true,
    unanswered: 'Could not reach the restaurant. Press again: a transfer is recorded only once.',
  })
  const { fields, field, set, send } = form
  const received = typedKoboAmount(fields.amount)
  const whole = typedKoboAmount(fields.transferAmount)
  const [paysSeveral, setPaysSeveral] = useState(false)
  // Compare the typed sum with the due sum or, if nothing is due, with the total of the order.
  const confirmAmount = useConfirmAmount(
    DoubtfulSum.ask(Math.floor(received ?? 0), due || order.totalAmount, due > 0 ? 'what is due' : 'the whole order'),
  )
  const accountId = fields.accountId || likely.accountId || remembered
  const hasLines = likely.transfers.length > 0

  async function submit() {
    const { sender, sessionId } = fields
    const body: PaymentConfirmation = {
      accountId,
      amount: received ?? 0,
      sender: sender.trim(),
      sessionId: sessionId.trim(),
      ...(paysSeveral && { transferAmount: whole ?? 0 }),
      ...(extra && { extra }),
    }
    const wrong = {
      ...(accountId === '' && { accountId: 'Choose the account that received the money.' }),
      ...(received === undefined && { amount: 'Please enter naira, like 3,699.50.' }),
      ...(received !== undefined && received < 1 && { amount: 'Please enter an amount above zero.' }),
      ...(paysSeveral &&
        (whole ?? 0) < (received ?? 0) && { transferAmount: 'Enter the whole amount of the transfer.' }),
      ...(body.sender === '' && { sender: 'Enter the sender, as the bank shows it.' }),
      ...(body.sessionId === '' && { sessionId: "Enter the bank's session id, as the record shows it." }),
    }
    if (await confirmAmount(wrong))
      await send(wrong, body, (after) => outcome(after, Payment.credited(due, body.amount)))
  }

  return (
    <SheetForm form={form} onSubmit={submit} submit="Confirm payment">
      <MoneyNeedsNetwork />
      <div className={hasLines ? 'grid gap-4 lg:grid-cols-2 lg:gap-6' : 'grid gap-4'}>
        <div className="grid content-start gap-3">
          {children}
          <WhatIsDue order={order} due={due} />
          <LikelyTransfers
            transfers={likely.transfers}
            due={due}
            sessionId={fields.sessionId}
            onChoose={({ amount, sender, sessionId, recorded = 0 }) => {
              set('amount', String(sum([amount, -recorded])))
              setPaysSeveral(recorded > 0)
              set('transferAmount', recorded > 0 ? String(amount) : '')
              set('sender', sender)
              set('sessionId', sessionId)
              if (likely.accountId !== '') set('accountId', likely.accountId)
            }}
          />
        </div>
        <div className={`grid content-start gap-4 ${hasLines ? '' : 'sm:grid-cols-2'}`}>
          <div className={hasLines ? '' : 'sm:col-span-2'}>
            <AccountChoice label="Account that received it" {...field('accountId')} value={accountId} />
          </div>
          <Field
            label="Amount received (₦)"
            {...field('amount')}
            inputMode="decimal"
            autoComplete="off"
            hint={received ? comparison(due, Payment.credited(due, received)) : undefined}
            maxLength={16}
          />
          {paysSeveral && (
            <Field
              label="The whole transfer (₦)"
              {...field('transferAmount')}
              inputMode="decimal"
              autoComplete="off"
              hint="The amount above is this order’s part of it."
              maxLength={16}
            />
          )}
          <Field label="Sender" {...field('sender')} hint="As the bank shows it." autoComplete="off" maxLength={100} />
          <div className={hasLines ? '' : 'sm:col-span-2'}>
            <Field
              label="Session id"
              {...field('sessionId')}
              hint="From our bank's record, never from a screenshot."
              autoComplete="off"
              autoCapitalize="characters"
              autoCorrect="off"
              spellCheck={false}
              maxLength={60}
            />
            {!paysSeveral && (
              <TextButton className="text-sm" onClick={() => setPaysSeveral(true)}>
                It paid several orders
              </TextButton>
            )}
          </div>
        </div>
      </div>
    </SheetForm>
  )
}

function WhatIsDue({ order, due }: { order: TillOrder; due: Money.Naira }) {
  return (
    <dl className="wrap-anywhere grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 rounded-control bg-raise2 px-4 py-3">
      <dt className="text-soft">{due > 0 && order.received > 0 ? 'Still due' : 'Due'}</dt>
      <dd className="figures">{Money.format(due)}</dd>
      <dt className="text-soft">From</dt>
      <dd className="font-semibold">{order.payerName}</dd>
      <dt className="text-soft">Narration</dt>
      <dd className="font-semibold">
        {orderCode(order.orderId)} {order.paymentReference}
      </dd>
    </dl>
  )
}

export function comparison(due: Money.Naira, received: Money.Naira): string {
  switch (Payment.assess(due, received)) {
    case 'found':
      return 'Exactly what is due.'
    case 'short':
      return `Short by ${Money.format(Money.naira(due - received))}. The rest can follow.`
    case 'over':
      return `${Money.format(Money.naira(received - due))} more than is due. A refund is owed.`
  }
}

/** Returns the text of the toast after money was recorded. Names the amount, which Undo would take back. */
export function outcome(order: TillOrder, amount: Money.Naira): string {
  const code = orderCode(order.orderId)
  const recorded = `${Money.format(amount)} recorded.`
  if (order.payment === 'short') return `${recorded} ${code} is short by ${Money.format(Bill.due(order))}.`
  return order.owed > 0 ? `${recorded} We owe ${code} ${Money.format(order.owed)}.` : `${recorded} ${code} is paid.`
}
