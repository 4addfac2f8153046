import { type DragEvent, useState } from 'react'
import type { TillOrder } from '#contract/order/orders.ts'
import * as BusinessDay from '#domain/books/business-day.ts'
import { sum } from '#domain/books/kobo.ts'
import { undoWithin } from '#domain/order/actions.ts'
import { serverNow } from '#web/data/api/client.ts'
import { useClock } from '#web/desk/orders/clock.ts'
import { canUndoConfirmation, useOrderActions } from '#web/desk/orders/order-actions.ts'
import { FileChoice } from '#web/staff/file-choice.tsx'
import { Button } from '#web/ui/button.tsx'
import { SheetContent } from '#web/ui/sheet.tsx'
import { useSend } from '#web/ui/use-send.ts'
import { AccountChoice } from './account-choice.tsx'
import { MoneyNeedsNetwork } from './money-needs-network.tsx'
import { StatementProposal } from './statement-proposal.tsx'
import {
  certaintyRank,
  type Outcome,
  type Proposal,
  recordedLines,
  type StatementOnBoard,
} from './statement-proposals.ts'

/**
 * A bank statement and the orders that wait for money. A person confirms: those that match for certain at once, after a look
 * through the list, and each of the others by itself. For a bare sheet, whose foot keeps the button in view.
 */
export function StatementPanel({ statement }: { statement: StatementOnBoard }) {
  const { imported, confirm, confirmAll, setAccount } = statement
  const [failure, setFailure] = useState('')
  const { busy, send } = useSend()
  const { letUndo, undoConfirmations } = useOrderActions()
  const [last, setLast] = useState<Last>()
  const isUndoable = useClock((now) => (last && now < last.until ? 'yes' : '')) === 'yes'
  const rows = rowsOf(statement)
  const certain = rows.filter(({ proposal, outcome }) => proposal.certainty === 'certain' && outcome === undefined)
  const others = rows.filter(({ proposal }) => proposal.certainty !== 'certain')

  /** Runs a confirmation once the account is known. */
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

  async function undo({ orders }: Last) {
    setLast(undefined)
    await undoConfirmations(orders)
  }

  const list = (some: readonly Row[]) =>
    some.map(({ proposal, outcome }) => (
      <StatementProposal
        key={keyOf(proposal)}
        proposal={proposal}
        outcome={outcome}
        onConfirm={() => withAccount(() => confirmOne(proposal))}
      />
    ))

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
            <div className="flex flex-wrap gap-2">
              {certain.length > 0 && (
                <Button className="flex-auto" busy={busy} onClick={() => withAccount(() => send(confirmCertain))}>
                  {certain.length === 1
                    ? `Confirm ${sumOf(certain)} that matches`
                    : `Confirm all ${certain.length} that match · ${sumOf(certain)}`}
                </Button>
              )}
              {last && isUndoable && (
                <Button variant="secondary" className="flex-auto" onClick={() => void send(() => undo(last))}>
                  {last.orders.length === 1 ? 'Undo' : `Undo all ${last.orders.length}`}
                </Button>
              )}
            </div>
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
              onChange={(event) => {
                setAccount(event.target.value)
                setFailure('')
              }}
            />
            <p role="status">{summary(statement)}</p>
            <ul className="grid divide-y divide-line border-line border-y empty:hidden">
              {list(rows.filter((row) => !others.includes(row)))}
            </ul>
            {others.length > 0 && (
              <section aria-labelledby="check-first" className="grid gap-1">
                <h3 id="check-first" className="text-lg">
                  Look at these
                </h3>
                <ul className="grid divide-y divide-line">{list(others)}</ul>
              </section>
            )}
            <Unread texts={imported.unread} />
          </>
        )}
      </div>
    </SheetContent>
  )
}

/** What was confirmed last, and until when it can be undone, in epoch milliseconds of the server, as `useClock` has them. */
type Last = { readonly orders: readonly TillOrder[]; readonly until: number }

/** One transfer may pay several orders. */
const keyOf = ({ transfer, order }: Proposal) => `${transfer.line} ${order.orderId}`

type Row = { readonly proposal: Proposal; readonly outcome: Outcome | undefined }

/** What matches and what was confirmed here, each in its place. */
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
  return BusinessDay.format(sum(rows.map(({ proposal }) => proposal.transfer.amount)))
}

function summary({ imported, proposals }: StatementOnBoard): string {
  const all = imported?.transfers.length ?? 0
  const recorded = imported ? recordedLines(imported).size : 0
  const others = all - recorded - proposals.length
  return `${all === 1 ? '1 transfer' : `${all} transfers`} came in: ${proposals.length} for our orders, ${recorded} recorded already, ${others} without an order.`
}

function StatementChoice({ statement: { imported, importFile } }: { statement: StatementOnBoard }) {
  const { busy, send } = useSend()
  const [failure, setFailure] = useState('')
  const [over, setOver] = useState(false)

  function read(file: File | undefined) {
    if (!file || busy) return
    setFailure('')
    void send(async () => setFailure(await importFile(file)))
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    // The page reads what is dropped elsewhere on it.
    event.stopPropagation()
    setOver(false)
    read(event.dataTransfer.files[0])
  }

  return (
    <>
      <FileChoice
        accept=".csv,.tsv,.txt,.xlsx,.pdf"
        onFile={read}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={`${
          imported ? 'min-h-12 py-1.5' : 'min-h-28 py-5'
        } ${over ? 'border-ember bg-raise2' : 'border-line'}`}
      >
        <span className="font-semibold">
          {busy ? 'Reading…' : imported ? 'Import another statement (CSV)' : 'Import statement (CSV)'}
        </span>
        {!imported && (
          <span className="text-sm text-soft">or drop it anywhere on the desk. Importing confirms nothing.</span>
        )}
      </FileChoice>
      {failure && (
        <p role="alert" className="font-semibold text-alarm">
          {failure}
        </p>
      )}
    </>
  )
}

function Unread({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return null
  return (
    <details>
      <summary className="flex min-h-11 cursor-pointer items-center font-semibold text-alarm">
        {texts.length === 1 ? '1 row cannot be read' : `${texts.length} rows cannot be read`}
      </summary>
      <ul className="wrap-anywhere grid gap-1 text-sm">
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </details>
  )
}
