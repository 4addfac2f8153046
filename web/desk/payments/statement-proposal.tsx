import * as BusinessDay from '#domain/books/business-day.ts'
import * as Money from '#domain/money/money.ts'
import { orderCode } from '#domain/order/quote.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { amountOf, type Outcome, type Proposal } from './statement-import.ts'
import { meaning, writtenOn } from './statement-proposals.ts'

const looks = {
  certain: { text: 'Certain', variant: 'good' },
  likely: { text: 'Check first', variant: 'promise' },
  extra: { text: 'Overpaid', variant: 'bad' },
} as const

type Props = {
  readonly proposal: Proposal
  readonly outcome: Outcome | undefined
  readonly onConfirm: () => void
}

/** A transfer and the order that it probably pays. Its confirmation uses the same endpoint as the payment form. */
export function StatementProposal({ proposal, outcome, onConfirm }: Props) {
  const { transfer, certainty, order } = proposal
  const { text, variant } = looks[certainty]
  const code = orderCode(order.orderId)
  const isRecorded = outcome?.state === 'recorded'

  return (
    <li className="wrap-anywhere grid gap-1.5 py-2.5">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h3 className="text-[1.0625rem]">
          {code} · <span className="figures">{BusinessDay.format(amountOf(proposal))}</span>
        </h3>
        {isRecorded ? (
          <p role="status" className="flex items-center gap-1.5 font-semibold text-leaf text-sm">
            <Icon name="check" className="size-4" />
            {outcome.text}
          </p>
        ) : (
          <Badge variant={variant}>{text}</Badge>
        )}
      </div>
      <p className="text-sm text-soft">
        <span className="text-text">{writtenOn(transfer)}</span>
        {` · order of ${order.payerName}, ${Money.format(order.totalAmount)}. `}
        {!isRecorded && meaning(proposal)}
      </p>
      {outcome?.state === 'refused' && (
        <p role="alert" className="font-semibold text-alarm text-sm">
          {outcome.text}
        </p>
      )}
      {!isRecorded && (certainty !== 'certain' || outcome !== undefined) && (
        <Button variant="secondary" busy={outcome?.state === 'busy'} onClick={onConfirm}>
          {`Confirm ${BusinessDay.format(amountOf(proposal))} for ${code}`}
        </Button>
      )}
    </li>
  )
}
