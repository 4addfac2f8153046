import type { TillOrder } from '#contract/order/orders.ts'
import { orderCode } from '#domain/order/quote.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { TextButton } from '#web/ui/text-button.tsx'

/** The last confirmations. `until`, in epoch milliseconds of the server's clock, is the deadline of their undo. */
export type LastConfirmed = { readonly orders: readonly TillOrder[]; readonly until: number }

type Props = {
  /** The number of transfers that certainly match an order. `sum` is their total as text. */
  readonly count: number
  readonly sum: string
  readonly busy: boolean
  readonly onConfirm: () => void
  readonly last: LastConfirmed | undefined
  readonly onUndo: (last: LastConfirmed) => void
  readonly onClose: () => void
}

/**
 * The foot of the statement. After the last confirmation, Done takes the place of the pressed button. Undo is in
 * another place, so that a second press on the same spot undoes nothing.
 */
export function StatementFoot({ count, sum, busy, onConfirm, last, onUndo, onClose }: Props) {
  return (
    <div className="grid gap-1">
      {last && (
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <p role="status" className="flex items-center gap-1.5 font-semibold text-leaf">
            <Icon name="check" className="size-5" />
            {last.orders.length} confirmed
          </p>
          <TextButton onClick={() => onUndo(last)}>{undoLabel(last)}</TextButton>
        </div>
      )}
      {count > 0 ? (
        <Button className="w-full" busy={busy} onClick={onConfirm}>
          {count === 1 ? `Confirm ${sum} that matches` : `Confirm all ${count} that match · ${sum}`}
        </Button>
      ) : (
        <Button variant="secondary" className="w-full" onClick={onClose}>
          Done
        </Button>
      )}
    </div>
  )
}

function undoLabel({ orders: [first, ...others] }: LastConfirmed): string {
  return others.length > 0 ? `Undo all ${others.length + 1}` : `Undo ${orderCode(first?.orderId ?? '')}`
}
