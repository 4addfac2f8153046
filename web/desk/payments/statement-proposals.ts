import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo } from 'react'
import type { ReadStatement } from '#contract/books/statements.ts'
import type { DeskOrder, PaymentConfirmation, TillOrder } from '#contract/order/orders.ts'
import * as BusinessDay from '#domain/books/business-day.ts'
import { sum } from '#domain/books/kobo.ts'
import * as Statement from '#domain/books/statements/statement.ts'
import * as Money from '#domain/money/money.ts'
import * as Bill from '#domain/order/bill.ts'
import * as Payment from '#domain/order/payment.ts'
import { orderCode } from '#domain/order/quote.ts'
import { ApiFailure, call, sentence } from '#web/data/api/client.ts'
import { deskOrdersQuery } from '#web/data/api/desk-orders.ts'
import { hasSums } from '#web/desk/orders/board.ts'
import { useOrderActions } from '#web/desk/orders/order-actions.ts'
import { accountsQuery, rememberedAccount } from './account-choice.tsx'

/** Bytes, as `largestTable` of the contract. */
const largest = 5 * 1024 * 1024

const needsColumns =
  'We find no heading with a narration and an amount. Import it in the office, where its columns can be chosen.'

/** A transfer and the order it is likely for. */
export type Proposal = {
  readonly transfer: Statement.Transfer
  readonly certainty: Statement.Certainty
  readonly order: TillOrder
  /** Naira of the transfer that are for this order, where it pays several. */
  readonly part?: number
}

/** The surest proposals come first. */
export const certaintyRank: Readonly<Record<Statement.Certainty, number>> = { certain: 0, likely: 1, extra: 2 }

/** What became of a proposal that somebody confirmed here. */
export type Outcome = {
  readonly proposal: Proposal
  readonly state: 'busy' | 'recorded' | 'refused'
  readonly text: string
  /** What its order had received with it. */
  readonly received?: number
}

/** A line that was recorded by a form, and what its order had received with it. */
type Used = { readonly line: number; readonly orderId: string; readonly received: number }

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
  readonly used: readonly Used[]
}

// Below the key of the board, which is removed when the account changes. What stands below a key is never cached.
const statementKey = [...deskOrdersQuery.queryKey, 'statement']

/** Proposals that are sent at once by 'Confirm all'. */
const atOnce = 4

/** The imported statement beside the orders of the board, as they are now. */
export function useStatement(board: readonly DeskOrder[]) {
  const client = useQueryClient()
  const { apply } = useOrderActions()
  const imported = useImported(board)
  const proposals = useMemo(() => (imported ? propose(imported, board) : []), [imported, board])

  function update(change: (imported: Imported) => Imported) {
    client.setQueryData<Imported>(statementKey, (before) => before && change(before))
  }

  function settle(outcome: Outcome) {
    const isOther = ({ proposal: { transfer, order } }: Outcome) =>
      transfer.line !== outcome.proposal.transfer.line || order.orderId !== outcome.proposal.order.orderId
    update((before) => ({ ...before, outcomes: [...before.outcomes.filter(isOther), outcome] }))
  }

  /** Records one transfer. Answers also whether the server did. */
  async function confirm(proposal: Proposal): Promise<Confirmed> {
    const { transfer, certainty, order, part } = proposal
    const { amount, sender, sessionId } = transfer
    const body: PaymentConfirmation = {
      accountId: imported?.accountId ?? '',
      amount: part ?? amount,
      ...(part !== undefined && { transferAmount: amount }),
      sender,
      sessionId,
      ...(certainty === 'extra' && { extra: true as const }),
    }
    settle({ proposal, state: 'busy', text: '' })
    try {
      const after = await call('POST /api/orders/:id/confirm-payment', { params: { id: order.orderId }, body })
      apply(after)
      settle({ proposal, state: 'recorded', text: `Recorded. ${stateOf(after)}`, received: after.received })
      return { isAnswered: true, after }
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
    /** Confirms each of them on its own; where the network is lost, the rest stays as it is. Answers with the orders after it. */
    async confirmAll(all: readonly Proposal[]): Promise<readonly TillOrder[]> {
      const done: TillOrder[] = []
      for (let at = 0; at < all.length; at += atOnce) {
        const answered = await Promise.all(all.slice(at, at + atOnce).map(confirm))
        done.push(...answered.flatMap(({ after }) => after ?? []))
        if (answered.some(({ isAnswered }) => !isAnswered)) break
      }
      return done
    },
    /** Reads a file and shows what it is for; nothing is recorded. The answer is why it cannot, else ''. */
    async importFile(file: File): Promise<string> {
      if (file.size > largest) return 'This file is larger than 5 MB. Choose a shorter statement.'
      try {
        const { accounts } = await client.ensureQueryData(accountsQuery)
        const read = await call('POST /api/desk/statements', { query: { name: file.name }, body: file })
        const transfers = transfersOf(read)
        const unread = read.needsColumns ? [needsColumns] : read.unread
        const accountId = read.account ?? rememberedAccount(accounts)
        const found = await ask(transfers)
        client.setQueryData<Imported>(statementKey, { accountId, transfers, unread, outcomes: [], used: [], ...found })
        return ''
      } catch (error) {
        return sentence(error, 'Could not reach the restaurant. Please check the network and choose the file again.')
      }
    },
  }
}

/** Customers' money that came in. A row whose balance does not follow is never confirmed with the others. */
function transfersOf({ lines, proof }: ReadStatement): Statement.Transfer[] {
  const isProof = proof.opening !== null
  return lines.flatMap(({ line, narration, amount, sender, sessionId, kind, isProven }) => {
    const transfer = {
      line,
      narration,
      amount,
      sender,
      sessionId,
      ...(isProof && !isProven && { isDoubtful: true as const }),
    }
    return kind === 'customer' && amount > 0 ? [transfer] : []
  })
}

/** `refusal` is why it is not recorded, and `after` the order with it. */
type Confirmed = { readonly isAnswered: boolean; readonly refusal?: string; readonly after?: TillOrder }

export type StatementOnBoard = ReturnType<typeof useStatement>

/** The orders of the board that a transfer matches for certain, each with the transfer, once the account is known. */
export function matchedOrders({ imported, proposals }: StatementOnBoard): ReadonlyMap<string, Proposal> {
  if (!imported?.accountId) return new Map()
  const certain = proposals.filter(({ certainty }) => certainty === 'certain')
  return new Map(certain.map((proposal) => [proposal.order.orderId, proposal]))
}

/** The imported statement, where the lines of confirmations that were undone are free again. */
function useImported(board: readonly DeskOrder[]): Imported | undefined {
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

/** The lines that are recorded, as far as this browser knows. */
export function recordedLines({ recorded, used, outcomes }: Imported): ReadonlySet<number> {
  const confirmed = outcomes.filter(({ state }) => state === 'recorded')
  return new Set([
    ...recorded,
    ...used.map(({ line }) => line),
    ...confirmed.map(({ proposal }) => proposal.transfer.line),
  ])
}

/** The transfers that nothing is recorded of. */
function unused(imported: Imported): Statement.Transfer[] {
  const recorded = recordedLines(imported)
  return imported.transfers.filter(({ line }) => !recorded.has(line))
}

/** Matches again with the board as it is now: an order may have come after the statement, or be paid by now. */
function propose(imported: Imported, board: readonly DeskOrder[]): Proposal[] {
  const orders = new Map([...imported.orders, ...board.filter(hasSums)].map((order) => [order.orderId, order]))
  const transfers = unused(imported)
  const byLine = new Map(transfers.map((transfer) => [transfer.line, transfer]))
  return Statement.match(transfers, [...orders.values()])
    .flatMap(({ line, orderId, ...match }) => {
      const [transfer, order] = [byLine.get(line), orders.get(orderId)]
      // An order that was paid since the import was most likely paid by this very transfer.
      if (!transfer || !order || (match.certainty === 'extra' && !imported.extra.includes(line))) return []
      return [{ transfer, order, ...match }]
    })
    .sort((a, b) => certaintyRank[a.certainty] - certaintyRank[b.certainty])
}

/** A transfer that could be for an order. */
export type LikelyTransfer = {
  readonly transfer: Statement.Transfer
  /** The code of another order that it matches for certain. */
  readonly matches?: string
}

const noOrders: readonly DeskOrder[] = []

/** The transfers that could be for this order, the likeliest first, and the account they came to. */
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
    // A customer may have written the code of another order: such a line stays within reach, after all others.
    const [others, free] = [transfers.filter(({ matches }) => matches), transfers.filter(({ matches }) => !matches)]
    return { accountId: imported.accountId, transfers: [...free, ...others] }
  }, [imported, order, board])
}

/** Takes a transfer that was recorded by a form out of the imported statement. */
export function useMarkUsed(): (sessionId: string, after: TillOrder) => void {
  const client = useQueryClient()
  return (sessionId, { orderId, received }) => {
    const key = Payment.sessionKey(sessionId)
    client.setQueryData<Imported>(statementKey, (before) => {
      const line = before?.transfers.find((transfer) => Payment.sessionKey(transfer.sessionId) === key)?.line
      return before && line !== undefined ? { ...before, used: [...before.used, { line, orderId, received }] } : before
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
  if (transfer.amount < due) return `This would leave it short by ${BusinessDay.format(sum([due, -transfer.amount]))}.`
  if (transfer.amount > due) return `This is ${BusinessDay.format(sum([transfer.amount, -due]))} more than is due.`
  return 'Amount and name match; the code is missing.'
}

function stateOf(order: TillOrder): string {
  if (order.payment === 'short') return `Short by ${Money.format(Bill.due(order))}.`
  return order.owed > 0 ? `We owe ${Money.format(order.owed)}.` : 'Paid.'
}
