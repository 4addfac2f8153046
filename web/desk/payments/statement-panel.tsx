import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { TillOrder } from '#contract/order/orders.ts'
import * as BusinessDay from '#domain/books/business-day.ts'
import { sum } from '#domain/books/kobo.ts'
import { undoWithin } from '#domain/order/actions.ts'
import { serverNow } from '#web/data/api/client.ts'
import { useClock } from '#web/data/clock.ts'
import { canUndoConfirmation, useOrderActions } from '#web/desk/orders/order-actions.ts'
import { PointAtColumns } from '#web/staff/statements/point-at-columns.tsx'
import type { Columns } from '#web/staff/statements/read-statement.ts'
import { RowsToCheck } from '#web/staff/statements/rows-to-check.tsx'
import {
  countsByTitle,
  StatementRemainder,
  type StatementRow,
  setAsideRows,
} from '#web/staff/statements/statement-remainder.tsx'
import { checkTile, StatementSummary, type Tile, unreadTile } from '#web/staff/statements/statement-summary.tsx'
import { Summary } from '#web/staff/summary.tsx'
import { SheetContent } from '#web/ui/sheet.tsx'
import { useSend } from '#web/ui/use-send.ts'
import { AccountChoice, accountsQuery } from './account-choice.tsx'
import { MoneyNeedsNetwork } from './money-needs-network.tsx'
import { StatementChoice } from './statement-choice.tsx'
import { type LastConfirmed, StatementFoot } from './statement-foot.tsx'
import {
  amountOf,
  confirmedLines,
  type Imported,
  type Outcome,
  type Proposal,
  recordedLines,
} from './statement-import.ts'
import { StatementProposal } from './statement-proposal.tsx'
import { certaintyRank } from './statement-proposals.ts'
import type { StatementOnBoard } from './use-statement.ts'

/**
 * A bank statement and the orders that wait for money. A person reads the certain matches and confirms them together;
 * other matches are confirmed one by one. Fills a bare sheet, whose foot keeps the button in view.
 */
export function StatementPanel({ statement, onClose }: { statement: StatementOnBoard; onClose: () => void }) {
  const { imported, confirm, confirmAll, importFile, setAccount } = statement
  const { data } = useQuery(accountsQuery)
  const [failure, setFailure] = useState('')
  const { busy, send } = useSend()
  const { letUndo, undoConfirmations } = useOrderActions()
  const [last, setLast] = useState<LastConfirmed>()
  const isUndoable = useClock((now) => (last && now < last.until ? 'yes' : '')) === 'yes'
  const rows = rowsOf(statement)
  const certain = rows.filter(({ proposal, outcome }) => proposal.certainty === 'certain' && outcome === undefined)

  /** Runs a confirmation if the statement's bank account is known. Otherwise asks the person to choose the account. */
  function withAccount(run: () => Promise<unknown>) {
    const isKnown = imported?.accountId !== ''
    setFailure(isKnown ? '' : 'Choose the account of the statement first.')
    if (isKnown) void run()
  }

  async function confirmCertain() {
    offerUndo(await confirmAll(certain.map(({ proposal }) => proposal)))
  }

  async function confirmOne(proposal: Proposal) {
    const { after } = await confirm(proposal)
    offerUndo(after ? [after] : [])
  }

  function offerUndo(confirmed: readonly TillOrder[]) {
    const orders = confirmed.filter(canUndoConfirmation)
    if (orders.length === 0) return
    setLast({ orders, until: serverNow() + undoWithin })
    letUndo(orders)
  }

  async function undo({ orders }: LastConfirmed) {
    setLast(undefined)
    await undoConfirmations(orders)
  }

  /**
   * Reads the same file again for this bank account, with the columns that are stored for the account or with
   * `columns`.
   */
  async function readAgain(account: string, columns?: Columns) {
    if (imported) setFailure(await importFile(imported.file, { account, ...(columns && { columns }) }))
  }

  function chooseAccount(id: string) {
    setFailure('')
    setAccount(id)
    if (id !== '' && imported?.statement.needsColumns) void send(() => readAgain(id))
  }

  const account = data?.accounts.find(({ id }) => id === imported?.accountId)
  const name = account ? `${account.bank} · ${account.number}` : (imported?.file.name ?? '')

  const columns = imported && (
    <PointAtColumns
      key={imported.statement.needsColumns ? undefined : imported.statement.columns.narration}
      statement={imported.statement}
      busy={busy}
      account={account?.number ?? ''}
      onRead={(columns) => withAccount(() => send(() => readAgain(imported.accountId, columns)))}
    />
  )

  return (
    <SheetContent
      foot={
        (certain.length > 0 || isUndoable) && (
          <>
            {failure && (
              <p role="alert" className="mb-2 font-semibold text-alarm">
                {failure}
              </p>
            )}
            <StatementFoot
              count={certain.length}
              sum={sumOf(certain)}
              busy={busy}
              onConfirm={() => withAccount(() => send(confirmCertain))}
              last={isUndoable ? last : undefined}
              onUndo={(last) => void send(() => undo(last))}
              onClose={onClose}
            />
          </>
        )
      }
    >
      <div className="grid gap-4">
        <MoneyNeedsNetwork />
        <StatementChoice statement={statement} />
        {imported && (
          <>
            <AccountChoice
              label="Statement of"
              value={imported.accountId}
              error={failure || undefined}
              onChange={({ target }) => chooseAccount(target.value)}
            />
            {imported.statement.needsColumns ? (
              columns
            ) : (
              <ReadStatement
                statement={statement}
                imported={imported}
                rows={rows}
                name={name}
                columns={columns}
                onConfirm={(proposal) => withAccount(() => confirmOne(proposal))}
              />
            )}
          </>
        )}
      </div>
    </SheetContent>
  )
}

type ReadProps = {
  readonly statement: StatementOnBoard
  readonly imported: Imported
  readonly rows: readonly Row[]
  readonly name: string
  readonly columns: ReactNode
  readonly onConfirm: (proposal: Proposal) => void
}

function ReadStatement({ statement, imported, rows, name, columns, onConfirm }: ReadProps) {
  const others = rows.filter(({ proposal }) => proposal.certainty !== 'certain')
  const transfers = transfersOf(imported, statement.proposals)
  const list = (some: readonly Row[]) =>
    some.map(({ proposal, outcome }) => (
      <StatementProposal
        key={keyOf(proposal)}
        proposal={proposal}
        outcome={outcome}
        onConfirm={() => onConfirm(proposal)}
      />
    ))
  return (
    <>
      <StatementSummary
        statement={imported.statement}
        name={name}
        tiles={tilesOf(imported.statement, transfers, others.filter(isOpen).length)}
      />
      <p role="status" className="sr-only">
        {summary(transfers)}
      </p>
      <RowsToCheck statement={imported.statement} />
      {others.length > 0 && (
        <section aria-labelledby="check-first" className="grid gap-1">
          <h3 id="check-first" className="text-lg">
            Look at these
          </h3>
          <ul className="grid divide-y divide-line">{list(others)}</ul>
        </section>
      )}
      <ul className="grid divide-y divide-line border-line border-y empty:hidden">
        {list(rows.filter((row) => !others.includes(row)))}
      </ul>
      <StatementRemainder statement={imported.statement} withoutOrder={transfers.withoutOrder} />
      <details>
        <Summary>Columns</Summary>
        {columns}
      </details>
    </>
  )
}

/** Returns the React key of a row. The key contains the order, because one transfer may pay several orders. */
const keyOf = ({ transfer, order }: Proposal) => `${transfer.line} ${order.orderId}`

type Row = { readonly proposal: Proposal; readonly outcome: Outcome | undefined }

/** Returns the proposals and this device's confirmations, in the sequence of the statement. */
function rowsOf({ imported, proposals }: StatementOnBoard): Row[] {
  const outcomes = new Map(imported?.outcomes.map((outcome) => [keyOf(outcome.proposal), outcome]))
  const open = new Set(proposals.map(keyOf))
  const done = [...outcomes.values()].filter(({ proposal }) => !open.has(keyOf(proposal)))
  return [...proposals, ...done.map(({ proposal }) => proposal)]
    .map((proposal) => ({ proposal, outcome: outcomes.get(keyOf(proposal)) }))
    .sort((a, b) => certaintyRank[a.proposal.certainty] - certaintyRank[b.proposal.certainty] || lineOf(a) - lineOf(b))
}

function lineOf({ proposal }: Row): number {
  return proposal.transfer.line
}

function sumOf(rows: readonly Row[]): string {
  return BusinessDay.format(sum(rows.map(({ proposal }) => amountOf(proposal))))
}

const isOpen = ({ outcome }: Row) => outcome?.state !== 'recorded'

/**
 * Returns the numbers of incoming transfers, of transfers confirmed in this browser and of transfers recorded before.
 * Also returns the proposals, and a row for each transfer without an order.
 */
function transfersOf(imported: Imported, proposals: readonly Proposal[]) {
  const recorded = recordedLines(imported)
  const known = new Set([...recorded, ...proposals.map(({ transfer }) => transfer.line)])
  const withoutOrder = imported.transfers
    .filter(({ line }) => !known.has(line))
    .map(
      ({ line, amount, ...words }): StatementRow => ({
        row: line,
        title: 'No order',
        text: BusinessDay.wordsOf(words),
        amount,
      }),
    )
  const confirmed = confirmedLines(imported)
  const before = recorded.size - new Set(confirmed).size
  return { all: imported.transfers.length, proposals, confirmed: confirmed.length, before, withoutOrder }
}

type Transfers = ReturnType<typeof transfersOf>

function tilesOf(
  statement: Imported['statement'],
  { proposals, confirmed, before, withoutOrder }: Transfers,
  open: number,
): Tile[] {
  const { unread, proof } = statement
  const aside = setAsideRows(statement)
  const certain = proposals.filter(({ certainty }) => certainty === 'certain').length
  return [
    certain > 0 || confirmed === 0
      ? {
          count: certain,
          name: 'Matched',
          note: confirmed > 0 ? `${confirmed} confirmed` : 'to orders',
          tone: 'text-leaf',
        }
      : { count: confirmed, name: 'Confirmed', note: 'from this file', tone: 'text-leaf' },
    checkTile(proof.breaks.length + open),
    { count: aside.length, name: 'Set aside', note: countsByTitle(aside) || 'nothing' },
    unreadTile(unread.length),
    { count: before, name: 'Known before', note: 'counted once' },
    { count: withoutOrder.length, name: 'No order', note: withoutOrder.length > 0 ? 'listed below' : 'nothing' },
  ]
}

function summary({ all, proposals, confirmed, before, withoutOrder }: Transfers): string {
  return `${all === 1 ? '1 transfer' : `${all} transfers`} came in: ${proposals.length} for our orders, ${confirmed} confirmed now, ${before} recorded before, ${withoutOrder.length} without an order.`
}
