import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { DeskOrder, TillOrder } from '#contract/order/orders.ts'
import * as BusinessDay from '#domain/books/business-day.ts'
import { sum } from '#domain/books/kobo.ts'
import * as Statement from '#domain/books/statements/statement.ts'
import * as Bill from '#domain/order/bill.ts'
import { orderCode } from '#domain/order/quote.ts'
import { deskOrdersQuery } from '#web/data/api/desk-orders.ts'
import { hasSums } from '#web/desk/orders/board.ts'
import { type Imported, type Proposal, unused, useImported } from './statement-import.ts'

export const certaintyRank: Readonly<Record<Statement.Certainty, number>> = { certain: 0, likely: 1, extra: 2 }

/** Matches the transfers with the current board, because orders may have changed since the import. */
export function propose(imported: Imported, board: readonly DeskOrder[]): Proposal[] {
  const orders = new Map([...imported.orders, ...board.filter(hasSums)].map((order) => [order.orderId, order]))
  const transfers = unused(imported)
  const byLine = new Map(transfers.map((transfer) => [transfer.line, transfer]))
  return Statement.match(transfers, [...orders.values()])
    .flatMap(({ line, orderId, ...match }) => {
      const [transfer, order] = [byLine.get(line), orders.get(orderId)]
      // Propose an extra payment only for an order that was already paid before the import. If an order was paid after
      // the import, this very transfer most likely paid it.
      if (!transfer || !order || (match.certainty === 'extra' && !imported.extra.includes(line))) return []
      return [{ transfer, order, ...match }]
    })
    .sort((a, b) => certaintyRank[a.certainty] - certaintyRank[b.certainty])
}

/** A transfer that could pay an order. */
export type LikelyTransfer = {
  readonly transfer: Statement.Transfer
  /** The code of another order that the transfer certainly pays. */
  readonly matches?: string
}

const noOrders: readonly DeskOrder[] = []

/**
 * Returns the transfers that could pay this order, the likeliest first, and the id of the bank account that received
 * the transfers.
 */
export function useLikelyTransfers(order: TillOrder): {
  readonly accountId: string
  readonly transfers: readonly LikelyTransfer[]
} {
  const { data: { orders: board } = { orders: noOrders } } = useQuery({ ...deskOrdersQuery, enabled: false })
  const imported = useImported(board)
  return useMemo(() => {
    if (!imported) return { accountId: '', transfers: [] }
    const ofOthers = new Map(
      propose(imported, board)
        .filter((each) => each.certainty === 'certain' && each.order.orderId !== order.orderId)
        .map((each) => [each.transfer.line, orderCode(each.order.orderId)]),
    )
    const transfers = Statement.nearest(unused(imported), order).map((transfer): LikelyTransfer => {
      const matches = ofOthers.get(transfer.line)
      return matches === undefined ? { transfer } : { transfer, matches }
    })
    // List transfers that match another order last, but do list them: a customer may have written the code of another
    // order.
    const [others, free] = [transfers.filter(({ matches }) => matches), transfers.filter(({ matches }) => !matches)]
    return { accountId: imported.accountId, transfers: [...free, ...others] }
  }, [imported, order, board])
}

/** Returns the bank's text of a transfer: sender and narration, or one text if both are the same. */
export function writtenOn({ sender, narration }: Statement.Transfer): string {
  return sender === narration ? narration : `${sender}: ${narration}`
}

/**
 * Says why the transfer may pay the order, or what would be wrong about it, such as 'This would leave it short by
 * ₦500.'
 */
export function meaning({ transfer, order, certainty, part }: Proposal): string {
  const due = Bill.due(order)
  const { format } = BusinessDay
  if (transfer.isDoubtful) return 'Its balance does not add up: find it in the bank’s own record first.'
  if (part !== undefined) return `One transfer of ${format(transfer.amount)} for several orders: ${format(part)} of it.`
  if (certainty === 'certain') return 'Code and amount match.'
  if (certainty === 'extra') return 'The order is paid or finished: a refund would be owed.'
  const more = sum([transfer.amount, -due])
  if (Math.abs(more) < 1) {
    const code =
      transfer.paidCode === undefined
        ? 'the code is missing'
        : `${transfer.paidCode} is the code of an order paid before`
    return `Amount and name match; ${code}.`
  }
  return more < 0 ? `This would leave it short by ${format(-more)}.` : `This is ${format(more)} more than is due.`
}
