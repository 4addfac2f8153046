import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ReadStatement } from '#contract/books/statements.ts'
import type { DeskOrder, TillOrder } from '#contract/order/orders.ts'
import { sum } from '#domain/books/kobo.ts'
import type * as Statement from '#domain/books/statements/statement.ts'
import * as Payment from '#domain/order/payment.ts'
import { deskOrdersQuery } from '#web/data/api/desk-orders.ts'
import { hasSums } from '#web/desk/orders/board.ts'

/** A transfer and the order it is likely for. */
export type Proposal = {
  readonly transfer: Statement.Transfer
  readonly certainty: Statement.Certainty
  readonly order: TillOrder
  /** Naira of the transfer that are for this order, where it pays several. */
  readonly part?: number
}

/** Naira that a proposal records of its order. */
export const amountOf = ({ transfer, part }: Proposal) => part ?? transfer.amount

/** What became of a proposal that somebody confirmed here. */
export type Outcome = {
  readonly proposal: Proposal
  readonly state: 'busy' | 'recorded' | 'refused'
  readonly text: string
  /** What its order had received with it. */
  readonly received?: number
}

/** A line that was recorded by a form, and what its order had received with it. */
type Used = { readonly line: number; readonly amount: number; readonly orderId: string; readonly received: number }

/** An imported statement. It stays in this browser, and goes with the orders when somebody signs out. */
export type Imported = {
  readonly file: File
  readonly statement: ReadStatement
  /** The account that it is of; '' until somebody has chosen one. */
  readonly accountId: string
  readonly transfers: readonly Statement.Transfer[]
  /** Lines that were recorded before the import. */
  readonly recorded: readonly number[]
  /** Lines for orders that were paid or over at the import: a refund would be owed. */
  readonly extra: readonly number[]
  /** Orders that the server matched; some are not on the board any more. */
  readonly orders: readonly TillOrder[]
  readonly outcomes: readonly Outcome[]
  readonly used: readonly Used[]
}

// Below the key of the board, which is removed when the account changes. What stands below a key is never cached.
export const statementKey = [...deskOrdersQuery.queryKey, 'statement']

/** The imported statement, where the lines of confirmations that were undone are free again. */
export function useImported(board: readonly DeskOrder[]): Imported | undefined {
  const { data } = useQuery<Imported>({ queryKey: statementKey, queryFn: skipToken })
  return useMemo(() => data && withoutUndone(data, board), [data, board])
}

/** An order that has received less than with a line does not have that line any more: somebody has undone it, here or elsewhere. */
function withoutUndone(imported: Imported, board: readonly DeskOrder[]): Imported {
  const received = new Map<string, number>(board.filter(hasSums).map((order) => [order.orderId, order.received]))
  const stands = (orderId: string, was: number | undefined) =>
    was === undefined || (received.get(orderId) ?? was) >= was
  return {
    ...imported,
    outcomes: imported.outcomes.filter(({ proposal, received: was }) => stands(proposal.order.orderId, was)),
    used: imported.used.filter(({ orderId, received: was }) => stands(orderId, was)),
  }
}

/** Naira that are recorded of each line, as far as this browser knows. */
function recordedAmounts({ transfers, recorded, used, outcomes }: Imported): ReadonlyMap<number, number> {
  const wasRecorded = new Set(recorded)
  const amounts = new Map<number, number>()
  const add = (line: number, amount: number) => amounts.set(line, sum([amounts.get(line) ?? 0, amount]))
  for (const { line, amount, recorded: before = 0 } of transfers) add(line, wasRecorded.has(line) ? amount : before)
  for (const { line, amount } of used) add(line, amount)
  for (const { state, proposal } of outcomes) if (state === 'recorded') add(proposal.transfer.line, amountOf(proposal))
  return amounts
}

/** The lines of which something is recorded. */
export function recordedLines(imported: Imported): ReadonlySet<number> {
  return new Set([...recordedAmounts(imported)].flatMap(([line, amount]) => (amount > 0 ? line : [])))
}

/** The transfers of which a naira or more is not recorded. */
export function unused(imported: Imported): Statement.Transfer[] {
  const amounts = recordedAmounts(imported)
  return imported.transfers.flatMap((transfer) => {
    const recorded = amounts.get(transfer.line) ?? 0
    if (recorded === 0) return transfer
    return transfer.amount - recorded < 1 ? [] : { ...transfer, recorded }
  })
}

/** Takes a transfer that was recorded by a form out of the imported statement. */
export function useMarkUsed(): (sessionId: string, amount: number, after: TillOrder) => void {
  const client = useQueryClient()
  return (sessionId, amount, { orderId, received }) => {
    const key = Payment.sessionKey(sessionId)
    client.setQueryData<Imported>(statementKey, (before) => {
      const line = before?.transfers.find((transfer) => Payment.sessionKey(transfer.sessionId) === key)?.line
      return before && line !== undefined
        ? { ...before, used: [...before.used, { line, amount, orderId, received }] }
        : before
    })
  }
}
