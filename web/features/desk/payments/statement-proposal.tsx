import { useState } from 'react'
import type { PaymentConfirmation, TillOrder } from '#contract/orders.ts'
import type { StatementMatch } from '#contract/statement.ts'
import * as Bill from '#domain/bill.ts'
import * as Money from '#domain/money.ts'
import { orderCode } from '#domain/quote.ts'
import type { Transfer } from '#domain/statement.ts'
import { call, sentence } from '#web/api/client.ts'
import { useOrderActions } from '#web/features/desk/orders/order-actions.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'

export type Proposal = StatementMatch & { readonly transfer: Transfer }

const looks = {
  certain: { text: 'Certain', look: 'good' },
  likely: { text: 'Check first', look: 'promise' },
  extra: { text: 'Overpaid', look: 'bad' },
} as const

/** One transfer and the order it is likely for. Confirming uses the same endpoint as the payment form. */
export function StatementProposal({ proposal, accountId }: { proposal: Proposal; accountId: string }) {
  const { transfer, certainty } = proposal
  const { apply } = useOrderActions()
  const [order, setOrder] = useState(proposal.order)
  const [state, setState] = useState<'open' | 'busy' | 'done'>('open')
  const [failure, setFailure] = useState('')
  const { text, look } = looks[certainty]
  const code = orderCode(order.id)

  async function confirm() {
    setState('busy')
    setFailure('')
    const { amount, sender, sessionId } = transfer
    const body: PaymentConfirmation = {
      accountId,
      amount,
      sender,
      sessionId,
      ...(certainty === 'extra' && { extra: true as const }),
    }
    try {
      const after = await call('POST /api/orders/:id/payment-confirmation', { params: order, body })
      apply(after)
      setOrder(after)
      setState('done')
    } catch (error) {
      setFailure(sentence(error, 'Could not reach the restaurant. Press again: a transfer is recorded only once.'))
      setState('open')
    }
  }

  return (
    <li className="wrap-anywhere grid gap-2 rounded-control border border-line p-4">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h3 className="text-lg">
          {code} · <span className="figures">{Money.format(transfer.amount)}</span>
        </h3>
        <Badge look={look}>{text}</Badge>
      </div>
      <p className="text-sm">
        {transfer.sender === transfer.narration ? transfer.narration : `${transfer.sender}: ${transfer.narration}`}
      </p>
      <p className="text-sm text-soft">
        {`${order.payerName}, order total ${Money.format(order.total)}.`} {state !== 'done' && meaning(proposal)}
      </p>
      {failure && (
        <p role="alert" className="font-semibold text-alarm text-sm">
          {failure}
        </p>
      )}
      {state === 'done' ? (
        <p role="status" className="font-semibold text-leaf">
          {`Recorded. ${outcome(order)}`}
        </p>
      ) : (
        <Button
          look={certainty === 'certain' ? 'primary' : 'secondary'}
          busy={state === 'busy'}
          onClick={() => void confirm()}
        >
          {`Confirm ${Money.format(transfer.amount)} for ${code}`}
        </Button>
      )}
    </li>
  )
}

function meaning({ transfer, order, certainty }: Proposal): string {
  const due = Bill.due(order)
  if (certainty === 'certain') return 'Code and amount match.'
  if (certainty === 'extra') return 'The order is paid or finished: a refund would be owed.'
  if (transfer.amount < due) return `This would leave it short by ${Money.format(Money.naira(due - transfer.amount))}.`
  if (transfer.amount > due) return `This is ${Money.format(Money.naira(transfer.amount - due))} more than is due.`
  return 'Amount and name match; the code is missing.'
}

function outcome(order: TillOrder): string {
  if (order.payment === 'short') return `Short by ${Money.format(Bill.due(order))}.`
  return order.owed > 0 ? `We owe ${Money.format(order.owed)}.` : 'Paid.'
}
