import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ReadStatement } from '#contract/books/statements.ts'
import type { DeskOrder, TillOrder } from '#contract/order/orders.ts'
import { sum } from '#domain/books/kobo.ts'
import type * as Statement from '#domain/books/statements/statement.ts'
import * as Payment from '#domain/order/payment.ts'
import { deskOrdersQuery } from '#web/data/api/desk-orders.ts'
import { hasSums } from '#web/desk/orders/board.ts'

/** A transfer and the order that it probably pays. */
export type Proposal = {
  readonly transfer: Statement.Transfer
  readonly certainty: Statement.Certainty
  readonly order: TillOrder
  /** The naira of the transfer for this order, if the transfer pays several orders. */
  readonly part?: number
}

export const amountOf = ({ transfer, part }: Proposal) => part ?? transfer.amount

/** The outcome of a proposal that was confirmed on this device. */
export type Outcome = {
  readonly proposal: Proposal
  readonly state: 'busy' | 'recorded' | 'refused'
  readonly text: string
  /** The sum that the order has received, including this transfer. */
  readonly received?: number
}

/**
 * A line of the statement that was recorded by a form. `received` is the sum that the order had received after that.
 */
type Used = { readonly line: number; readonly amount: number; readonly orderId: string; readonly received: number }

/** An imported bank statement. The page's memory keeps it until sign-out. */
export type Imported = {
  readonly file: File
  readonly statement: ReadStatement
  /** The bank account of the statement; '' until a person has chosen one. */
  readonly accountId: string
  readonly transfers: readonly Statement.Transfer[]
  readonly recorded: readonly number[]
  /** The lines whose order was paid or finished before the import. Recording such a line creates a refund owed. */
  readonly extra: readonly number[]
  /** The orders that the server matched. Some may have left the board. */
  readonly orders: readonly TillOrder[]
  readonly outcomes: readonly Outcome[]
  readonly used: readonly Used[]
}

// The key begins with the key of the board's query, so removing the board at sign-out also removes the statement. The
// statement stays in memory: `isCacheable` of web/data/cache/answers.ts never stores a key with a string in second
// place, because customers' bank data must not stay on a shared device.
export const statementKey = [...deskOrdersQuery.queryKey, 'statement']

/** Returns the imported statement, in which the lines of undone confirmations are unrecorded again. */
export function useImported(board: readonly DeskOrder[]): Imported | undefined {
  const { data } = useQuery<Imported>({ queryKey: statementKey, queryFn: skipToken })
  return useMemo(() => data && withoutUndone(data, board), [data, board])
}

/**
 * Drops the confirmations that were undone on any device, so that their lines are unrecorded again. After an undo, the
 * order's received sum is lower than it was right after the confirmation.
 */
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

/** Returns the recorded naira of each line, as far as this browser knows. */
function recordedAmounts({ transfers, recorded, used, outcomes }: Imported): ReadonlyMap<number, number> {
  const wasRecorded = new Set(recorded)
  const amounts = new Map<number, number>()
  const add = (line: number, amount: number) => amounts.set(line, sum([amounts.get(line) ?? 0, amount]))
  for (const { line, amount, recorded: before = 0 } of transfers) add(line, wasRecorded.has(line) ? amount : before)
  for (const { line, amount } of used) add(line, amount)
  for (const { state, proposal } of outcomes) if (state === 'recorded') add(proposal.transfer.line, amountOf(proposal))
  return amounts
}

/** Returns the lines that are at least partly recorded. */
export function recordedLines(imported: Imported): ReadonlySet<number> {
  return new Set([...recordedAmounts(imported)].flatMap(([line, amount]) => (amount > 0 ? line : [])))
}

/**
 * Returns the line of each confirmation in this browser. If a transfer pays several orders, its line is returned once
 * for each confirmed order.
 */
export function confirmedLines({ used, outcomes }: Imported): number[] {
  const confirmed = outcomes.flatMap(({ proposal, received }) => (received === undefined ? [] : proposal.transfer.line))
  return [...confirmed, ...used.map(({ line }) => line)]
}

/** Returns the transfers that are not fully recorded. */
export function unused(imported: Imported): Statement.Transfer[] {
  const amounts = recordedAmounts(imported)
  return imported.transfers.flatMap((transfer) => {
    const recorded = amounts.get(transfer.line) ?? 0
    if (recorded === 0) return transfer
    return transfer.amount - recorded < 1 ? [] : { ...transfer, recorded }
  })
}

/** Returns a function that marks a transfer as recorded by a form. */
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
