import { queryOptions, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Order, PaymentConfirmation } from '#contract/orders.ts'
import type { AccountList } from '#contract/quotes.ts'
import * as Money from '#domain/money.ts'
import * as Payment from '#domain/payment.ts'
import { orderCode } from '#domain/quote.ts'
import { ApiFailure, get, sentence } from '#web/api.ts'
import { Form, useFormErrors } from '#web/form.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field, Select } from '#web/ui/field.tsx'
import { SheetContent } from '#web/ui/sheet.tsx'
import { typedAmount } from './board.ts'
import { said, useDeeds } from './deeds.ts'

const accountsQuery = queryOptions({
  queryKey: ['desk-accounts'],
  queryFn: () => get<AccountList>('/api/desk/accounts'),
})

/**
 * What the restaurant's own bank record shows of an order's transfer. A customer's screenshot is no record. For a bare
 * sheet: its button stays in view below the fields.
 */
export function PaymentForm({ order, onDone }: { order: Order; onDone: () => void }) {
  const { data, isError, refetch } = useQuery(accountsQuery)
  const { record, refused } = useDeeds()
  const { form, errors, show, forgive, showFailure } = useFormErrors()
  const due = Money.naira(Math.max(0, order.total - order.received))
  const id = useId()
  const [accountId, setAccountId] = useState('')
  const [amount, setAmount] = useState(String(due))
  const [sender, setSender] = useState('')
  const [sessionId, setSessionId] = useState('')
  const [busy, setBusy] = useState(false)
  const received = typedAmount(amount)

  async function submit() {
    if (busy) return
    const wrong = show({
      ...(accountId === '' && { accountId: 'Choose the account that received the money.' }),
      ...(received === undefined && { amount: 'Please enter whole naira.' }),
      ...(received === 0 && { amount: 'Please enter an amount above zero.' }),
      ...(sender.trim() === '' && { sender: 'Who sent it, as the bank shows it?' }),
      ...(sessionId.trim() === '' && { sessionId: "Enter the bank's session id, as the record shows it." }),
    })
    if (wrong || received === undefined) return
    const body: PaymentConfirmation = {
      accountId,
      amount: received,
      sender: sender.trim(),
      sessionId: sessionId.trim(),
    }
    setBusy(true)
    try {
      const after = await record('payment-confirmation', order, body)
      onDone()
      said(outcome(after))
    } catch (error) {
      setBusy(false)
      if (error instanceof ApiFailure && error.problem.code === 'order-moved-on') {
        onDone()
        await refused(error, order)
      } else {
        showFailure(
          error,
          ['accountId', 'amount', 'sender', 'sessionId'],
          sentence(error, 'The house did not answer. Press again: a transfer is recorded only once.'),
        )
      }
    }
  }

  return (
    <SheetContent
      foot={
        <Button type="submit" form={id} busy={busy} className="w-full">
          Confirm payment
        </Button>
      }
    >
      <Form id={id} form={form} errors={errors} onSubmit={() => void submit()}>
        <dl className="wrap-anywhere grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 rounded-control bg-raise2 px-4 py-3">
          <dt className="text-soft">Due</dt>
          <dd className="figures">{Money.format(due)}</dd>
          <dt className="text-soft">From</dt>
          <dd className="font-semibold">{order.payerName}</dd>
          <dt className="text-soft">Narration</dt>
          <dd className="font-semibold">
            {orderCode(order.id)} {order.paymentReference}
          </dd>
        </dl>
        <Select
          label="Account that received it"
          name="accountId"
          value={accountId}
          onChange={(event) => {
            setAccountId(event.target.value)
            forgive('accountId')
          }}
          error={errors.accountId}
          required
        >
          <option value="">{data || isError ? 'Choose an account' : 'One moment…'}</option>
          {data?.accounts.map(({ id, bank, number }) => (
            <option key={id} value={id}>
              {bank} · {number}
            </option>
          ))}
        </Select>
        {isError && (
          <p role="alert" className="flex flex-wrap items-center justify-between gap-x-3 text-alarm">
            The accounts did not load.
            <Button look="secondary" onClick={() => void refetch()}>
              Try again
            </Button>
          </p>
        )}
        <Field
          label="Amount received (₦)"
          name="amount"
          inputMode="numeric"
          autoComplete="off"
          value={amount}
          onChange={(event) => {
            setAmount(event.target.value)
            forgive('amount')
          }}
          error={errors.amount}
          hint={received === undefined ? undefined : comparison(due, Money.naira(received))}
          maxLength={16}
          required
        />
        <Field
          label="Sender"
          name="sender"
          hint="As the bank shows it."
          autoComplete="off"
          value={sender}
          onChange={(event) => {
            setSender(event.target.value)
            forgive('sender')
          }}
          error={errors.sender}
          maxLength={100}
          required
        />
        <Field
          label="Session id"
          name="sessionId"
          hint="From our bank's record, never from a screenshot."
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          value={sessionId}
          onChange={(event) => {
            setSessionId(event.target.value)
            forgive('sessionId')
          }}
          error={errors.sessionId}
          maxLength={60}
          required
        />
      </Form>
    </SheetContent>
  )
}

function comparison(due: Money.Naira, received: Money.Naira): string {
  switch (Payment.assess(due, received)) {
    case 'found':
      return 'Exactly what is due.'
    case 'short':
      return `Short by ${Money.format(Money.naira(due - received))}. It is recorded, and the rest can follow.`
    case 'over':
      return `${Money.format(Money.naira(received - due))} more than is due. We owe it to the customer.`
  }
}

function outcome({ id, payment, total, received }: Order): string {
  return payment === 'short'
    ? `Recorded. ${orderCode(id)} is short by ${Money.format(Money.naira(total - received))}.`
    : `${orderCode(id)} is paid.`
}
