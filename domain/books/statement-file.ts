import { writtenAmount } from '../money/amount.ts'
import * as Money from '../money/money.ts'
import * as Payment from '../order/payment.ts'
import * as Csv from '../text/csv.ts'
import { shown } from '../text/words.ts'
import type { Transfer } from './statement.ts'
import { writtenDay } from './written-day.ts'

/** A line of a bank's statement: money that came in, or went out. */
export type StatementLine = {
  /** In the file, as a spreadsheet counts. */
  readonly line: number
  /** `YYYY-MM-DD`; null where the bank's day cannot be read. */
  readonly day: string | null
  readonly narration: string
  /** In naira, below zero where it went out. The charges of banks have kobo. */
  readonly amount: number
  readonly sender: string
  /** As the bank shows it; '' where it shows none. */
  readonly sessionId: string
}

type Statement = {
  readonly transfers: readonly Transfer[]
  /** One sentence for each row that cannot be read, or one for the file. */
  readonly unread: readonly string[]
}

/** Rows of one file; a busy night's, several times over. */
export const mostRows = 2000

/** Characters of a line that are kept. */
export const longest = { narration: 300, sender: 100, sessionId: 60 } as const

/** Naira that come in and go out by one statement: what is counted of it fits the books. */
const mostMoved = 100_000_000_000

/** What keeps the lines of a statement from being compared with what was recorded, as a sentence. */
export function faultOf(lines: readonly Omit<StatementLine, 'line' | 'day'>[]): string | undefined {
  if (lines.length > mostRows) {
    return `This statement has ${lines.length} lines. Import a shorter one: ${mostRows} lines at most.`
  }
  const isLong = (line: (typeof lines)[number]) =>
    (Object.keys(longest) as (keyof typeof longest)[]).some((field) => line[field].length > longest[field])
  if (lines.some(isLong)) return 'A line of this statement is too long to be read. Import the statement again.'
  const moved = lines.reduce((sum, { amount }) => sum + Math.abs(amount), 0)
  return moved <= mostMoved ? undefined : 'The amounts of this statement are too high to be right. Check its columns.'
}

/** How banks call the columns, by their letters alone. The first that fits wins. */
const names = {
  day: ['transdate', 'trandate', 'transtime', 'transactiondate', 'date', 'dateposted', 'postdate', 'valuedate'],
  narration: ['narration', 'description', 'transactiondetails', 'details', 'remarks', 'remark', 'particulars'],
  credit: [
    ...['credit', 'credits', 'creditamount', 'cramount', 'deposit', 'deposits', 'moneyin', 'lodgement', 'lodgements'],
    ...['paidin', 'inflow'],
  ],
  debit: [
    ...['debit', 'debits', 'debitamount', 'dramount', 'withdrawal', 'withdrawals', 'moneyout', 'paidout', 'outflow'],
  ],
  amount: ['amount', 'transactionamount'],
  kind: ['type', 'drcr', 'crdr', 'transactiontype', 'direction'],
  session: ['sessionid', 'session', 'nipsessionid', 'nibsssessionid'],
  reference: [
    ...['reference', 'transactionreference', 'referenceno', 'referencenumber', 'ref', 'refno', 'transactionid'],
    ...['transid', 'tranid'],
  ],
  sender: ['sender', 'sendername', 'originator', 'originatorname', 'payer', 'payername', 'from', 'counterparty'],
} as const

export type Field = keyof typeof names
const fields = Object.keys(names) as readonly Field[]

/** Which column of the file has what, counted from 0. */
export type Columns = { readonly [Name in Field]?: number }

/** A file of rows, and what its columns seem to be. A person may know better. */
export type Sheet = { readonly head: Csv.Row; readonly rows: readonly Csv.Row[]; readonly columns: Columns }

/** With commas, semicolons or tabs, whatever stands above its heading. A sentence where there is nothing to read. */
export function open(text: string): Sheet | string {
  const rows = Csv.read(text)
  if (rows.length > mostRows) return `This file has ${rows.length} rows. Choose a shorter time: at most ${mostRows}.`
  const fault = Csv.faultOf(rows)
  if (fault !== undefined) return fault
  const known = rows.find((row) => isHeading(columnsOf(row.cells)))
  // Of a bank that calls its columns otherwise: the widest of the first rows, which a person then explains.
  const [widest] = rows.slice(0, 20).toSorted((a, b) => widthOf(b) - widthOf(a) || a.row - b.row)
  const head = known ?? (widest && widthOf(widest) > 2 ? widest : undefined)
  if (!head) {
    return 'We find no heading with a narration and an amount. Choose the statement that the bank gives as CSV.'
  }
  return { head, rows: rows.filter(({ row }) => row > head.row), columns: columnsOf(head.cells) }
}

const widthOf = ({ cells }: Csv.Row) => cells.filter((cell) => cell.trim() !== '').length

/** The lines of a sheet by its columns, and a sentence for each row that cannot be read. */
export function lines(sheet: Pick<Sheet, 'rows'>, columns: Columns) {
  const found: StatementLine[] = []
  const unread: string[] = []
  for (const row of sheet.rows) {
    const line = lineOf(row, columns)
    if (typeof line === 'string') unread.push(`Row ${row.row}: ${line}`)
    else if (line) found.push(line)
  }
  return { lines: found, unread }
}

/** The transfers that came in by a statement and can be recorded for an order: in whole naira, each with an id. */
export function read(text: string): Statement {
  const sheet = open(text)
  if (typeof sheet === 'string') return { transfers: [], unread: [sheet] }
  if (!isHeading(sheet.columns)) {
    return {
      transfers: [],
      unread: ['We find no heading with a narration and an amount. Choose the statement that the bank gives as CSV.'],
    }
  }
  const transfers: Transfer[] = []
  const unread: string[] = []
  for (const row of sheet.rows) {
    const result = transferOf(row, sheet.columns)
    if (typeof result === 'string') unread.push(`Row ${row.row}: ${result}`)
    else if (result) transfers.push(result)
  }
  return { transfers, unread }
}

function columnsOf(head: readonly string[]): Columns {
  const plain = head.map((cell) =>
    cell
      .toLowerCase()
      .replace(/\((?:ngn|n|₦)\)/g, '')
      .replace(/ngn|[^a-z]/g, ''),
  )
  const at = new Map(plain.map((name, column) => [name, column] as const).reverse())
  const found = fields.flatMap((field) => {
    const column = names[field].map((name) => at.get(name)).find((each) => each !== undefined)
    return column === undefined ? [] : [[field, column] as const]
  })
  return Object.fromEntries(found)
}

/** Whether lines can be read by these columns. */
export function isHeading({ narration, credit, amount }: Columns): boolean {
  return narration !== undefined && (credit !== undefined || amount !== undefined)
}

const cellIn = (row: Csv.Row, column: number | undefined) =>
  column === undefined ? '' : (row.cells[column] ?? '').replace(/\p{Cc}+/gu, ' ').trim()

/** Banks write nothing, a dash or a zero where no money moved. */
const isNothing = (written: string) => /^[-–\s]*$/.test(written) || writtenAmount(written) === 0

/** A sentence where the row cannot be read, nothing where no money moved. */
function lineOf(row: Csv.Row, columns: Columns): StatementLine | string | undefined {
  const amount = amountOf(row, columns)
  if (amount === undefined || typeof amount === 'string') return amount
  const narration = cellIn(row, columns.narration).slice(0, longest.narration)
  const session = sessionOf(cellIn(row, columns.session), cellIn(row, columns.reference), narration)
  if (session === 'cut') return 'a spreadsheet has cut its session id. Choose the file as the bank gave it.'
  const sender = (cellIn(row, columns.sender) || senderIn(narration)).slice(0, longest.sender)
  const day = writtenDay(cellIn(row, columns.day)) ?? null
  return { line: row.row, day, narration, amount, sender, sessionId: session ?? '' }
}

function amountOf(row: Csv.Row, columns: Columns): number | string | undefined {
  const credit = cellIn(row, columns.credit ?? columns.amount)
  const debit = columns.credit === undefined ? '' : cellIn(row, columns.debit)
  const written = isNothing(credit) ? debit : credit
  if (isNothing(written)) return undefined
  const read = writtenAmount(written)
  if (read === undefined) return `the amount “${shown(written)}” cannot be read.`
  const goesOut = isNothing(credit) || /^d(?:r|eb)/i.test(cellIn(row, columns.kind))
  return goesOut ? -Math.abs(read) : read
}

/** A sentence where the row cannot be recorded, nothing where no money came in. */
function transferOf(row: Csv.Row, columns: Columns): Transfer | string | undefined {
  const line = lineOf(row, columns)
  if (line === undefined || typeof line === 'string') return line
  const { day: _, amount, ...transfer } = line
  if (amount <= 0) return undefined
  if (!Number.isInteger(amount)) {
    return `${shown(cellIn(row, columns.credit ?? columns.amount))} is not in whole naira. Record it by hand.`
  }
  if (line.sessionId === '') return 'it has neither a session id nor a reference. Record it by hand.'
  return { ...transfer, amount: Money.naira(amount) }
}

/** NIBSS's 30 figures wherever they stand: people type those, and a transfer must not count under two names. */
function sessionOf(session: string, reference: string, narration: string): string | undefined {
  const known = [session, reference, narration].flatMap((text) => /(?<!\d)\d{30}(?!\d)/.exec(text) ?? [])[0]
  const id = known ?? (session || reference)
  // '1.42511E+28': thousands of transfers would have the same one.
  if (/^\d(?:[.,]\d+)?E\+?\d+$/i.test(id)) return 'cut'
  return Payment.sessionKey(id).length >= Payment.shortestSession ? id.slice(0, longest.sessionId) : undefined
}

/** 'TRF FROM ADA OBI TO INA GRILL', else what there is. The narration is cut by then: the pattern looks on from each 'from'. */
function senderIn(narration: string): string {
  const found = /\b(?:from|frm)[\s:/-]+([\p{L}.'][\p{L} .'-]{2,}?)(?=\sto\b|[/|:,\d]|$)/iu.exec(narration)
  return (found?.[1] ?? narration).trim() || 'Not named'
}

/** The account whose number stands in the statement before its first transfers, or in the file's name. */
export function accountOf(text: string, accounts: readonly { readonly id: string; readonly number: string }[]) {
  const beginning = text.slice(0, 2000).replace(/[\s-]/g, '')
  const [one, ...others] = accounts.filter(({ number }) => beginning.includes(number))
  return others.length === 0 ? one?.id : undefined
}
