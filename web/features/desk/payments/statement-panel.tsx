import { type DragEvent, useState } from 'react'
import * as Statement from '#domain/statement.ts'
import { call, sentence } from '#web/api/client.ts'
import { AccountChoice } from './account-choice.tsx'
import { type Proposal, StatementProposal } from './statement-proposal.tsx'

/** Bytes: thousands of rows. What is larger is no statement. */
const largest = 1024 * 1024

type Findings = {
  readonly transfers: number
  readonly recorded: number
  readonly proposals: readonly Proposal[]
  readonly unread: readonly string[]
}

/** The bank's own statement beside the orders that wait for money. It proposes; a person confirms each. */
export function StatementPanel() {
  const [accountId, setAccountId] = useState('')
  const [findings, setFindings] = useState<Findings>()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const [over, setOver] = useState(false)

  async function take(file: File | undefined) {
    if (!file || busy) return
    setFindings(undefined)
    const wrong =
      accountId === ''
        ? 'First choose the account that this is the statement of.'
        : file.size > largest
          ? 'This file is larger than 1 MB. Choose a statement of a shorter time.'
          : ''
    setFailure(wrong)
    if (wrong) return
    setBusy(true)
    try {
      const { transfers, unread } = Statement.read(await file.text())
      setFindings({ transfers: transfers.length, unread, ...(await propose(transfers)) })
    } catch (error) {
      setFailure(sentence(error, 'The restaurant did not answer. Please check the network and choose the file again.'))
    } finally {
      setBusy(false)
    }
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    void take(event.dataTransfer.files[0])
  }

  return (
    <div className="grid gap-4">
      <AccountChoice
        label="Statement of"
        value={accountId}
        onChange={(event) => {
          setAccountId(event.target.value)
          setFindings(undefined)
          setFailure('')
        }}
      />
      <label
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={`grid min-h-28 cursor-pointer place-content-center justify-items-center gap-1 rounded-card border-2 border-dashed px-4 py-5 text-center has-focus-visible:border-ember ${
          over ? 'border-ember bg-raise2' : 'border-line'
        }`}
      >
        <span className="font-semibold">{busy ? 'Reading…' : 'Choose the statement (CSV)'}</span>
        <span className="text-sm text-soft">or drop it here. Nothing is confirmed by it.</span>
        <input
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          className="sr-only"
          onChange={(event) => {
            void take(event.target.files?.[0])
            // The same file can be chosen again.
            event.target.value = ''
          }}
        />
      </label>
      {failure && (
        <p role="alert" className="font-semibold text-alarm">
          {failure}
        </p>
      )}
      {findings && <Found findings={findings} accountId={accountId} />}
    </div>
  )
}

/** Asked in parts: a long statement is more than one request may carry. The surest come first. */
async function propose(transfers: readonly Statement.Transfer[]): Promise<Pick<Findings, 'recorded' | 'proposals'>> {
  const proposals: Proposal[] = []
  let recorded = 0
  for (let at = 0; at < transfers.length; at += Statement.mostAsked) {
    const part = transfers.slice(at, at + Statement.mostAsked)
    const answer = await call('POST /api/desk/statement-matches', { body: { transfers: part } })
    recorded += answer.recorded.length
    for (const match of answer.matches) {
      const transfer = part.find(({ line }) => line === match.line)
      if (transfer) proposals.push({ ...match, transfer })
    }
  }
  const rank = { certain: 0, likely: 1, extra: 2 }
  return { recorded, proposals: proposals.sort((a, b) => rank[a.certainty] - rank[b.certainty]) }
}

function Found({ findings, accountId }: { findings: Findings; accountId: string }) {
  const { transfers, recorded, proposals, unread } = findings
  const others = transfers - recorded - proposals.length
  return (
    <>
      <p role="status">
        {`${transfers === 1 ? '1 transfer' : `${transfers} transfers`} came in: ${proposals.length} for our orders, ${recorded} recorded already, ${others} without an order.`}
      </p>
      {proposals.length > 0 && (
        <ul className="grid gap-3">
          {proposals.map((proposal) => (
            <StatementProposal key={proposal.line} proposal={proposal} accountId={accountId} />
          ))}
        </ul>
      )}
      {unread.length > 0 && (
        <details>
          <summary className="flex min-h-11 cursor-pointer items-center font-semibold text-alarm">
            {unread.length === 1 ? '1 row cannot be read' : `${unread.length} rows cannot be read`}
          </summary>
          <ul className="wrap-anywhere grid gap-1 text-sm">
            {unread.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
