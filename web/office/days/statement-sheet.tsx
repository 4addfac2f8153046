import { useState } from 'react'
import type { OpenDay, OpenPlace } from '#contract/books/days.ts'
import * as BusinessDay from '#domain/books/business-day.ts'
import { sum } from '#domain/books/kobo.ts'
import { accountOf } from '#domain/books/movement.ts'
import * as StatementFile from '#domain/books/statement-file.ts'
import { call, sentence } from '#web/data/api/client.ts'
import { checkFirst } from '#web/office/frame/office-store.ts'
import { FileChoice } from '#web/staff/file-choice.tsx'
import { Button } from '#web/ui/button.tsx'
import { ColumnChoice } from '#web/ui/forms/column-choice.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { useSend } from '#web/ui/use-send.ts'

/** Bytes. A larger file is no statement of a day: this holds thousands of rows. */
const largest = 1024 * 1024

const labels: Readonly<Record<StatementFile.Field, string>> = {
  day: 'Day',
  narration: 'Narration',
  credit: 'Money in',
  debit: 'Money out',
  amount: 'Amount, in or out',
  kind: 'In or out (CR or DR)',
  session: 'Session id',
  reference: 'Reference',
  sender: 'Sender',
}

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

type Read = { readonly sheet: StatementFile.Sheet; readonly columns: StatementFile.Columns; readonly name: string }

function StatementForm({ place, onDone }: Pick<Props, 'place' | 'onDone'>) {
  const [read, setRead] = useState<Read>()
  const [failure, setFailure] = useState('')
  const { busy, send, callOnce } = useSend()

  async function choose(file: File | undefined) {
    if (!file) return
    setRead(undefined)
    setFailure('')
    try {
      const sheet = await sheetOf(file, place.place)
      if (typeof sheet === 'string') setFailure(sheet)
      else setRead({ sheet, columns: sheet.columns, name: file.name })
    } catch (error) {
      setFailure(sentence(error, 'Could not reach the restaurant. Please check the network and choose the file again.'))
    }
  }

  const isReadable = read && StatementFile.isHeading(read.columns)
  const found = isReadable ? StatementFile.lines(read.sheet, read.columns) : undefined
  const missing: StatementFile.Field[] = !read || isReadable ? [] : missingOf(read.columns)

  function save(lines: readonly StatementFile.StatementLine[]) {
    setFailure('')
    const body = { place: place.place, lines: [...lines] }
    void send(async () => onDone(await callOnce('PUT /api/office/open-day/statement', { body })), {
      onFailure: (error) => setFailure(sentence(error, checkFirst)),
    })
  }

  return (
    <div className="grid gap-4">
      <FileChoice
        accept=".csv,.tsv,.txt,text/csv,text/plain"
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
          head={read.sheet.head.cells}
          labels={labels}
          columns={read.columns}
          missing={missing}
          onChange={(columns) => setRead({ ...read, columns })}
        />
      )}
      {found && read && <Found {...found} name={read.name} />}
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
async function sheetOf(file: File, place: string): Promise<StatementFile.Sheet | string> {
  if (file.size > largest) return 'This file is larger than 1 MB. Choose a shorter statement.'
  const text = await file.text()
  const sheet = StatementFile.open(text)
  if (typeof sheet === 'string') return sheet
  const { accounts } = await call('GET /api/desk/accounts')
  // Above its heading: further down another account of the restaurant may be the payer.
  const above = text.split('\n', sheet.head.row - 1).join('\n')
  const named = StatementFile.accountOf(`${file.name}\n${above}`, accounts)
  const other = accounts.find(({ id }) => id === named && accountOf(place) !== id)
  return other ? `This is the statement of ${other.number}.` : sheet
}

const missingOf = ({ narration, credit, amount }: StatementFile.Columns): StatementFile.Field[] => [
  ...(narration === undefined ? (['narration'] as const) : []),
  ...(credit === undefined && amount === undefined ? (['credit', 'amount'] as const) : []),
]

function Found({ lines, unread, name }: ReturnType<typeof StatementFile.lines> & { name: string }) {
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
