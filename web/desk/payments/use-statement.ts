import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { ReadStatement } from '#contract/books/statements.ts'
import type { DeskOrder, PaymentConfirmation, TillOrder } from '#contract/order/orders.ts'
import * as Statement from '#domain/books/statements/statement.ts'
import * as Money from '#domain/money/money.ts'
import * as Bill from '#domain/order/bill.ts'
import { ApiFailure, call, sentence } from '#web/data/api/client.ts'
import { useOrderActions } from '#web/desk/orders/order-actions.ts'
import { type Columns, readStatement, unread } from '#web/staff/statements/read-statement.ts'
import { accountsQuery, rememberedAccount } from './account-choice.tsx'
import { amountOf, type Imported, type Outcome, type Proposal, statementKey, useImported } from './statement-import.ts'
import { propose } from './statement-proposals.ts'

/** The number of requests that 'Confirm all' sends in parallel. */
const atOnce = 4

/** `done` is the number of transfers that have been compared with the orders, `of` the number in the statement. */
export type Progress = { readonly done: number; readonly of: number }

/** `failure` says why the last file could not be read; '' if it was read. */
type Reading = { readonly busy: boolean; readonly failure: string; readonly progress?: Progress }

type ImportOptions = {
  readonly account?: string
  readonly columns?: Columns
  readonly onProgress?: (progress: Progress) => void
}

/** `refusal` says why the transfer was not recorded. `after` is the order with the recorded transfer. */
type Confirmed = { readonly isAnswered: boolean; readonly refusal?: string; readonly after?: TillOrder }

export type StatementOnBoard = ReturnType<typeof useStatement>

/** Returns the imported statement and its proposals for the orders on the board. */
export function useStatement(board: readonly DeskOrder[]) {
  const client = useQueryClient()
  const { apply } = useOrderActions()
  const imported = useImported(board)
  const [reading, setReading] = useState<Reading>({ busy: false, failure: '' })
  const proposals = useMemo(() => (imported ? propose(imported, board) : []), [imported, board])

  function update(change: (imported: Imported) => Imported) {
    client.setQueryData<Imported>(statementKey, (before) => before && change(before))
  }

  function settle(outcome: Outcome) {
    const isOther = ({ proposal: { transfer, order } }: Outcome) =>
      transfer.line !== outcome.proposal.transfer.line || order.orderId !== outcome.proposal.order.orderId
    update((before) => ({ ...before, outcomes: [...before.outcomes.filter(isOther), outcome] }))
  }

  /** Records one transfer. Also returns whether the server answered. */
  async function confirm(proposal: Proposal): Promise<Confirmed> {
    const { transfer, certainty, order, part } = proposal
    const body: PaymentConfirmation = {
      accountId: imported?.accountId ?? '',
      amount: amountOf(proposal),
      ...(part !== undefined && { transferAmount: transfer.amount }),
      sender: transfer.sender,
      sessionId: transfer.sessionId,
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
      // `transfer-already-used` means that the transfer is recorded: by another tablet, or by an earlier request whose
      // answer was lost.
      const isRecorded = isAnswer && error.problem.code === 'transfer-already-used'
      const text = sentence(error, 'Could not reach the restaurant. Press again: a transfer is recorded only once.')
      settle({ proposal, state: isRecorded ? 'recorded' : 'refused', text })
      return { isAnswered: isAnswer, ...(!isRecorded && { refusal: text }) }
    }
  }

  /** Reads a file and shows its matches; records nothing. Returns why the file cannot be read, or ''. */
  async function importFile(file: File, { account, columns, onProgress }: ImportOptions = {}): Promise<string> {
    try {
      const { accounts } = await client.ensureQueryData(accountsQuery)
      const statement = await readStatement(file, { account, columns })
      if (typeof statement === 'string') return statement
      const accountId = account ?? statement.account ?? rememberedAccount(accounts)
      const found = await ask(transfersOf(statement), onProgress)
      client.setQueryData<Imported>(statementKey, { file, statement, accountId, outcomes: [], used: [], ...found })
      return ''
    } catch (error) {
      return sentence(error, unread)
    }
  }

  async function readChosen(file: File) {
    setReading({ busy: true, failure: '' })
    const failure = await importFile(file, {
      onProgress: (progress) => setReading({ busy: true, failure: '', progress }),
    })
    setReading({ busy: false, failure })
  }

  return {
    imported,
    proposals,
    reading,
    confirm,
    importFile,
    readChosen,
    setAccount: (accountId: string) => update((before) => ({ ...before, accountId })),
    /** Confirms each proposal by a request of its own, and stops if the network is lost. Returns the changed orders. */
    async confirmAll(all: readonly Proposal[]): Promise<readonly TillOrder[]> {
      const done: TillOrder[] = []
      for (let at = 0; at < all.length; at += atOnce) {
        const answered = await Promise.all(all.slice(at, at + atOnce).map(confirm))
        done.push(...answered.flatMap(({ after }) => after ?? []))
        if (answered.some(({ isAnswered }) => !isAnswered)) break
      }
      return done
    },
  }
}

/** Returns the certain match of each order, by order id. Empty until the bank account is known. */
export function matchedOrders({ imported, proposals }: StatementOnBoard): ReadonlyMap<string, Proposal> {
  if (!imported?.accountId) return new Map()
  const certain = proposals.filter(({ certainty }) => certainty === 'certain')
  return new Map(certain.map((proposal) => [proposal.order.orderId, proposal]))
}

/**
 * Returns the transfers that came in from customers. If the balance of a row does not follow from the row before, the
 * transfer is marked as doubtful, and 'Confirm all' leaves it out.
 */
function transfersOf({ lines, proof }: ReadStatement): Statement.Transfer[] {
  const hasProof = proof.opening !== null
  return lines
    .filter(({ kind, amount }) => kind === 'customer' && amount > 0)
    .map(({ line, narration, amount, sender, sessionId, isProven }) => ({
      line,
      narration,
      amount,
      sender,
      sessionId,
      ...(hasProof && !isProven && { isDoubtful: true as const }),
    }))
}

/** Requests the matches in parts, because the size of a request is limited. */
async function ask(
  transfers: readonly Statement.Transfer[],
  onProgress?: (progress: Progress) => void,
): Promise<Pick<Imported, 'transfers' | 'recorded' | 'extra' | 'orders'>> {
  const recorded: number[] = []
  const extra: number[] = []
  const orders: TillOrder[] = []
  const parts = new Map<number, number>()
  const paidCodes = new Map<number, string>()
  for (let at = 0; at < transfers.length; at += Statement.mostAsked) {
    onProgress?.({ done: at, of: transfers.length })
    const part = transfers.slice(at, at + Statement.mostAsked)
    const answer = await call('POST /api/desk/statement-matches', { body: { transfers: part } })
    recorded.push(...answer.recorded)
    for (const { line, amount } of answer.recordedInPart ?? []) parts.set(line, amount)
    for (const { line, certainty, order, paidCode } of answer.matches) {
      orders.push(order)
      if (paidCode !== undefined) paidCodes.set(line, paidCode)
      if (certainty === 'extra') extra.push(line)
    }
  }
  const withParts = transfers.map((transfer) => {
    const [recorded, paidCode] = [parts.get(transfer.line), paidCodes.get(transfer.line)]
    return { ...transfer, ...(recorded !== undefined && { recorded }), ...(paidCode !== undefined && { paidCode }) }
  })
  return { transfers: withParts, recorded, extra, orders }
}

function stateOf(order: TillOrder): string {
  if (order.payment === 'short') return `Short by ${Money.format(Bill.due(order))}.`
  return order.owed > 0 ? `We owe ${Money.format(order.owed)}.` : 'Paid.'
}

/** Treats a file that is dropped anywhere on the page as a statement. */
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
