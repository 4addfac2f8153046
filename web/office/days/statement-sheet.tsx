import { useState } from 'react'
import type { OpenDay, OpenPlace } from '#contract/books/days.ts'
import type { ReadLine, ReadStatement } from '#contract/books/statements.ts'
import { accountOf } from '#domain/books/movement.ts'
import { call, sentence } from '#web/data/api/client.ts'
import { checkFirst } from '#web/office/frame/office-store.ts'
import { FileChoice } from '#web/staff/file-choice.tsx'
import { PointAtColumns } from '#web/staff/statements/point-at-columns.tsx'
import { type Columns, readStatement, statementFiles, unread } from '#web/staff/statements/read-statement.ts'
import { RowsToCheck } from '#web/staff/statements/rows-to-check.tsx'
import { countsByTitle, StatementRemainder, setAsideRows } from '#web/staff/statements/statement-remainder.tsx'
import { checkTile, StatementSummary, type Tile, unreadTile } from '#web/staff/statements/statement-summary.tsx'
import { Summary } from '#web/staff/summary.tsx'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { useSend } from '#web/ui/use-send.ts'

type Props = {
  readonly place: OpenPlace
  readonly open: boolean
  readonly onClose: () => void
  readonly onDone: (after: OpenDay) => void
}

/**
 * Imports a bank's statement. The person picks a file, assigns its columns if the server did not recognise them, and
 * checks the content.
 */
export function StatementSheet({ place, open, onClose, onDone }: Props) {
  return (
    <Sheet open={open} onClose={onClose} title={`Statement of ${place.name}`} wide>
      {open && <StatementForm place={place} onDone={onDone} />}
    </Sheet>
  )
}

type Read = { readonly statement: ReadStatement; readonly file: File }

function StatementForm({ place, onDone }: Pick<Props, 'place' | 'onDone'>) {
  const [read, setRead] = useState<Read>()
  const [failure, setFailure] = useState('')
  const { busy, sending, send, callOnce } = useSend()

  function choose(file: File | undefined, columns?: Columns) {
    if (!file) return
    if (!columns) setRead(undefined)
    setFailure('')
    void send(() => readFile(file, columns), {
      what: 'read',
      onFailure: (error) => setFailure(sentence(error, unread)),
    })
  }

  async function readFile(file: File, columns?: Columns) {
    const statement = await statementOf(file, place.place, columns)
    if (typeof statement === 'string') setFailure(statement)
    else setRead({ statement, file })
  }

  function save(lines: readonly ReadLine[]) {
    setFailure('')
    const body = { place: place.place, lines: lines.map(sentLine) }
    void send(async () => onDone(await callOnce('PUT /api/office/open-day/statement', { body })), {
      onFailure: (error) => setFailure(sentence(error, checkFirst)),
    })
  }

  return (
    <div className="grid gap-4">
      <FileChoice accept={statementFiles} onFile={choose} className="min-h-20 border-line py-3">
        <span className="font-semibold">{read ? 'Choose another file' : 'Choose the statement'}</span>
        {!read && (
          <span className="text-sm text-soft">
            CSV, Excel or PDF, as the bank gives it, for the time of this day or longer.
          </span>
        )}
      </FileChoice>
      {sending === 'read' && <progress aria-label="Reading the statement" className="h-2 w-full accent-ember" />}
      {failure && (
        <p role="alert" className="wrap-anywhere font-semibold text-alarm">
          {failure}
        </p>
      )}
      {read && (
        <Found
          statement={read.statement}
          placeName={place.name}
          busy={busy}
          onRead={(columns) => choose(read.file, columns)}
        />
      )}
      {read && !read.statement.needsColumns && (
        <Button busy={busy} disabled={read.statement.lines.length === 0} onClick={() => save(read.statement.lines)}>
          Use this statement
        </Button>
      )}
      {place.lines !== null && !read && (
        <Button variant="danger" busy={busy} onClick={() => save([])}>
          Remove the statement
        </Button>
      )}
    </div>
  )
}

type FoundProps = Pick<Read, 'statement'> & {
  readonly placeName: string
  readonly busy: boolean
  readonly onRead: (columns: Columns) => void
}

function Found({ statement, placeName, busy, onRead }: FoundProps) {
  const pointing = <PointAtColumns statement={statement} busy={busy} account={placeName} onRead={onRead} />
  if (statement.needsColumns) return pointing
  return (
    <>
      <StatementSummary statement={statement} name={placeName} tiles={tilesOf(statement)} />
      <RowsToCheck statement={statement} />
      <StatementRemainder statement={statement} />
      <details>
        <Summary>Columns</Summary>
        {pointing}
      </details>
    </>
  )
}

function tilesOf(statement: ReadStatement): Tile[] {
  const { lines, unread, proof } = statement
  const transfers = lines.filter(({ kind }) => kind === 'customer').length
  const aside = setAsideRows(statement)
  return [
    { count: transfers, name: 'Transfers', note: 'in and out' },
    checkTile(proof.breaks.length),
    { count: aside.length, name: 'Set aside', note: countsByTitle(aside) || 'nothing' },
    unreadTile(unread.length),
  ]
}

/** Reads the file. Returns its content, or a sentence if the file is not a statement of this place. */
async function statementOf(file: File, place: string, columns?: Columns): Promise<ReadStatement | string> {
  const { accounts } = await call('GET /api/desk/accounts')
  const account = accounts.find(({ id }) => accountOf(place) === id)
  const statement = await readStatement(file, { account: account?.id, columns })
  if (typeof statement === 'string') return statement
  const other = accounts.find(({ id }) => id === statement.account && id !== account?.id)
  return other ? `This is the statement of ${other.number}.` : statement
}

const sentLine = ({ line, day, narration, amount, sender, sessionId, balance, kind }: ReadLine) => ({
  line,
  day,
  narration,
  amount,
  sender,
  sessionId,
  balance,
  kind,
})
