import { useState } from 'react'
import type { OpenDay, OpenPlace } from '#contract/books/days.ts'
import type { ReadLine, ReadStatement } from '#contract/books/statements.ts'
import * as BusinessDay from '#domain/books/business-day.ts'
import { sum } from '#domain/books/kobo.ts'
import { accountOf } from '#domain/books/movement.ts'
import { call, sentence } from '#web/data/api/client.ts'
import { checkFirst } from '#web/office/frame/office-store.ts'
import { FileChoice } from '#web/staff/file-choice.tsx'
import { Button } from '#web/ui/button.tsx'
import { ColumnChoice } from '#web/ui/forms/column-choice.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { useSend } from '#web/ui/use-send.ts'

/** Bytes, as `largestTable` of the contract. */
const largest = 5 * 1024 * 1024

const labels = {
  day: 'Day',
  narration: 'Narration',
  credit: 'Money in',
  debit: 'Money out',
  amount: 'Amount, in or out',
  direction: 'In or out (CR or DR)',
  balance: 'Balance',
  session: 'Session id',
  reference: 'Reference',
  sender: 'Sender',
} as const
type Field = keyof typeof labels
type Columns = ReadStatement['columns']

type Props = {
  readonly place: OpenPlace
  readonly open: boolean
  readonly onClose: () => void
  readonly onDone: (after: OpenDay) => void
}

/** A bank's statement from a file: its columns, what is in it, and then into the day. */
export function StatementSheet({ place, open, onClose, onDone }: Props) {
  return (
    <Sheet open={open} onClose={onClose} title={`Statement of ${place.name}`}>
      {open && <StatementForm place={place} onDone={onDone} />}
    </Sheet>
  )
}

type Read = { readonly statement: ReadStatement; readonly columns: Columns; readonly file: File }

function StatementForm({ place, onDone }: Pick<Props, 'place' | 'onDone'>) {
  const [read, setRead] = useState<Read>()
  const [failure, setFailure] = useState('')
  const { busy, send, callOnce } = useSend()

  async function choose(file: File | undefined, columns?: Columns) {
    if (!file) return
    if (!columns) setRead(undefined)
    setFailure('')
    try {
      const statement = await statementOf(file, place.place, columns)
      if (typeof statement === 'string') setFailure(statement)
      else setRead({ statement, columns: columns ?? statement.columns, file })
    } catch (error) {
      setFailure(sentence(error, 'Could not reach the restaurant. Please check the network and choose the file again.'))
    }
  }

  function point(columns: Columns) {
    if (!read) return
    setRead({ ...read, columns })
    if (missingOf(columns).length === 0) void choose(read.file, columns)
  }

  const missing = read ? missingOf(read.columns) : []
  const found = read && missing.length === 0 ? read.statement : undefined

  function save(lines: readonly ReadLine[]) {
    setFailure('')
    const body = { place: place.place, lines: lines.map(sentLine) }
    void send(async () => onDone(await callOnce('PUT /api/office/open-day/statement', { body })), {
      onFailure: (error) => setFailure(sentence(error, checkFirst)),
    })
  }

  return (
    <div className="grid gap-4">
      <FileChoice
        accept=".csv,.tsv,.txt,.xlsx,.pdf"
        onFile={(file) => void choose(file)}
        className="min-h-20 border-line py-3"
      >
        <span className="font-semibold">{read ? 'Choose another file' : 'Choose the statement (CSV)'}</span>
        {!read && <span className="text-sm text-soft">As the bank gives it, for the time of this day or longer.</span>}
      </FileChoice>
      {failure && (
        <p role="alert" className="wrap-anywhere font-semibold text-alarm">
          {failure}
        </p>
      )}
      {read && (
        <ColumnChoice
          head={read.statement.head}
          labels={labels}
          columns={read.columns}
          missing={missing}
          onChange={point}
        />
      )}
      {found && read && <Found {...found} name={read.file.name} />}
      {found && (
        <Button busy={busy} disabled={found.lines.length === 0} onClick={() => save(found.lines)}>
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

/** What is in the file, or a sentence where that is no statement of this place. */
async function statementOf(file: File, place: string, columns?: Columns): Promise<ReadStatement | string> {
  if (file.size > largest) return 'This file is larger than 5 MB. Choose a shorter statement.'
  const { accounts } = await call('GET /api/desk/accounts')
  const account = accounts.find(({ id }) => accountOf(place) === id)
  const statement = await call('POST /api/desk/statements', {
    query: {
      name: file.name,
      ...(account && { account: account.id }),
      ...(columns && { columns: JSON.stringify(columns) }),
    },
    body: file,
  })
  const other = accounts.find(({ id }) => id === statement.account && id !== account?.id)
  return other ? `This is the statement of ${other.number}.` : statement
}

const missingOf = ({ narration, sender, credit, debit, amount }: Columns): Field[] => [
  ...(narration === undefined && sender === undefined ? (['narration'] as const) : []),
  ...(credit === undefined && debit === undefined && amount === undefined ? (['credit', 'amount'] as const) : []),
]

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

function Found({ lines, unread, name }: Pick<ReadStatement, 'lines' | 'unread'> & { name: string }) {
  const amounts = lines.map(({ amount }) => amount)
  const days = lines.flatMap(({ day }) => day ?? []).toSorted()
  return (
    <div className="wrap-anywhere grid gap-1">
      <p role="status">
        {name}: {lines.length === 1 ? '1 line' : `${lines.length} lines`}
        {days.length > 0 && `, from ${days[0]} to ${days.at(-1)}`}.{' '}
        {BusinessDay.format(sum(amounts.filter((amount) => amount > 0)))} in,{' '}
        {BusinessDay.format(-sum(amounts.filter((amount) => amount < 0)))} out.
      </p>
      {unread.length > 0 && (
        <details>
          <summary className="flex min-h-11 cursor-pointer items-center font-semibold text-alarm">
            {unread.length === 1 ? '1 row cannot be read' : `${unread.length} rows cannot be read`}
          </summary>
          <ul className="grid gap-1 text-sm">
            {unread.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
