import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo } from 'react'
import type { DeskOrder, PaymentConfirmation, TillOrder } from '#contract/orders.ts'
import * as Bill from '#domain/bill.ts'
import * as Statement from '#domain/books/statement.ts'
import * as StatementFile from '#domain/books/statement-file.ts'
import * as Money from '#domain/money.ts'
import * as Payment from '#domain/payment.ts'
import { ApiFailure, call, sentence } from '#web/api/client.ts'
import { useOrderActions } from '#web/features/desk/orders/order-actions.ts'
import { accountsQuery, rememberedAccount } from './account-choice.tsx'

/** Bytes. A larger file is no statement: this holds thousands of rows. */
const largest = 1024 * 1024

/** A transfer and the order it is likely for. */
export type Proposal = {
  readonly transfer: Statement.Transfer
  readonly certainty: Statement.Certainty
  readonly order: DeskOrder
}

/** The surest proposals come first. */
export const certaintyRank: Readonly<Record<Statement.Certainty, number>> = { certain: 0, likely: 1, extra: 2 }

/** What became of a proposal that somebody confirmed here. */
export type Outcome = {
  readonly proposal: Proposal
  readonly state: 'busy' | 'recorded' | 'refused'
  readonly text: string
}

/** An imported statement. It stays in this browser, and goes with the orders when somebody signs out. */
type Imported = {
  /** The account that it is of; '' until somebody has chosen one. */
  readonly accountId: string
  readonly transfers: readonly Statement.Transfer[]
  /** Lines that were recorded before the import. */
  readonly recorded: readonly number[]
  /** Lines for orders that were paid or over at the import: a refund would be owed. */
  readonly extra: readonly number[]
  /** Orders that the server matched; some are not on the board any more. */
  readonly orders: readonly TillOrder[]
  readonly unread: readonly string[]
  readonly outcomes: readonly Outcome[]
}

// Below the key of the board, which is removed when the account changes and is never cached.
const statementKey = ['desk-orders', 'statement']

/** Proposals that are sent at once by 'Confirm all'. */
const atOnce = 4

/** The imported statement beside the orders of the board, as they are now. */
export function useStatement(board: readonly DeskOrder[]) {
  const client = useQueryClient()
  const { apply } = useOrderActions()
  const { data: imported } = useImported()
  const proposals = useMemo(() => (imported ? propose(imported, board) : []), [imported, board])

  function update(change: (imported: Imported) => Imported) {
    client.setQueryData<Imported>(statementKey, (before) => before && change(before))
  }

  function settle(outcome: Outcome) {
    const isOther = ({ proposal }: Outcome) => proposal.transfer.line !== outcome.proposal.transfer.line
    update((before) => ({ ...before, outcomes: [...before.outcomes.filter(isOther), outcome] }))
  }

  /** Records one transfer. Answers with the sentence of why it is not recorded, if so, and whether the server answered. */
  async function confirm(proposal: Proposal): Promise<{ readonly isAnswered: boolean; readonly refusal?: string }> {
    const { transfer, certainty, order } = proposal
    const { amount, sender, sessionId } = transfer
    const body: PaymentConfirmation = {
      accountId: imported?.accountId ?? '',
      amount,
      sender,
      sessionId,
      ...(certainty === 'extra' && { extra: true as const }),
    }
    settle({ proposal, state: 'busy', text: '' })
    try {
      const after = await call('POST /api/orders/:id/payment-confirmation', { params: order, body })
      apply(after)
      settle({ proposal, state: 'recorded', text: `Recorded. ${stateOf(after)}` })
      return { isAnswered: true }
    } catch (error) {
      const isAnswer = error instanceof ApiFailure
      // Another tablet, or a press whose answer was lost.
      const isRecorded = isAnswer && error.problem.code === 'transfer-already-used'
      const text = sentence(error, 'Could not reach the restaurant. Press again: a transfer is recorded only once.')
      settle({ proposal, state: isRecorded ? 'recorded' : 'refused', text })
      return { isAnswered: isAnswer, ...(!isRecorded && { refusal: text }) }
    }
  }

  return {
    imported,
    proposals,
    confirm,
    setAccount: (accountId: string) => update((before) => ({ ...before, accountId })),
    /** Confirms each of them on its own; where the network is lost, the rest stays as it is. */
    async confirmAll(all: readonly Proposal[]): Promise<void> {
      for (let at = 0; at < all.length; at += atOnce) {
        const answered = await Promise.all(all.slice(at, at + atOnce).map(confirm))
        if (answered.some(({ isAnswered }) => !isAnswered)) return
      }
    },
    /** Reads a file and shows what it is for; nothing is recorded. The answer is why it cannot, else ''. */
    async importFile(file: File): Promise<string> {
      if (file.size > largest) return 'This file is larger than 1 MB. Choose a shorter statement.'
      const text = await file.text()
      try {
        const { accounts } = await client.ensureQueryData(accountsQuery)
        const { transfers, unread } = StatementFile.read(text)
        const accountId = StatementFile.accountOf(`${file.name}\n${text}`, accounts) ?? rememberedAccount(accounts)
        const found = await ask(transfers)
        client.setQueryData<Imported>(statementKey, { accountId, transfers, unread, outcomes: [], ...found })
        return ''
      } catch (error) {
        return sentence(error, 'Could not reach the restaurant. Please check the network and choose the file again.')
      }
    },
  }
}

export type StatementOnBoard = ReturnType<typeof useStatement>

/** The orders of the board that a transfer matches for certain, each with the transfer, once the account is known. */
export function matchedOrders({ imported, proposals }: StatementOnBoard): ReadonlyMap<string, Proposal> {
  if (!imported?.accountId) return new Map()
  const certain = proposals.filter(({ certainty }) => certainty === 'certain')
  return new Map(certain.map((proposal) => [proposal.order.id, proposal]))
}

function useImported() {
  return useQuery<Imported>({ queryKey: statementKey, queryFn: skipToken })
}

/** Asks the server in parts, within the limit of one request. */
async function ask(transfers: readonly Statement.Transfer[]): Promise<Pick<Imported, 'recorded' | 'extra' | 'orders'>> {
  const recorded: number[] = []
  const extra: number[] = []
  const orders: TillOrder[] = []
  for (let at = 0; at < transfers.length; at += Statement.mostAsked) {
    const part = transfers.slice(at, at + Statement.mostAsked)
    const answer = await call('POST /api/desk/statement-matches', { body: { transfers: part } })
    recorded.push(...answer.recorded)
    for (const { line, certainty, order } of answer.matches) {
      orders.push(order)
      if (certainty === 'extra') extra.push(line)
    }
  }
  return { recorded, extra, orders }
}

/** The transfers of a statement that nothing is recorded of, as far as this browser knows. */
function unused({ transfers, recorded, outcomes }: Imported): Statement.Transfer[] {
  const used = new Set(recorded)
  for (const { proposal, state } of outcomes) if (state === 'recorded') used.add(proposal.transfer.line)
  return transfers.filter(({ line }) => !used.has(line))
}

/** Matches again with the board as it is now: an order may have come after the statement, or be paid by now. */
function propose(imported: Imported, board: readonly DeskOrder[]): Proposal[] {
  const orders = new Map<string, DeskOrder>(imported.orders.map((order) => [order.id, order]))
  for (const order of board) orders.set(order.id, order)
  const payable = [...orders.values()].filter((order): order is DeskOrder & Statement.Payable => 'payerName' in order)
  const transfers = unused(imported)
  const byLine = new Map(transfers.map((transfer) => [transfer.line, transfer]))
  return Statement.match(transfers, payable)
    .flatMap(({ line, orderId, certainty }) => {
      const [transfer, order] = [byLine.get(line), orders.get(orderId)]
      // An order that was paid since the import was most likely paid by this very transfer.
      if (!transfer || !order || (certainty === 'extra' && !imported.extra.includes(line))) return []
      return [{ transfer, order, certainty }]
    })
    .sort((a, b) => certaintyRank[a.certainty] - certaintyRank[b.certainty])
}

/** The transfers that could be for this order, the likeliest first, and the account they came to. */
export function useLikelyTransfers(order: DeskOrder): {
  readonly accountId: string
  readonly transfers: readonly Statement.Transfer[]
} {
  const { data: imported } = useImported()
  return useMemo(() => {
    if (!imported || order.payerName === undefined) return { accountId: '', transfers: [] }
    const payable = { ...order, payerName: order.payerName }
    return { accountId: imported.accountId, transfers: Statement.nearest(unused(imported), payable) }
  }, [imported, order])
}

/** Takes a transfer that was recorded by a form out of the imported statement. */
export function useMarkUsed(): (sessionId: string) => void {
  const client = useQueryClient()
  return (sessionId) => {
    const key = Payment.sessionKey(sessionId)
    client.setQueryData<Imported>(statementKey, (before) => {
      const line = before?.transfers.find((transfer) => Payment.sessionKey(transfer.sessionId) === key)?.line
      return before && line !== undefined ? { ...before, recorded: [...before.recorded, line] } : before
    })
  }
}

/** A file that is dropped anywhere on the page is a statement. */
export function useDroppedFile(onFile: (file: File) => void): void {
  const receive = useEffectEvent(onFile)
  useEffect(() => {
    function over(event: DragEvent) {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    function drop(event: DragEvent) {
      const [file] = event.dataTransfer?.files ?? []
      if (!file) return
      event.preventDefault()
      receive(file)
    }
    addEventListener('dragover', over)
    addEventListener('drop', drop)
    return () => {
      removeEventListener('dragover', over)
      removeEventListener('drop', drop)
    }
  }, [])
}

/** What the bank shows of a transfer: sender and narration, once where both are the same. */
export function writtenOn({ sender, narration }: Statement.Transfer): string {
  return sender === narration ? narration : `${sender}: ${narration}`
}

/** What a proposal means for its order. */
export function meaning({ transfer, order, certainty }: Proposal): string {
  const due = Bill.due(order)
  if (certainty === 'certain') return 'Code and amount match.'
  if (certainty === 'extra') return 'The order is paid or finished: a refund would be owed.'
  if (transfer.amount < due) return `This would leave it short by ${Money.format(Money.naira(due - transfer.amount))}.`
  if (transfer.amount > due) return `This is ${Money.format(Money.naira(transfer.amount - due))} more than is due.`
  return 'Amount and name match; the code is missing.'
}

function stateOf(order: TillOrder): string {
  if (order.payment === 'short') return `Short by ${Money.format(Bill.due(order))}.`
  return order.owed > 0 ? `We owe ${Money.format(order.owed)}.` : 'Paid.'
}
