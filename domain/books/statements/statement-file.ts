import { writtenAmount } from '../../money/amount.ts'
import * as Payment from '../../order/payment.ts'
import type { Row } from '../../text/csv.ts'
import { shown } from '../../text/words.ts'
import { directionOf, guessColumns, isHeading, openSheet, type Sheet, textOf } from './statement-columns.ts'
import { dayReader, writtenTime } from './statement-days.ts'
import { type Columns, type Field, foldHeading } from './statement-heading.ts'
import { kindOf, senderIn, summaryOf } from './statement-kinds.ts'
import { identify, type SetAside, type StatementLine } from './statement-line.ts'
import { type Claims, type Proof, prove, type Total } from './statement-proof.ts'

/** Rows of one file: a month of a busy restaurant. */
export const mostRows = 10_000

/** Characters of a line that are kept. */
export const longest = { narration: 300, sender: 100, sessionId: 60 } as const

/** Kobo that come in and go out by one statement: what is counted of it fits the books. */
const mostMoved = 10_000_000_000_000

/** What keeps the lines of a statement from being compared with what was recorded, as a sentence. Amounts are naira. */
export function faultOf(
  lines: readonly {
    readonly amount: number
    readonly narration: string
    readonly sender: string
    readonly sessionId: string
  }[],
): string | undefined {
  if (lines.length > mostRows) {
    return `This statement has ${lines.length} lines. Import a shorter one: ${mostRows} lines at most.`
  }
  const isLong = (line: (typeof lines)[number]) =>
    (Object.keys(longest) as (keyof typeof longest)[]).some((field) => line[field].length > longest[field])
  if (lines.some(isLong)) return 'A line of this statement is too long to be read. Import the statement again.'
  const moved = lines.reduce((sum, { amount }) => sum + Math.abs(amount), 0)
  return moved * 100 <= mostMoved
    ? undefined
    : 'The amounts of this statement are too high to be right. Check its columns.'
}

/** A statement as it was read. */
export type Statement = {
  /** The bank whose layout it has; null where no bank is known by it. */
  readonly layout: string | null
  readonly head: Row
  readonly columns: Columns
  /** The first rows below the heading: a person points at their columns. */
  readonly first: readonly Row[]
  /** Whether nothing was read because a person has to say which column is which. */
  readonly needsColumns: boolean
  readonly lines: readonly StatementLine[]
  readonly setAside: readonly SetAside[]
  /** A sentence for each row that cannot be read. */
  readonly unread: readonly string[]
  readonly proof: Proof
  /** The text above the heading, which names the account. */
  readonly above: string
}

/** The columns of an account's statements that a person has pointed at, with the heading where they stand. */
export type Mapping = { readonly head: readonly string[]; readonly columns: Columns }

/** Reads a statement from the rows of its file. A sentence where there is nothing to read. */
export function read(rows: readonly Row[], mapping?: Mapping): Statement | string {
  if (rows.length > mostRows) return `This file has more than ${mostRows} rows. Choose a shorter time.`
  const sheet = (mapping && mappedSheet(rows, mapping)) ?? openSheet(rows)
  if (!sheet) {
    return 'We find no heading with a narration and an amount. Choose the statement that the bank gives as CSV or Excel file.'
  }
  const isMapped = mapping !== undefined && sheet.columns === mapping.columns
  const columns = isMapped || isComplete(sheet.columns) ? sheet.columns : guessColumns(sheet)
  const needsColumns = !isHeading(columns)
  const { lines, setAside, unread, claims } = needsColumns
    ? { lines: [], setAside: [], unread: [], claims: {} }
    : new LineReader({ ...sheet, columns }).read()
  return {
    layout: sheet.layout?.name ?? null,
    head: sheet.head,
    columns,
    first: sheet.rows.slice(0, 5),
    needsColumns,
    lines,
    setAside,
    unread,
    proof: prove(lines, claims),
    above: textOf(sheet.above),
  }
}

const isComplete = (columns: Columns) =>
  isHeading(columns) && columns.balance !== undefined && columns.day !== undefined

/** The sheet below the heading that a person has pointed at; undefined where the file does not have this heading. */
function mappedSheet(rows: readonly Row[], { head, columns }: Mapping): Sheet | undefined {
  const wanted = head.map(foldHeading).join('|')
  const at = rows.findIndex(({ cells }) => cells.map(foldHeading).join('|') === wanted)
  const found = rows[at]
  if (!found) return undefined
  const rest = openSheet(rows.slice(at))
  return { head: found, rows: rows.slice(at + 1), above: rows.slice(0, at), columns, layout: rest?.layout }
}

const kobo = (naira: number) => Math.round(naira * 100)

/** Cells in which banks write that no money moved. */
const isNothing = (written: string) => /^[-–—\s]*$/.test(written) || /^(?:nil|n\/a|null)$/i.test(written)

/** A text that stands in the foot of a page and belongs to no line. */
const foot =
  /^(?:page\b|generated|printed|disclaimer|note\b|notice|thank|this (?:is|statement|document)|end of|\*|for (?:enquir|more|support|complaint)|please|if you|powered|computer|signature|statement|date\b|copyright|©)/i

type ReadLine = Omit<StatementLine, 'identity'>

type Amount = { readonly amount: number; readonly charge: number }

/** Reads the rows of a sheet by its columns. */
class LineReader {
  readonly #sheet: Sheet
  readonly #day: ReturnType<typeof dayReader>
  readonly #lines: ReadLine[] = []
  readonly #setAside: SetAside[] = []
  readonly #unread: string[] = []
  readonly #headings: string
  /** Whether debits are written below zero; else such a debit was taken back. */
  readonly #negativeDebits: boolean
  /** Whether amounts stand without a sign, so that only the balance tells the direction. */
  readonly #isUnsigned: boolean
  readonly #balances: { summary: 'opening' | 'closing'; amount: number; after: number }[] = []
  readonly #totals: Total[] = []
  /** The columns of the line that a row without amounts goes on from. */
  #isContinued = false

  constructor(sheet: Sheet) {
    this.#sheet = sheet
    const { rows, columns, head } = sheet
    const cells = (column: number | undefined) =>
      column === undefined ? [] : rows.map((row) => row.cells[column]?.trim() ?? '')
    this.#day = dayReader(cells(columns.day))
    this.#headings = head.cells.map(foldHeading).join('|')
    const numbers = (column: number | undefined) => cells(column).flatMap((cell) => writtenAmount(cell) ?? [])
    this.#negativeDebits = numbers(columns.debit).every((amount) => amount <= 0)
    this.#isUnsigned =
      columns.amount !== undefined &&
      columns.direction === undefined &&
      columns.balance !== undefined &&
      numbers(columns.amount).every((amount) => amount >= 0) &&
      !cells(columns.amount).some((cell) => /c(?:r|redit)\.?$|^\+/i.test(cell))
    this.#readAbove()
  }

  read() {
    for (const row of this.#sheet.rows) this.#readRow(row)
    if (this.#isUnsigned) this.#signByBalance()
    const claims: Claims = {
      opening: this.#claimed('opening'),
      closing: this.#claimed('closing'),
      totals: this.#totals,
    }
    return { lines: identify(this.#lines), setAside: this.#setAside, unread: this.#unread, claims }
  }

  /** 'Opening Balance' above the heading, with its amount behind it. */
  #readAbove() {
    for (const { cells } of this.#sheet.above) {
      const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
      filled.forEach((cell, at) => {
        const [, words = '', rest = ''] = /^([^\d:₦(-]+)[:\s]*(.*)$/.exec(cell.slice(0, 120)) ?? []
        const summary = summaryOf(words)
        const amount = writtenAmount(rest === '' ? (filled[at + 1] ?? '') : rest)
        if (summary !== undefined && summary !== 'total' && amount !== undefined) this.#claim(summary, kobo(amount))
      })
    }
  }

  #claim(summary: 'opening' | 'closing', amount: number) {
    this.#balances.push({ summary, amount, after: this.#lines.length })
  }

  /** A balance before or behind all lines. One between them is carried over from page to page. */
  #claimed(summary: 'opening' | 'closing'): number | undefined {
    return this.#balances.find(
      (each) => each.summary === summary && (each.after === 0 || each.after === this.#lines.length),
    )?.amount
  }

  #readRow(row: Row) {
    const isHeadingAgain = row.row !== this.#sheet.head.row && row.cells.map(foldHeading).join('|') === this.#headings
    if (isHeadingAgain) return
    const day = this.#day(this.#cell(row, 'day'))
    const summary = this.#summaryIn(row)
    if (summary) return this.#setSummaryAside(row, summary)
    const amount = this.#amountOf(row)
    if (typeof amount === 'string') {
      this.#isContinued = false
      // A text in a column of amounts is a line that cannot be read only beside a day.
      if (day || this.#sheet.columns.day === undefined || /\d/.test(amount))
        this.#unread.push(`Row ${row.row}: ${amount}`)
      return
    }
    if (amount === undefined) return this.#readWithoutAmount(row, day !== undefined)
    this.#addLine(row, amount)
    this.#isContinued = true
  }

  /** Joins a row of text to the line above; sets a row with a day aside. */
  #readWithoutAmount(row: Row, hasDay: boolean) {
    const filled = row.cells.flatMap((cell, column) => (isNothing(cell.trim()) ? [] : [column]))
    const { narration, memo, sender, reference, session } = this.#sheet.columns
    const isText = filled.every((column) => [narration, memo, sender, reference, session].includes(column))
    const text = this.#narrationOf(row)
    const last = this.#lines.at(-1)
    if (!hasDay && isText && this.#isContinued && last && !foot.test(text)) {
      this.#lines[this.#lines.length - 1] = this.#withMore(last, row, text)
      return
    }
    this.#isContinued = false
    if (hasDay) this.#setAside.push({ row: row.row, reason: 'no-money', text: shown(text) })
  }

  #withMore(last: ReadLine, row: Row, text: string): ReadLine {
    const narration = `${last.narration} ${text}`.trim().slice(0, longest.narration)
    const more = this.#textIn(row, 'sender')
    const sender = more === '' ? last.sender : `${last.sender} ${more}`.trim()
    const named = sender === '' || sender === last.narration ? senderIn(narration) || narration : sender
    return {
      ...last,
      narration,
      sender: named.slice(0, longest.sender),
      sessionId: last.sessionId || this.#sessionOf(row, narration),
    }
  }

  #summaryIn(row: Row) {
    const text = row.cells.find((cell) => /\p{L}/u.test(cell)) ?? ''
    return summaryOf(this.#narrationOf(row)) ?? summaryOf(text)
  }

  #setSummaryAside(row: Row, reason: SetAside['reason'] & ('total' | 'opening' | 'closing')) {
    this.#isContinued = false
    this.#setAside.push({ row: row.row, reason, text: shown(row.cells.filter((cell) => cell.trim() !== '').join(' ')) })
    const number = (field: 'credit' | 'debit' | 'balance' | 'amount') => {
      const amount = writtenAmount(this.#cell(row, field))
      return amount === undefined ? undefined : kobo(amount)
    }
    const [credit, debit] = [number('credit'), number('debit')]
    if (reason === 'total') {
      const hasSums = credit !== undefined || debit !== undefined
      if (hasSums) this.#totals.push({ row: row.row, credit, debit: debit === undefined ? undefined : Math.abs(debit) })
      return
    }
    const amount = number('balance') ?? credit ?? debit ?? number('amount')
    if (amount !== undefined) this.#claim(reason, amount)
  }

  #addLine(row: Row, { amount, charge }: Amount) {
    const narration = this.#narrationOf(row)
    const [before, balance] = [this.#balanceOf(row, 'before'), this.#balanceOf(row, 'balance')]
    const moment = this.#day(this.#cell(row, 'day'))
    const reference = this.#cell(row, 'reference')
    const kind = kindOf({
      amount,
      narration,
      reference,
      status: this.#cell(row, 'status'),
      category: this.#cell(row, 'category'),
      layout: this.#sheet.layout,
    })
    const line: ReadLine = {
      line: row.row,
      day: moment?.day ?? null,
      time: moment?.time ?? writtenTime(this.#cell(row, 'time')),
      amount: kind === 'failed' ? 0 : amount,
      before,
      balance,
      narration,
      sender: (this.#textIn(row, 'sender') || senderIn(narration) || narration || 'Not named').slice(0, longest.sender),
      sessionId: this.#sessionOf(row, narration),
      kind,
    }
    this.#lines.push(line)
    if (charge !== 0 && kind !== 'failed') this.#lines.push({ ...line, amount: -charge, kind: 'charge', sessionId: '' })
  }

  /** A sentence where the row cannot be read, nothing where no money moved. */
  #amountOf(row: Row): Amount | string | undefined {
    const { columns } = this.#sheet
    const charge = Math.abs(kobo(writtenAmount(this.#cell(row, 'charge')) ?? 0))
    const isFailed =
      kindOf({
        amount: 0,
        narration: '',
        reference: '',
        category: '',
        layout: undefined,
        status: this.#cell(row, 'status'),
      }) === 'failed'
    const none = isFailed ? { amount: 0, charge: 0 } : undefined
    if (columns.amount !== undefined) {
      const written = this.#cell(row, 'amount')
      const direction = directionOf(this.#cell(row, 'direction'))
      if (isNothing(written)) return none
      const amount = writtenAmount(written)
      if (amount === undefined) return `the amount “${shown(written)}” cannot be read.`
      const signed = direction === undefined ? kobo(amount) : direction * Math.abs(kobo(amount))
      return signed === 0 ? none : { amount: signed, charge }
    }
    const [into, out] = [this.#cell(row, 'credit'), this.#cell(row, 'debit')]
    const read = (written: string) => (isNothing(written) ? 0 : writtenAmount(written))
    const [credit, debit] = [read(into), read(out)]
    if (credit === undefined || debit === undefined) {
      return `the amount “${shown(credit === undefined ? into : out)}” cannot be read.`
    }
    const hasSign = /dr\.?$|\)$/i.test(out.trim())
    const gone = this.#negativeDebits || hasSign ? Math.abs(debit) : debit
    const amount = kobo(credit) - kobo(gone)
    return amount === 0 && kobo(credit) === 0 ? none : { amount, charge }
  }

  /** Gives amounts without a sign the direction in which the balance went. */
  #signByBalance() {
    const lines = this.#lines
    const fits = (at: number, before: number | null | undefined) => {
      const { amount, balance } = lines[at] as ReadLine
      if (before === null || before === undefined || balance === null) return undefined
      return balance - before === amount ? 1 : balance - before === -amount ? -1 : undefined
    }
    const ways = [1, -1].map((step) =>
      lines.map((_, at) =>
        fits(at, lines[at - step]?.balance ?? (step === 1 && at === 0 ? this.#claimed('opening') : undefined)),
      ),
    )
    const known = (way: readonly (1 | -1 | undefined)[] = []) => way.filter((sign) => sign !== undefined).length
    const best = known(ways[0]) >= known(ways[1]) ? ways[0] : ways[1]
    best?.forEach((sign, at) => {
      const line = lines[at]
      if (sign === -1 && line) lines[at] = { ...line, amount: -line.amount }
    })
  }

  #balanceOf(row: Row, field: 'before' | 'balance'): number | null {
    const amount = writtenAmount(this.#cell(row, field))
    return amount === undefined ? null : kobo(amount)
  }

  #narrationOf(row: Row): string {
    const [narration, memo] = [this.#textIn(row, 'narration'), this.#textIn(row, 'memo')]
    const isMore = memo !== '' && !narration.includes(memo)
    return (isMore ? `${narration} ${memo}`.trim() : narration).slice(0, longest.narration)
  }

  /** NIBSS's 30 figures wherever they stand: people type those, and a transfer must not count under two names. */
  #sessionOf(row: Row, narration: string): string {
    const [session, reference] = [this.#cell(row, 'session'), this.#cell(row, 'reference').replace(/^'/, '')]
    const known = [session, reference, narration].flatMap((text) => /(?<!\d)\d{30}(?!\d)/.exec(text) ?? [])[0]
    const id = known ?? (session.replace(/^'/, '') || reference)
    // '1.42511E+28': a spreadsheet has cut it, and thousands of transfers would have the same one.
    const isCut = /^\d(?:[.,]\d+)?E\+?\d+$/i.test(id)
    return !isCut && Payment.sessionKey(id).length >= Payment.shortestSession ? id.slice(0, longest.sessionId) : ''
  }

  #cell(row: Row, field: Field): string {
    const column = this.#sheet.columns[field]
    return column === undefined
      ? ''
      : (row.cells[column] ?? '')
          .slice(0, 1000)
          .replace(/[\p{Cc}\s]+/gu, ' ')
          .trim()
  }

  /** Text of a cell; '' where the bank writes a dash for nothing. */
  #textIn(row: Row, field: Field): string {
    const text = this.#cell(row, field)
    return isNothing(text) ? '' : text
  }
}

/** The account whose number stands above the heading of a statement, or in the file's name. */
export function accountOf(text: string, accounts: readonly { readonly id: string; readonly number: string }[]) {
  const beginning = text.slice(0, 2000).replace(/[\s-]/g, '')
  const [one, ...others] = accounts.filter(({ number }) => beginning.includes(number))
  return others.length === 0 ? one?.id : undefined
}
